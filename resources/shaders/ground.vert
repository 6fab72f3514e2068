#version 330 core
uniform mat4 viewProjection, lightMatrix;
uniform vec3 center;
uniform float extent;
out vec3 worldPosition;
out vec4 shadowPosition;
void main() {
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
  worldPosition = vec3(center.xy + corner * extent, center.z);
  shadowPosition = lightMatrix * vec4(worldPosition, 1.0);
  gl_Position = viewProjection * vec4(worldPosition, 1.0);
}
