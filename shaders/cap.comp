// score = cap · tanh(score / cap), but where a key is hidden.
layout(local_size_x = 256) in;

layout(std430, binding = 2) buffer Scores { float scores[]; };

uniform int count;  // of a head
uniform bool hides;
uniform REAL cap;
uniform int first_head;

void main() {
  int n = group().x * 256 + int(gl_LocalInvocationID.x);
  if (n >= count) return;
  int at = group().z * count + n;
  float score = scores[at];
  if (hides && is_masked(score)) return;
  scores[at] = watched(float(cap * tanh_of(REAL(score) / cap)), first_head + group().z);
}
