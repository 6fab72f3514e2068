#version 330 core
// One triangle that covers the picture; no vertex data.
out vec2 uv;
void main() {
  uv = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0;
  gl_Position = vec4(uv * 2.0 - 1.0, 0.9999, 1.0);
}
