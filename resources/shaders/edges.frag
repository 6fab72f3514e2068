#version 330 core
// Feature edges: thin dark lines where the link changes, and weaker ones where a link has a crease or a step.
// Faces that lie in one plane (parts that overlap) give none: their normals agree and depth goes on evenly.
in vec2 uv;
uniform usampler2D idents;
uniform sampler2D depths;
uniform vec3 edgeColor;
uniform float edgeAlpha, creaseShare, spacing, depthStep;
out vec4 color;

vec3 normalOf(uint code) {
  vec2 e = vec2(float(code >> 8), float(code & 255u)) / 255.0 * 2.0 - 1.0;
  vec3 n = vec3(e, 1.0 - abs(e.x) - abs(e.y));
  if (n.z < 0.0) n.xy = (1.0 - abs(n.yx)) * vec2(n.x < 0.0 ? -1.0 : 1.0, n.y < 0.0 ? -1.0 : 1.0);
  return normalize(n);
}

void main() {
  ivec2 last = textureSize(idents, 0) - 1;
  ivec2 center = clamp(ivec2(uv * vec2(last + 1)), ivec2(0), last);
  uvec4 here = texelFetch(idents, center, 0);
  vec3 normalHere = normalOf(here.b);
  float depthHere = texelFetch(depths, center, 0).r;
  float links = 0.0, creases = 0.0;
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j) {
      if (i == 0 && j == 0) continue;
      ivec2 offset = ivec2(round(vec2(i, j) * spacing));
      ivec2 at = clamp(center + offset, ivec2(0), last);
      uvec4 there = texelFetch(idents, at, 0);
      if (there.r != here.r) {
        links += 1.0;
      } else if (there.g != here.g) {
        // Window depth is affine over a plane, so its second difference is zero there.
        float ahead = texelFetch(depths, at, 0).r;
        float behind = texelFetch(depths, clamp(center - offset, ivec2(0), last), 0).r;
        bool isStep = abs(ahead + behind - 2.0 * depthHere) > depthStep;
        if (isStep || dot(normalHere, normalOf(there.b)) < 0.94) creases += 1.0;
      }
    }
  float alpha = max(smoothstep(0.0, 5.0, links), creaseShare * smoothstep(0.0, 5.0, creases + links)) * edgeAlpha;
  if (alpha <= 0.0) discard;
  color = vec4(edgeColor, alpha);
}
