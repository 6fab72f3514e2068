#version 330 core
// GGX key light with a soft shadow, hemisphere ambient, weak fill from the left, filmic curve.
in vec3 worldPosition, worldNormal;
in vec4 fileColor, shadowPosition;
uniform vec3 eye, viewDirection;     // viewDirection: orthographic only, else zero
uniform vec3 keyDirection, sky, ground, backgroundColor;
uniform vec4 baseColor, tint;        // tint.a: share
uniform float useFileColor, roughness, fade, key, exposure, groundZ, sceneSize;
uniform sampler2DShadow shadowMap;
uniform float shadowTexel;           // 0: no shadows
out vec4 color;

const float kPi = 3.14159265;

float shadowing() {
  if (shadowTexel <= 0.0) return 1.0;
  vec3 q = shadowPosition.xyz / shadowPosition.w * 0.5 + 0.5;
  q.z -= 0.0009;
  float lit = 0.0;
  for (int i = -2; i <= 2; ++i)
    for (int j = -2; j <= 2; ++j) lit += texture(shadowMap, q + vec3(i, j, 0) * shadowTexel * 1.3);
  return lit / 25.0;
}

float smithTerm(float alpha, float cosine) {
  float k = alpha * 0.5;
  return cosine / (cosine * (1.0 - k) + k);
}

void main() {
  vec3 V = dot(viewDirection, viewDirection) > 0.0 ? -viewDirection : normalize(eye - worldPosition);
  vec3 N = normalize(worldNormal);
  if (dot(N, V) < 0.0) N = -N;  // sheets and badly wound files are seen from both sides
  vec3 H = normalize(keyDirection + V);
  float nl = max(dot(N, keyDirection), 0.0), nv = max(dot(N, V), 1e-3), nh = max(dot(N, H), 0.0);

  float alpha = roughness * roughness;
  float d = nh * nh * (alpha * alpha - 1.0) + 1.0;
  float distribution = alpha * alpha / (kPi * d * d);
  float fresnel = 0.04 + 0.96 * pow(1.0 - max(dot(H, V), 0.0), 5.0);
  float specular = distribution * fresnel * smithTerm(alpha, nl) * smithTerm(alpha, nv) / max(4.0 * nv * nl, 1e-3);

  vec4 own = mix(baseColor, vec4(fileColor.rgb, baseColor.a * fileColor.a), useFileColor);
  vec3 base = pow(mix(own.rgb, tint.rgb, tint.a), vec3(2.2));
  vec3 ambient = mix(ground, sky, N.z * 0.5 + 0.5);
  ambient *= ambient;  // the tokens are display colours
  float fill = max(dot(N, normalize(vec3(-0.75, -0.25, 0.25))), 0.0) * 0.22;
  float height = (worldPosition.z - groundZ) / sceneSize;
  float contact = mix(0.72, 1.0, smoothstep(-0.03, 0.1, height));  // darker near the ground

  vec3 c = base * (ambient * 1.05 + fill) * contact;
  c += shadowing() * nl * (base * 0.62 + specular * 0.8) * vec3(1.03, 1.0, 0.96) * key;
  c += pow(1.0 - nv, 4.0) * 0.05 * sky;
  c *= exposure;
  c = (c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14);  // Narkowicz's fit of the ACES curve
  c = pow(clamp(c, 0.0, 1.0), vec3(1.0 / 2.2));
  color = vec4(mix(c, backgroundColor, fade), own.a);
}
