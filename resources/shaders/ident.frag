#version 330 core
// What stands at each pixel: link, smooth face, normal (octahedral, 2 x 8 bit).
flat in uint faceGroup;
in vec3 worldNormal;
uniform uint link, part;
layout(location = 0) out uvec4 ident;

vec2 octahedral(vec3 n) {
  n /= abs(n.x) + abs(n.y) + abs(n.z);
  vec2 folded = (1.0 - abs(n.yx)) * vec2(n.x < 0.0 ? -1.0 : 1.0, n.y < 0.0 ? -1.0 : 1.0);
  return (n.z >= 0.0 ? n.xy : folded) * 0.5 + 0.5;
}

void main() {
  uint face = (faceGroup * 2654435761u) ^ (part * 2246822519u);
  vec3 n = normalize(worldNormal);
  if (!gl_FrontFacing) n = -n;
  uvec2 coded = uvec2(octahedral(n) * 255.0 + 0.5);
  ident = uvec4(link, (face >> 16) & 0xFFFFu, coded.x << 8 | coded.y, 0u);
}
