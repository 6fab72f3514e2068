#include "render/gl_program.h"

#include <QFile>

namespace grashof {
namespace {

unsigned compile(const GlFunctions& gl, GLenum kind, const char* name, std::string& problem) {
  QFile file(QStringLiteral(":/grashof/shaders/") + QLatin1String(name));
  if (!file.open(QIODevice::ReadOnly)) {
    problem = std::string("the shader ") + name + " is missing";
    return 0;
  }
  const QByteArray text = file.readAll();
  const char* source = text.constData();
  const unsigned shader = gl.CreateShader(kind);
  gl.ShaderSource(shader, 1, &source, nullptr);
  gl.CompileShader(shader);
  GLint isGood = 0;
  gl.GetShaderiv(shader, GL_COMPILE_STATUS, &isGood);
  if (!isGood) {
    char log[2048] = "";
    gl.GetShaderInfoLog(shader, sizeof log, nullptr, log);
    problem = std::string(name) + ": " + log;
  }
  return shader;
}

}  // namespace

std::string GlProgram::build(const GlFunctions& gl, const char* vertexFile, const char* fragmentFile) {
  std::string problem;
  const unsigned vertex = compile(gl, GL_VERTEX_SHADER, vertexFile, problem);
  const unsigned fragment = problem.empty() ? compile(gl, GL_FRAGMENT_SHADER, fragmentFile, problem) : 0;
  if (problem.empty()) {
    id_ = gl.CreateProgram();
    gl.AttachShader(id_, vertex);
    gl.AttachShader(id_, fragment);
    gl.LinkProgram(id_);
    GLint isGood = 0;
    gl.GetProgramiv(id_, GL_LINK_STATUS, &isGood);
    if (!isGood) {
      char log[2048] = "";
      gl.GetProgramInfoLog(id_, sizeof log, nullptr, log);
      problem = std::string(fragmentFile) + ": " + log;
    }
  }
  gl.DeleteShader(vertex);
  gl.DeleteShader(fragment);
  return problem;
}

void GlProgram::release(const GlFunctions& gl) {
  if (id_) gl.DeleteProgram(id_);
  id_ = 0;
  locations_.clear();
}

int GlProgram::location(const GlFunctions& gl, const char* name) {
  const auto it = locations_.find(std::string_view(name));
  if (it != locations_.end()) return it->second;
  return locations_.emplace(name, gl.GetUniformLocation(id_, name)).first->second;
}

void GlProgram::set(const GlFunctions& gl, const char* name, int value) { gl.Uniform1i(location(gl, name), value); }
void GlProgram::set(const GlFunctions& gl, const char* name, unsigned value) { gl.Uniform1ui(location(gl, name), value); }
void GlProgram::set(const GlFunctions& gl, const char* name, double value) {
  gl.Uniform1f(location(gl, name), static_cast<float>(value));
}
void GlProgram::set(const GlFunctions& gl, const char* name, const Eigen::Vector3f& value) {
  gl.Uniform3fv(location(gl, name), 1, value.data());
}
void GlProgram::set(const GlFunctions& gl, const char* name, const Eigen::Vector4f& value) {
  gl.Uniform4fv(location(gl, name), 1, value.data());
}
void GlProgram::set(const GlFunctions& gl, const char* name, const Eigen::Matrix4f& value) {
  gl.UniformMatrix4fv(location(gl, name), 1, GL_FALSE, value.data());
}
void GlProgram::set(const GlFunctions& gl, const char* name, const QColor& value) {
  set(gl, name, Eigen::Vector3f(float(value.redF()), float(value.greenF()), float(value.blueF())));
}

}  // namespace grashof
