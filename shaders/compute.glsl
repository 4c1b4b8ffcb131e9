// What all compute shaders share: comes first. REAL is what sums are kept in, float or double.
uniform ivec3 origin;  // the first group of this dispatch, which may be one of several
uniform int stage;     // the bit of `overflows` that this kernel sets

// What left the range of float32: for each head, and last for the combination, a bit a stage.
layout(std430, binding = 7) buffer Overflows { uint overflows[]; };

ivec3 group() { return origin + ivec3(gl_WorkGroupID); }

// By their bits: drivers may take comparisons with NaN and infinity for false.
bool is_finite(float value) { return (floatBitsToUint(value) & 0x7f800000u) != 0x7f800000u; }
bool is_masked(float value) { return floatBitsToUint(value) == 0xff800000u; }
float masked() { return uintBitsToFloat(0xff800000u); }

// `value`, of this head's; where it is not finite that is kept, but for stage 0.
float watched(float value, int head) {
  if (stage != 0 && !is_finite(value)) atomicOr(overflows[head], uint(stage));
  return value;
}
