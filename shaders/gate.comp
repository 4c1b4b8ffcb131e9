// Multiplies the outputs of each head, within the concatenated outputs, by its factors.
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Factors { float factors[]; };
layout(std430, binding = 2) buffer Outputs { float outputs[]; };

uniform ivec2 shape;  // M, dv
uniform int column;   // first column of the first head's outputs
uniform int outputs_width;
uniform int first_head;

void main() {
  int head = group().z;
  int n = group().x * 256 + int(gl_LocalInvocationID.x);
  if (n >= shape.x * shape.y) return;
  int at = n / shape.y * outputs_width + column + head * shape.y + n % shape.y;
  float factor = factors[head * shape.x * shape.y + n];
  outputs[at] = watched(outputs[at] * factor, first_head + head);
}
