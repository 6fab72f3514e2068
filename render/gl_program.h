// render/gl_program.h - a shader program from the resources, with its uniforms by name.
#pragma once
#include <Eigen/Dense>
#include <QColor>
#include <map>
#include <string>

#include "render/gl_functions.h"

namespace grashof {

class GlProgram {
 public:
  /// Compiles :/grashof/shaders/NAME; returns the compiler's words when it fails, else nothing.
  std::string build(const GlFunctions& gl, const char* vertexFile, const char* fragmentFile);
  void release(const GlFunctions& gl);
  void bind(const GlFunctions& gl) const { gl.UseProgram(id_); }

  // Of the bound program; unknown names are ignored, as GL does.
  void set(const GlFunctions& gl, const char* name, int value);
  void set(const GlFunctions& gl, const char* name, unsigned value);
  void set(const GlFunctions& gl, const char* name, double value);
  void set(const GlFunctions& gl, const char* name, const Eigen::Vector3f& value);
  void set(const GlFunctions& gl, const char* name, const Eigen::Vector4f& value);
  void set(const GlFunctions& gl, const char* name, const Eigen::Matrix4f& value);
  void set(const GlFunctions& gl, const char* name, const QColor& value);  ///< vec3

 private:
  int location(const GlFunctions& gl, const char* name);
  unsigned id_ = 0;
  std::map<std::string, int, std::less<>> locations_;
};

}  // namespace grashof
