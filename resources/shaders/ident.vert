#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 3) in uint group;
uniform mat4 model, viewProjection;
flat out uint faceGroup;
out vec3 worldNormal;
void main() {
  faceGroup = group;
  worldNormal = mat3(model) * normal;
  gl_Position = viewProjection * model * vec4(position, 1.0);
}
