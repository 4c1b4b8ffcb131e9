// Replaces weights of hidden keys by the masked value, as heatmaps draw them.
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Scores { float scores[]; };
layout(std430, binding = 2) buffer Weights { float weights[]; };

uniform int count;  // of a head

void main() {
  int n = group().x * 256 + int(gl_LocalInvocationID.x);
  if (n >= count) return;
  int at = group().z * count + n;
  if (is_masked(scores[at])) weights[at] = masked();
}
