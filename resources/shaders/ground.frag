#version 330 core
// Grid with axis lines that fades with distance and density, and the shadow that falls on it.
in vec3 worldPosition;
in vec4 shadowPosition;
uniform vec3 center, minorColor, majorColor, xColor, yColor, shadowColor;
uniform float minorAlpha, majorAlpha, axisAlpha, shadowAlpha, minorStep, extent, lineWidth, shadowTexel;
uniform sampler2DShadow shadowMap;
out vec4 color;

float gridLine(vec2 p) {
  vec2 width = max(fwidth(p), vec2(1e-9));
  vec2 away = abs(fract(p - 0.5) - 0.5) / width;
  float line = 1.0 - min(max(min(away.x, away.y) - (lineWidth - 1.0) * 0.5, 0.0), 1.0);
  return line * clamp(1.6 - max(width.x, width.y) * 3.0, 0.0, 1.0);
}

float shadow() {
  if (shadowTexel <= 0.0) return 0.0;
  vec3 q = shadowPosition.xyz / shadowPosition.w * 0.5 + 0.5;
  if (any(lessThan(q, vec3(0.0))) || any(greaterThan(q, vec3(1.0)))) return 0.0;
  q.z -= 0.0006;
  float lit = 0.0;
  for (int i = -4; i <= 4; ++i)
    for (int j = -4; j <= 4; ++j) lit += texture(shadowMap, q + vec3(i, j, 0) * shadowTexel * 2.2);
  return 1.0 - lit / 81.0;
}

void main() {
  float distance = length(worldPosition.xy - center.xy);
  if (distance > extent) discard;
  float minor = gridLine(worldPosition.xy / minorStep) * minorAlpha;
  float major = gridLine(worldPosition.xy / (minorStep * 5.0)) * majorAlpha;
  vec3 line = major > minor ? majorColor : minorColor;
  float alpha = max(minor, major);
  // Axis lines, antialiased over one pixel on either side.
  vec2 axis = abs(worldPosition.xy) / max(fwidth(worldPosition.xy), vec2(1e-9));
  float onX = 1.0 - smoothstep(lineWidth * 0.5, lineWidth * 0.5 + 1.0, axis.y);
  float onY = 1.0 - smoothstep(lineWidth * 0.5, lineWidth * 0.5 + 1.0, axis.x);
  line = mix(line, yColor, onY);
  alpha = mix(alpha, axisAlpha, onY);
  line = mix(line, xColor, onX);
  alpha = mix(alpha, axisAlpha, onX);
  alpha *= 1.0 - smoothstep(extent * 0.25, extent * 0.95, distance);

  float dark = shadow() * shadowAlpha;
  float total = dark + alpha * (1.0 - dark);
  if (total <= 0.0) discard;
  color = vec4((shadowColor * dark + line * alpha * (1.0 - dark)) / total, total);
}
