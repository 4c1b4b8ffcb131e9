// Length of the longest row of each head, as float bits, whose order is that of the numbers.
layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly buffer Source { float source[]; };
layout(std430, binding = 2) buffer Lengths { uint lengths[]; };

uniform int rows;  // of a head
uniform int width;
uniform int source_step;  // distance between heads
uniform int slot;         // index of the first head's length
uniform int slot_step;

void main() {
  int head = group().z, row = group().x * 64 + int(gl_LocalInvocationID.x);
  if (row >= rows) return;
  float sum = 0.0;
  for (int c = 0; c < width; ++c) {
    float number = source[head * source_step + row * width + c];
    sum += number * number;
  }
  atomicMax(lengths[slot + head * slot_step], floatBitsToUint(sqrt(sum)));
}
