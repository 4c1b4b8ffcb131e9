// For each head: result[i, j] = factor · Σ_c PAIR(left[i, c], right[c, j]) + added[j], in tiles
// shared by a group of threads. Each thread computes EACH x EACH numbers of the tile, 16 apart.
// With RIGHT_ROWS, `right` is transposed: rows of length `depth`, one for each column of the
// result. Tiles are padded with zeros, for which every PAIR is 0.
layout(local_size_x = 16, local_size_y = 16) in;

layout(std430, binding = 0) readonly buffer Left { float left[]; };
layout(std430, binding = 1) readonly buffer Right { float right[]; };
layout(std430, binding = 2) writeonly buffer Result { float result[]; };
layout(std430, binding = 3) readonly buffer Parameters { float parameters[]; };
layout(std430, binding = 4) readonly buffer Added { float added[]; };

uniform ivec3 size;          // rows, columns, depth
uniform ivec3 left_steps;    // distance between heads, between rows, and of the first
uniform ivec3 right_steps;
uniform ivec3 result_steps;
uniform int parameter_step;  // distance between heads
uniform int first_head;      // in the scene: index for overflows
uniform bool adds;
uniform REAL factor;

const int TILE = 16 * EACH;
const int DEPTH = 16;
shared float left_tile[DEPTH][TILE + 1];
shared float right_tile[DEPTH][TILE + 1];

float leaky_relu(float x) { return x > 0.0 ? x : 0.2 * x; }

REAL product(REAL sum, float a, float b, int head, int c) { return fma(REAL(a), REAL(b), sum); }

REAL squared_distance(REAL sum, float a, float b, int head, int c) {
  REAL d = REAL(parameters[head * parameter_step]) * (REAL(a) - REAL(b));
  return fma(d, d, sum);
}

REAL energy(REAL sum, float a, float b, int head, int c) {
  return fma(REAL(BEND(a + b)), REAL(parameters[head * parameter_step + c]), sum);
}

void load_left(int head, int top, int first) {
  for (int n = int(gl_LocalInvocationIndex); n < TILE * DEPTH; n += 256) {
    int c = n % DEPTH, r = n / DEPTH;
    bool inside = top + r < size.x && first + c < size.z;
    int at = left_steps.z + head * left_steps.x + (top + r) * left_steps.y + first + c;
    left_tile[c][r] = inside ? left[at] : 0.0;
  }
}

void load_right(int head, int start, int first) {
  for (int n = int(gl_LocalInvocationIndex); n < TILE * DEPTH; n += 256) {
#ifdef RIGHT_ROWS
    int c = n % DEPTH, s = n / DEPTH;
    int at = (start + s) * right_steps.y + first + c;
#else
    int s = n % TILE, c = n / TILE;
    int at = (first + c) * right_steps.y + start + s;
#endif
    bool inside = start + s < size.y && first + c < size.z;
    right_tile[c][s] = inside ? right[right_steps.z + head * right_steps.x + at] : 0.0;
  }
}

void main() {
  int head = group().z, top = group().y * TILE, start = group().x * TILE;
  int y = int(gl_LocalInvocationID.y), x = int(gl_LocalInvocationID.x);
  REAL total[EACH][EACH];
  for (int r = 0; r < EACH; ++r) {
    for (int s = 0; s < EACH; ++s) total[r][s] = REAL(0);
  }
  for (int first = 0; first < size.z; first += DEPTH) {
    load_left(head, top, first);
    load_right(head, start, first);
    barrier();
    // Sums each tile separately, which reduces the rounding error of long sums.
    REAL part[EACH][EACH];
    for (int r = 0; r < EACH; ++r) {
      for (int s = 0; s < EACH; ++s) part[r][s] = REAL(0);
    }
    for (int c = 0; c < DEPTH; ++c) {
      int at = min(first + c, size.z - 1);
      for (int r = 0; r < EACH; ++r) {
        float a = left_tile[c][y + 16 * r];
        for (int s = 0; s < EACH; ++s) {
          part[r][s] = PAIR(part[r][s], a, right_tile[c][x + 16 * s], head, at);
        }
      }
    }
    for (int r = 0; r < EACH; ++r) {
      for (int s = 0; s < EACH; ++s) total[r][s] += part[r][s];
    }
    barrier();
  }
  for (int r = 0; r < EACH; ++r) {
    for (int s = 0; s < EACH; ++s) {
      int i = top + y + 16 * r, j = start + x + 16 * s;
      if (i >= size.x || j >= size.y) continue;
      int at = result_steps.z + head * result_steps.x + i * result_steps.y + j;
      REAL number = factor * total[r][s];
      if (adds) number += REAL(added[head * size.y + j]);
      result[at] = watched(float(number), first_head + head);
    }
  }
}
