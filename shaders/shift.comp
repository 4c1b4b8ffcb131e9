// scores = raw + addend − slope · |i − j|, hidden where the addend is −infinity.
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Raw { float raw[]; };
layout(std430, binding = 1) readonly buffer Addends { float addends[]; };
layout(std430, binding = 2) writeonly buffer Scores { float scores[]; };
layout(std430, binding = 3) readonly buffer Slopes { float slopes[]; };

uniform ivec2 shape;       // M, L
uniform bool has_addends;  // M x L, the same for all heads
uniform bool has_slopes;   // one for each head of the scene
uniform int first_head;

void main() {
  int head = group().z;
  int n = group().x * 256 + int(gl_LocalInvocationID.x);
  if (n >= shape.x * shape.y) return;
  int at = head * shape.x * shape.y + n;
  float addend = has_addends ? addends[n] : 0.0;
  if (is_masked(addend)) {
    scores[at] = masked();
    return;
  }
  REAL score = REAL(raw[at]) + REAL(addend);
  if (has_slopes) score -= REAL(slopes[first_head + head]) * REAL(abs(n / shape.y - n % shape.y));
  scores[at] = watched(float(score), first_head + head);
}
