// Combines the heads' numbers at the same place, in their concatenated outputs: weighted sum, or
// the LARGEST.
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Outputs { float outputs[]; };
layout(std430, binding = 1) readonly buffer HeadWeights { float head_weights[]; };
layout(std430, binding = 2) writeonly buffer Result { float result[]; };

uniform ivec2 shape;  // M, dv
uniform int heads;
uniform REAL factor;

void main() {
  int n = group().x * 256 + int(gl_LocalInvocationID.x);
  if (n >= shape.x * shape.y) return;
  int first = n / shape.y * shape.y * heads + n % shape.y;
#ifdef LARGEST
  float best = outputs[first];
  for (int h = 1; h < heads; ++h) best = max(best, outputs[first + h * shape.y]);
  result[n] = best;
#else
  REAL sum = REAL(0);
  for (int h = 0; h < heads; ++h) {
    sum = fma(REAL(head_weights[h]), REAL(outputs[first + h * shape.y]), sum);
  }
  result[n] = watched(float(factor * sum), heads);
#endif
}
