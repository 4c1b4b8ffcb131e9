// Turns pairs of neighbours in the rows of each head: (x, y) by the angle whose cosine and sine
// stand in their places of `turns`.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer Source { float source[]; };
layout(std430, binding = 1) readonly buffer Turns { float turns[]; };
layout(std430, binding = 2) writeonly buffer Result { float result[]; };

uniform int rows;  // of each head
uniform int width;
uniform int source_step;  // from head to head
uniform int first_head;

void main() {
  int head = group().z;
  int pairs = (width + 1) / 2;  // the last one may be a number without a partner
  int n = group().x * 128 + int(gl_LocalInvocationID.x);
  if (n >= rows * pairs) return;
  int column = 2 * (n % pairs);
  int at = n / pairs * width + column;
  int from = head * source_step + at, to = head * rows * width + at;
  REAL x = REAL(source[from]);
  if (column + 1 == width) {
    result[to] = watched(float(x), first_head + head);
    return;
  }
  REAL y = REAL(source[from + 1]);
  REAL cosine = REAL(turns[at]), sine = REAL(turns[at + 1]);
  result[to] = watched(float(x * cosine - y * sine), first_head + head);
  result[to + 1] = watched(float(x * sine + y * cosine), first_head + head);
}
