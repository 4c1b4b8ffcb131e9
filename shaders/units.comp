// Scales rows to length 1; zero rows stay zero. Lengths are measured in units of the row's largest
// number, so that no square overflows.
layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly buffer Source { float source[]; };
layout(std430, binding = 2) writeonly buffer Result { float result[]; };

uniform int rows;  // of all heads
uniform int width;

void main() {
  int row = group().x * 64 + int(gl_LocalInvocationID.x);
  if (row >= rows) return;
  int first = row * width;
  float largest = 0.0;
  for (int c = 0; c < width; ++c) largest = max(largest, abs(source[first + c]));
  REAL sum = REAL(0);
  for (int c = 0; c < width; ++c) {
    REAL part = largest > 0.0 ? REAL(source[first + c]) / REAL(largest) : REAL(0);
    sum += part * part;
  }
  REAL length = sqrt(sum);
  for (int c = 0; c < width; ++c) {
    REAL part = largest > 0.0 ? REAL(source[first + c]) / REAL(largest) / length : REAL(0);
    result[first + c] = float(part);
  }
}
