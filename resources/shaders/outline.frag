#version 330 core
// Outlines of selected and hovered links, outside of them, by the distance to the nearest flagged sample;
// times (1 - coverage), so that the inner border is antialiased too.
in vec2 uv;
uniform usampler2D idents;
uniform usampler2D linkFlags;  // one row: flags per link
uniform vec3 selectColor, hoverColor;
uniform float selectWidth, hoverWidth;  // in samples of the ident buffer
out vec4 color;

const uint kHovered = 1u, kSelected = 2u;

void main() {
  ivec2 last = textureSize(idents, 0) - 1;
  vec2 center = uv * vec2(last + 1);
  ivec2 base = ivec2(floor(center));
  float selectDistance = 1e9, hoverDistance = 1e9, selectCover = 0.0, hoverCover = 0.0;
  int reach = int(ceil(max(selectWidth, hoverWidth))) + 1;
  for (int i = -reach; i <= reach; ++i)
    for (int j = -reach; j <= reach; ++j) {
      ivec2 at = base + ivec2(i, j);
      uint link = texelFetch(idents, clamp(at, ivec2(0), last), 0).r;
      uint flags = texelFetch(linkFlags, ivec2(link, 0), 0).r;
      if (flags == 0u) continue;
      vec2 away = vec2(at) + 0.5 - center;
      float d = length(away);
      float cover = max(0.0, 1.0 - abs(away.x)) * max(0.0, 1.0 - abs(away.y));
      if ((flags & kSelected) != 0u) {
        selectDistance = min(selectDistance, d);
        selectCover += cover;
      } else {
        hoverDistance = min(hoverDistance, d);
        hoverCover += cover;
      }
    }
  float outside = (1.0 - min(selectCover, 1.0));
  float s = (1.0 - smoothstep(selectWidth - 1.0, selectWidth + 0.7, selectDistance)) * outside;
  float h = (1.0 - smoothstep(hoverWidth - 1.0, hoverWidth + 0.7, hoverDistance)) *
            (1.0 - min(hoverCover, 1.0)) * outside;
  float alpha = max(s, h);
  if (alpha <= 0.0) discard;
  color = vec4(s >= h ? selectColor : hoverColor, alpha);
}
