// Rotates pairs of numbers in the rows of each head: (x, y) by the angle with the cosine and sine
// at its place in `turns`. Pairs are neighbours, or half of the rotated width apart; later columns
// stay.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer Source { float source[]; };
layout(std430, binding = 1) readonly buffer Turns { float turns[]; };
layout(std430, binding = 2) writeonly buffer Result { float result[]; };

uniform int rows;  // of each head
uniform int width;
uniform int turned;  // number of rotated leading columns, even
uniform bool halves;
uniform int source_step;  // distance between heads
uniform int first_head;

void main() {
  int head = group().z;
  int n = group().x * 128 + int(gl_LocalInvocationID.x);
  if (n >= rows * width) return;
  int c = n % width, row = n - c;
  float own = source[head * source_step + n];
  if (c < turned) {
    int apart = halves ? turned / 2 : 1;
    bool is_first = halves ? c < apart : c % 2 == 0;
    int other = is_first ? c + apart : c - apart;
    REAL cosine = REAL(turns[row + min(c, other)]), sine = REAL(turns[row + max(c, other)]);
    REAL across = REAL(source[head * source_step + row + other]) * sine;
    own = float(REAL(own) * cosine + (is_first ? -across : across));
  }
  result[head * rows * width + n] = watched(own, first_head + head);
}
