// render/gl_functions.h - the OpenGL 3.3 core functions in use, resolved from whatever context is current.
// Own table because the renderer works in a QOpenGLWidget and, without a display, in a bare EGL context.
#pragma once
#include <QtGui/qopengl.h>

#include <functional>
#include <string>

namespace grashof {

// clang-format off
#define GRASHOF_GL_FUNCTIONS(X) \
  X(void, ActiveTexture, (GLenum)) \
  X(void, AttachShader, (GLuint, GLuint)) \
  X(void, BindBuffer, (GLenum, GLuint)) \
  X(void, BindFramebuffer, (GLenum, GLuint)) \
  X(void, BindRenderbuffer, (GLenum, GLuint)) \
  X(void, BindTexture, (GLenum, GLuint)) \
  X(void, BindVertexArray, (GLuint)) \
  X(void, BlendFuncSeparate, (GLenum, GLenum, GLenum, GLenum)) \
  X(void, BlitFramebuffer, (GLint, GLint, GLint, GLint, GLint, GLint, GLint, GLint, GLbitfield, GLenum)) \
  X(void, BufferData, (GLenum, GLsizeiptr, const void*, GLenum)) \
  X(GLenum, CheckFramebufferStatus, (GLenum)) \
  X(void, Clear, (GLbitfield)) \
  X(void, ClearBufferuiv, (GLenum, GLint, const GLuint*)) \
  X(void, ClearColor, (GLfloat, GLfloat, GLfloat, GLfloat)) \
  X(void, ColorMask, (GLboolean, GLboolean, GLboolean, GLboolean)) \
  X(void, CompileShader, (GLuint)) \
  X(GLuint, CreateProgram, ()) \
  X(GLuint, CreateShader, (GLenum)) \
  X(void, DeleteBuffers, (GLsizei, const GLuint*)) \
  X(void, DeleteFramebuffers, (GLsizei, const GLuint*)) \
  X(void, DeleteProgram, (GLuint)) \
  X(void, DeleteRenderbuffers, (GLsizei, const GLuint*)) \
  X(void, DeleteShader, (GLuint)) \
  X(void, DeleteTextures, (GLsizei, const GLuint*)) \
  X(void, DeleteVertexArrays, (GLsizei, const GLuint*)) \
  X(void, DepthFunc, (GLenum)) \
  X(void, DepthMask, (GLboolean)) \
  X(void, Disable, (GLenum)) \
  X(void, DrawArrays, (GLenum, GLint, GLsizei)) \
  X(void, DrawBuffers, (GLsizei, const GLenum*)) \
  X(void, DrawElements, (GLenum, GLsizei, GLenum, const void*)) \
  X(void, Enable, (GLenum)) \
  X(void, EnableVertexAttribArray, (GLuint)) \
  X(void, Finish, ()) \
  X(void, FramebufferRenderbuffer, (GLenum, GLenum, GLenum, GLuint)) \
  X(void, FramebufferTexture2D, (GLenum, GLenum, GLenum, GLuint, GLint)) \
  X(void, GenBuffers, (GLsizei, GLuint*)) \
  X(void, GenFramebuffers, (GLsizei, GLuint*)) \
  X(void, GenRenderbuffers, (GLsizei, GLuint*)) \
  X(void, GenTextures, (GLsizei, GLuint*)) \
  X(void, GenVertexArrays, (GLsizei, GLuint*)) \
  X(void, GetProgramInfoLog, (GLuint, GLsizei, GLsizei*, GLchar*)) \
  X(void, GetProgramiv, (GLuint, GLenum, GLint*)) \
  X(void, GetShaderInfoLog, (GLuint, GLsizei, GLsizei*, GLchar*)) \
  X(void, GetShaderiv, (GLuint, GLenum, GLint*)) \
  X(const GLubyte*, GetString, (GLenum)) \
  X(GLint, GetUniformLocation, (GLuint, const GLchar*)) \
  X(void, LinkProgram, (GLuint)) \
  X(void, PixelStorei, (GLenum, GLint)) \
  X(void, PolygonOffset, (GLfloat, GLfloat)) \
  X(void, ReadBuffer, (GLenum)) \
  X(void, ReadPixels, (GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void*)) \
  X(void, RenderbufferStorageMultisample, (GLenum, GLsizei, GLenum, GLsizei, GLsizei)) \
  X(void, Scissor, (GLint, GLint, GLsizei, GLsizei)) \
  X(void, ShaderSource, (GLuint, GLsizei, const GLchar* const*, const GLint*)) \
  X(void, TexImage2D, (GLenum, GLint, GLint, GLsizei, GLsizei, GLint, GLenum, GLenum, const void*)) \
  X(void, TexParameterfv, (GLenum, GLenum, const GLfloat*)) \
  X(void, TexParameteri, (GLenum, GLenum, GLint)) \
  X(void, Uniform1f, (GLint, GLfloat)) \
  X(void, Uniform1i, (GLint, GLint)) \
  X(void, Uniform1ui, (GLint, GLuint)) \
  X(void, Uniform3fv, (GLint, GLsizei, const GLfloat*)) \
  X(void, Uniform4fv, (GLint, GLsizei, const GLfloat*)) \
  X(void, UniformMatrix4fv, (GLint, GLsizei, GLboolean, const GLfloat*)) \
  X(void, UseProgram, (GLuint)) \
  X(void, VertexAttribIPointer, (GLuint, GLint, GLenum, GLsizei, const void*)) \
  X(void, VertexAttribPointer, (GLuint, GLint, GLenum, GLboolean, GLsizei, const void*)) \
  X(void, Viewport, (GLint, GLint, GLsizei, GLsizei))
// clang-format on

#ifndef QOPENGLF_APIENTRYP
#define QOPENGLF_APIENTRYP APIENTRY *
#endif

/// Returns the address of a GL function by name, null when there is none.
using GlResolver = std::function<void*(const char*)>;

struct GlFunctions {
#define GRASHOF_GL_MEMBER(result, name, arguments) result(QOPENGLF_APIENTRYP name) arguments = nullptr;
  GRASHOF_GL_FUNCTIONS(GRASHOF_GL_MEMBER)
#undef GRASHOF_GL_MEMBER

  /// Name of the first function that is missing; empty when all are there.
  std::string resolve(const GlResolver& resolver) {
#define GRASHOF_GL_RESOLVE(result, name, arguments)                       \
  name = reinterpret_cast<decltype(name)>(resolver("gl" #name));          \
  if (!name) return "gl" #name;
    GRASHOF_GL_FUNCTIONS(GRASHOF_GL_RESOLVE)
#undef GRASHOF_GL_RESOLVE
    return {};
  }
};

}  // namespace grashof
