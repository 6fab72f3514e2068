#version 330 core
// Vertical gradient; half a grey level of noise hides its bands.
in vec2 uv;
uniform vec3 top, bottom;
out vec4 color;
void main() {
  float noise = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) - 0.5;
  color = vec4(mix(bottom, top, smoothstep(0.0, 1.0, uv.y)) + noise / 255.0, 1.0);
}
