// For each head: weights = weights − lambda · weights of `subtract`.
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Others { float others[]; };
layout(std430, binding = 1) readonly buffer Lambdas { float lambdas[]; };
layout(std430, binding = 2) buffer Weights { float weights[]; };

uniform int count;  // of a head
uniform int first_head;

void main() {
  int head = group().z;
  int n = group().x * 256 + int(gl_LocalInvocationID.x);
  if (n >= count) return;
  int at = head * count + n;
  REAL weight = REAL(weights[at]) - REAL(lambdas[head]) * REAL(others[at]);
  weights[at] = watched(float(weight), first_head + head);
}
