// Turns pairs of neighbours in the rows of each head: (x, y) by the angle whose cosine and sine
// stand in their places of `turns`.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer Source { float source[]; };
layout(std430, binding = 1) readonly buffer Turns { float turns[]; };
layout(std430, binding = 2) writeonly buffer Result { float result[]; };

uniform int count;        // numbers of a head
uniform int source_step;  // from head to head
uniform int first_head;

void main() {
  int head = group().z;
  int n = 2 * (group().x * 128 + int(gl_LocalInvocationID.x));
  if (n >= count) return;
  int from = head * source_step + n, to = head * count + n;
  REAL x = REAL(source[from]), y = REAL(source[from + 1]);
  REAL cosine = REAL(turns[n]), sine = REAL(turns[n + 1]);
  result[to] = watched(float(x * cosine - y * sine), first_head + head);
  result[to + 1] = watched(float(x * sine + y * cosine), first_head + head);
}
