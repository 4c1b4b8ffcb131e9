// score = cap · tanh(score / cap), except for hidden keys.
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
  // Infinite scores are mapped to ±cap, whatever drivers make of an infinity.
  REAL capped = !is_finite(score) ? (floatBitsToInt(score) < 0 ? -cap : cap)
                                  : cap * tanh_of(REAL(score) / cap);
  scores[at] = watched(float(capped), first_head + group().z);
}
