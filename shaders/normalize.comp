// The weights of a row of scores, by a group of THREADS: WEIGH is softmax, sparsemax or entmax15 of
// z = (score − largest) / temperature. Hidden keys weigh 0.
layout(local_size_x = THREADS) in;

layout(std430, binding = 0) readonly buffer Scores { float scores[]; };
layout(std430, binding = 2) writeonly buffer Weights { float weights[]; };
// At temperature 0, for each row: how far below the largest a score may be that truly is the
// largest, and how many are no farther.
layout(std430, binding = 1) readonly buffer Margins { float margins[]; };
layout(std430, binding = 3) writeonly buffer Close { float close[]; };

uniform ivec2 shape;  // M, L
uniform float temperature;
uniform float part_of_largest;  // of which the margin is wider
uniform int limit;  // 0: none, 1: temperature 0, 2: temperature infinity

shared vec2 parts[THREADS];
int first, thread;  // of the row's scores; of the group
float largest;

// The sums over all threads, for each of them.
vec2 sum_of_all(vec2 part) {
  parts[thread] = part;
  barrier();
  for (int half_ = THREADS / 2; half_ > 0; half_ /= 2) {
    if (thread < half_) parts[thread] += parts[thread + half_];
    barrier();
  }
  vec2 sum = parts[0];
  barrier();
  return sum;
}

float largest_of_all(float part) {
  parts[thread].x = part;
  barrier();
  for (int half_ = THREADS / 2; half_ > 0; half_ /= 2) {
    if (thread < half_) parts[thread].x = max(parts[thread].x, parts[thread + half_].x);
    barrier();
  }
  float all = parts[0].x;
  barrier();
  return all;
}

const float kNever = -3.0e38;  // z of what has no weight

// Halves, as the whole difference may leave the range where a large temperature brings it back.
float z_of(float score) {
  if (is_masked(score)) return kNever;
  float half_ = 0.5 * score - 0.5 * largest;
  if (half_ == 0.0) return 0.0;
  float z = 2.0 * (half_ / temperature);
  return is_finite(z) ? z : kNever;
}

float exponential(float z) { return z > -104.0 ? exp(z) : 0.0; }

void softmax() {
  vec2 part = vec2(0.0);
  for (int j = thread; j < shape.y; j += THREADS) part.x += exponential(z_of(scores[first + j]));
  float sum = sum_of_all(part).x;
  for (int j = thread; j < shape.y; j += THREADS) {
    weights[first + j] = exponential(z_of(scores[first + j])) / sum;
  }
}

// Newton's steps from the left, where Σ max(0, z − τ) − 1 is convex, falls, and is not below 0: each
// lands left of the root again, and on it once the support is right.
void sparsemax() {
  float threshold = -1.0;
  for (int step_ = 0; step_ < 100; ++step_) {
    vec2 part = vec2(0.0);
    for (int j = thread; j < shape.y; j += THREADS) {
      float above = z_of(scores[first + j]) - threshold;
      if (above > 0.0) part += vec2(above, 1.0);
    }
    vec2 sum = sum_of_all(part);
    float ahead = (sum.x - 1.0) / sum.y;
    if (ahead <= -1.0e-7 * threshold) break;
    threshold += ahead;
  }
  for (int j = thread; j < shape.y; j += THREADS) {
    weights[first + j] = max(0.0, z_of(scores[first + j]) - threshold);
  }
}

// The same for Σ max(0, z / 2 − τ)² − 1.
void entmax15() {
  float threshold = -1.0;
  for (int step_ = 0; step_ < 100; ++step_) {
    vec2 part = vec2(0.0);
    for (int j = thread; j < shape.y; j += THREADS) {
      float above = 0.5 * z_of(scores[first + j]) - threshold;
      if (above > 0.0) part += vec2(above * above, above);
    }
    vec2 sum = sum_of_all(part);
    float ahead = (sum.x - 1.0) / (2.0 * sum.y);
    if (ahead <= -1.0e-7 * threshold) break;
    threshold += ahead;
  }
  for (int j = thread; j < shape.y; j += THREADS) {
    float above = max(0.0, 0.5 * z_of(scores[first + j]) - threshold);
    weights[first + j] = above * above;
  }
}

// How many scores the margin leaves undecided.
void count_close() {
  int row = group().z * shape.x + group().x;
  float least = max(largest - margins[row] - part_of_largest * abs(largest), -3.4028235e38);
  vec2 part = vec2(0.0);
  for (int j = thread; j < shape.y; j += THREADS) {
    float score = scores[first + j];
    if (!is_masked(score) && score >= least) part.x += 1.0;
  }
  float count = sum_of_all(part).x;
  if (thread == 0) close[row] = count;
}

// Equal shares for those that reach `least`.
void share_equally(float least) {
  vec2 part = vec2(0.0);
  for (int j = thread; j < shape.y; j += THREADS) {
    float score = scores[first + j];
    if (!is_masked(score) && score >= least) part.x += 1.0;
  }
  float winners = sum_of_all(part).x;
  for (int j = thread; j < shape.y; j += THREADS) {
    float score = scores[first + j];
    weights[first + j] = !is_masked(score) && score >= least ? 1.0 / winners : 0.0;
  }
}

void main() {
  thread = int(gl_LocalInvocationID.x);
  first = (group().z * shape.x + group().x) * shape.y;
  float best = -3.4028235e38;
  vec2 seen = vec2(0.0);
  for (int j = thread; j < shape.y; j += THREADS) {
    float score = scores[first + j];
    if (is_masked(score)) continue;
    best = max(best, score);
    seen.x += 1.0;
  }
  largest = largest_of_all(best);
  if (limit == 1) count_close();
  if (sum_of_all(seen).x == 0.0) {
    for (int j = thread; j < shape.y; j += THREADS) weights[first + j] = 0.0;
  } else if (limit == 1) {
    share_equally(largest);
  } else if (limit == 2) {
    share_equally(-3.4028235e38);
  } else {
    WEIGH();
  }
}
