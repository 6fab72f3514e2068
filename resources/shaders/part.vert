#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 vertexColor;
uniform mat4 model, viewProjection, lightMatrix;
uniform float normalOffset;  // m: keeps a surface out of its own shadow
out vec3 worldPosition, worldNormal;
out vec4 fileColor, shadowPosition;
void main() {
  vec4 world = model * vec4(position, 1.0);
  worldPosition = world.xyz;
  worldNormal = mat3(model) * normal;
  fileColor = vertexColor;
  shadowPosition = lightMatrix * vec4(world.xyz + normalize(worldNormal) * normalOffset, 1.0);
  gl_Position = viewProjection * world;
}
