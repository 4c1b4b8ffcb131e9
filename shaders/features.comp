// φ(x) = x + 1 where x > 0, else e^x, for each number.
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Source { float source[]; };
layout(std430, binding = 2) writeonly buffer Result { float result[]; };

uniform int count;

void main() {
  int n = group().x * 256 + int(gl_LocalInvocationID.x);
  if (n >= count) return;
  REAL x = REAL(source[n]);
  result[n] = float(x > REAL(0) ? x + REAL(1) : exp_of(x));
}
