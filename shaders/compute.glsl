// Common prefix of all compute shaders. REAL is the type of sums, float or double.
uniform ivec3 origin;  // first group of this dispatch, which may be one of several
uniform int stage;     // bit of `overflows` that this kernel sets

// Overflow of float32's range: one bit per stage, for each head, and last for the combination.
layout(std430, binding = 7) buffer Overflows { uint overflows[]; };

ivec3 group() { return origin + ivec3(gl_WorkGroupID); }

// Tests bits: drivers may evaluate comparisons with NaN and infinity as false.
bool is_finite(float value) { return (floatBitsToUint(value) & 0x7f800000u) != 0x7f800000u; }
bool is_masked(float value) { return floatBitsToUint(value) == 0xff800000u; }
float masked() { return uintBitsToFloat(0xff800000u); }

// Returns `value` of this head; records if it is not finite, except for stage 0.
float watched(float value, int head) {
  if (stage != 0 && !is_finite(value)) atomicOr(overflows[head], uint(stage));
  return value;
}

// tanh x: (1 − e^(−2|x|)) / (1 + e^(−2|x|)); near 0 by its series, to avoid cancellation.
float tanh_of(float x) {
  float a = min(abs(x), 20.0);
  if (a < 0.25) {
    float s = x * x;
    return x * (1.0 + s * (-1.0 / 3.0 + s * (2.0 / 15.0 + s * (-17.0 / 315.0 + s * (62.0 / 2835.0)))));
  }
  float e = exp(-2.0 * a);
  float t = (1.0 - e) / (1.0 + e);
  return x < 0.0 ? -t : t;
}

// e^x, ln x and tanh x in the type of sums. GLSL only has them for float.
#ifdef WIDE
// x = n · ln 2 + r, and the series of e^r. For x <= 700.
double exp_of(double x) {
  const double kOver[13] = double[](1.0lf, 0.5lf, 1.0lf / 3.0lf, 0.25lf, 0.2lf, 1.0lf / 6.0lf,
      1.0lf / 7.0lf, 0.125lf, 1.0lf / 9.0lf, 0.1lf, 1.0lf / 11.0lf, 1.0lf / 12.0lf, 1.0lf / 13.0lf);
  if (x < -708.0lf) return 0.0lf;
  double n = round(x * 1.4426950408889634074lf);
  double r = x - n * 0.69314718036912381649lf - n * 1.9082149292705877000e-10lf;
  double sum = 1.0lf;
  for (int k = 12; k >= 0; --k) sum = 1.0lf + sum * r * kOver[k];
  return ldexp(sum, int(n));
}

// x = m · 2^n, and the series of ln m = 2 artanh((m − 1) / (m + 1)). For x > 0.
double log_of(double x) {
  int n;
  double m = frexp(x, n);
  if (m < 0.70710678118654752440lf) {
    m *= 2.0lf;
    --n;
  }
  double t = (m - 1.0lf) / (m + 1.0lf), s = t * t, sum = 0.0lf;
  for (int k = 21; k > 0; k -= 2) sum = sum * s + 1.0lf / double(k);
  return double(n) * 0.69314718055994530942lf + 2.0lf * t * sum;
}

double tanh_of(double x) {
  if (abs(x) < 1.0e-3lf) return x - x * x * x / 3.0lf;
  double e = exp_of(-2.0lf * min(abs(x), 20.0lf));
  double t = (1.0lf - e) / (1.0lf + e);
  return x < 0.0lf ? -t : t;
}
#else
float exp_of(float x) { return exp(x); }
float log_of(float x) { return log(x); }
#endif
