// scores = ((raw + addend + term of j − i) + forget gates from j to i) · decay of |i − j|, hidden
// where the addend, or a given score, is −infinity.
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Raw { float raw[]; };
layout(std430, binding = 1) readonly buffer Addends { float addends[]; };
layout(std430, binding = 2) writeonly buffer Scores { float scores[]; };
layout(std430, binding = 3) readonly buffer Terms { float terms[]; };
layout(std430, binding = 4) readonly buffer Fades { float fades[]; };

uniform ivec2 shape;       // M, L
uniform bool hides;        // by −infinity in `raw`
uniform bool has_addends;  // M x L, shared by all heads
uniform bool has_terms;    // for each head of the scene, for 1 − M … L − 1 steps
uniform bool has_fades;    // for each head: L sums, L remainders of them, and decays by distance
uniform int first_head;

void main() {
  int head = group().z;
  int n = group().x * 256 + int(gl_LocalInvocationID.x);
  int M = shape.x, L = shape.y;
  if (n >= M * L) return;
  int at = head * M * L + n;
  float addend = has_addends ? addends[n] : 0.0;
  if (is_masked(addend) || (hides && is_masked(raw[at]))) {
    scores[at] = masked();
    return;
  }
  int i = n / L, j = n % L;
  REAL score = REAL(raw[at]) + REAL(addend);
  if (has_terms) score += REAL(terms[(first_head + head) * (M + L - 1) + j - i + M - 1]);
  if (has_fades) {
    int first = head * (2 * L + max(M, L));
    score = REAL(float(score));
    if (j <= i && i < L) {
      score += REAL(fades[first + i]) - REAL(fades[first + j]);
      score += REAL(fades[first + L + i]) - REAL(fades[first + L + j]);
    }
    score *= REAL(fades[first + 2 * L + abs(i - j)]);
  }
  scores[at] = watched(float(score), first_head + head);
}
