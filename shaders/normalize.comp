// Weights of a line of scores (a query's row or a key's column), by a group of THREADS. WEIGH maps
// values to weights: scores times the line's factor, and last an optional sink. LIMITS excludes
// temperatures 0 and infinity. Hidden keys have weight 0. KEEPS_WIDE stores unrounded weights, for
// divide.comp.
layout(local_size_x = THREADS) in;

layout(std430, binding = 0) readonly buffer Scores { float scores[]; };
#ifdef KEEPS_WIDE
layout(std430, binding = 2) writeonly buffer Weights { double weights[]; };
#else
layout(std430, binding = 2) writeonly buffer Weights { float weights[]; };
#endif
// For discontinuous weights, per line: error bound of the scores, and number of scores closer than
// this bound to the deciding score.
layout(std430, binding = 1) readonly buffer Margins { float margins[]; };
layout(std430, binding = 3) writeonly buffer Close { float close[]; };
layout(std430, binding = 4) readonly buffer Sinks { float sinks[]; };  // one per head

uniform ivec2 shape;  // number and length of lines
uniform ivec2 steps;  // distance between lines, and between numbers
uniform int first_head;
uniform REAL temperature;
uniform float part_of_largest;  // widens the margin by this share of the largest
uniform int limit;  // 0: none, 1: temperature 0, 2: temperature infinity
uniform bool jumps;
uniform bool has_sink;
uniform bool has_length;
uniform REAL length_factor;  // times ln n for n visible keys
uniform REAL alpha;
uniform int largest_count;   // k
uniform REAL offset;

// Mesa's llvmpipe loses components of shared double vectors.
shared REAL parts[THREADS], others[THREADS];
int thread;
int first;       // first of the line's scores
int count;       // number of visible keys
int all_;        // number of keys with hidden ones and the sink
REAL factor;     // factor of the line's scores
int direction;   // sign of `factor`
REAL best;       // largest score times `direction`
REAL sink;
REAL largest;    // largest of the values

// Sums over all threads, returned to each of them.
REAL2 sum_of_all(REAL2 part) {
  parts[thread] = part.x;
  others[thread] = part.y;
  barrier();
  for (int half_ = THREADS / 2; half_ > 0; half_ /= 2) {
    if (thread < half_) {
      parts[thread] += parts[thread + half_];
      others[thread] += others[thread + half_];
    }
    barrier();
  }
  REAL2 sum = REAL2(parts[0], others[0]);
  barrier();
  return sum;
}

REAL largest_of_all(REAL part) {
  parts[thread] = part;
  barrier();
  for (int half_ = THREADS / 2; half_ > 0; half_ /= 2) {
    if (thread < half_) parts[thread] = max(parts[thread], parts[thread + half_]);
    barrier();
  }
  REAL all = parts[0];
  barrier();
  return all;
}

float score_at(int n) { return scores[first + n * steps.y]; }

bool is_there(int n) { return n == shape.y || !is_masked(score_at(n)); }

REAL value_at(int n) { return n == shape.y ? sink : factor * REAL(score_at(n)); }

void put(int n, REAL weight) {
  if (n == shape.y) return;
#ifdef KEEPS_WIDE
  weights[first + n * steps.y] = weight;
#else
  weights[first + n * steps.y] = watched(float(weight), first_head + group().z);
#endif
}

const float kNever = -3.0e38;  // z without weight

// (value − largest) / temperature. Computed by halves, as the whole difference may overflow
// although a large temperature brings it back.
REAL z_at(int n) {
  if (!is_there(n)) return REAL(kNever);
  REAL half_ = REAL(0.5) * value_at(n) - REAL(0.5) * largest;
  if (half_ == REAL(0)) return REAL(0);
  REAL z = REAL(2) * (half_ / temperature);
  return z > REAL(kNever) ? z : REAL(kNever);
}

#ifdef WIDE
REAL exponential(REAL z) { return exp_of(z); }
#else
REAL exponential(REAL z) { return z > -104.0 ? exp_of(z) : 0.0; }
#endif

void softmax() {
  REAL2 part = REAL2(0);
  for (int n = thread; n < all_; n += THREADS) part.x += exponential(z_at(n));
  REAL sum = sum_of_all(part).x;
  for (int n = thread; n < all_; n += THREADS) put(n, exponential(z_at(n)) / sum);
}

// Newton's method from the left, where Σ max(0, z − τ) − 1 is convex, decreasing and nonnegative:
// each step stays left of the root, and reaches it once the support is right.
void sparsemax() {
  REAL threshold = REAL(-1);
  for (int step_ = 0; step_ < 100; ++step_) {
    REAL2 part = REAL2(0);
    for (int n = thread; n < all_; n += THREADS) {
      REAL above = z_at(n) - threshold;
      if (above > REAL(0)) part += REAL2(above, REAL(1));
    }
    REAL2 sum = sum_of_all(part);
    REAL ahead = (sum.x - REAL(1)) / sum.y;
    if (ahead <= REAL(-1.0e-7) * threshold) break;
    threshold += ahead;
  }
  for (int n = thread; n < all_; n += THREADS) put(n, max(REAL(0), z_at(n) - threshold));
}

// Newton's method as in sparsemax(), for Σ max(0, z / 2 − τ)² − 1.
void entmax15() {
  REAL threshold = REAL(-1);
  for (int step_ = 0; step_ < 100; ++step_) {
    REAL2 part = REAL2(0);
    for (int n = thread; n < all_; n += THREADS) {
      REAL above = REAL(0.5) * z_at(n) - threshold;
      if (above > REAL(0)) part += REAL2(above * above, above);
    }
    REAL2 sum = sum_of_all(part);
    REAL ahead = (sum.x - REAL(1)) / (REAL(2) * sum.y);
    if (ahead <= REAL(-1.0e-7) * threshold) break;
    threshold += ahead;
  }
  for (int n = thread; n < all_; n += THREADS) {
    REAL above = max(REAL(0), REAL(0.5) * z_at(n) - threshold);
    put(n, above * above);
  }
}

// Excess of (alpha − 1) · z over the threshold, and its power 1 / (alpha − 1).
REAL2 above_and_power(int n, REAL threshold) {
  REAL above = (alpha - REAL(1)) * z_at(n) - threshold;
  if (!(above > REAL(0))) return REAL2(0);
  return REAL2(above, exp_of(log_of(above) / (alpha - REAL(1))));
}

// Threshold where the powers sum to 1, by Newton's method, with bisection if a step leaves the
// bracket: at least −1, and at most the threshold of equal weights.
void entmax() {
  REAL low = REAL(-1);
  REAL high = -exp_of((REAL(1) - alpha) * log_of(REAL(count + (has_sink ? 1 : 0))));
  REAL threshold = low, sum = REAL(1);
  for (int step_ = 0; step_ < 100; ++step_) {
    REAL2 part = REAL2(0);
    for (int n = thread; n < all_; n += THREADS) {
      REAL2 one = above_and_power(n, threshold);
      if (one.x > REAL(0)) part += REAL2(one.y, one.y / one.x);
    }
    REAL2 sums = sum_of_all(part);
    sum = sums.x;
    if (sum >= REAL(1)) low = threshold; else high = threshold;
    REAL next = threshold + (sum - REAL(1)) * (alpha - REAL(1)) / sums.y;
    if (!(next > low && next < high) || step_ > 30) next = low + (high - low) / REAL(2);
    if (!(next > low && next < high) || abs(next - threshold) < REAL(1.0e-15)) break;
    threshold = next;
  }
  for (int n = thread; n < all_; n += THREADS) put(n, above_and_power(n, threshold).y / sum);
}

// Integers ordered like scores times `direction`.
uint place_of(float score) {
  float directed = direction < 0 ? -score : score;
  uint bits = floatBitsToUint(directed == 0.0 ? 0.0 : directed);
  return (bits & 0x80000000u) != 0u ? ~bits : bits | 0x80000000u;
}
float score_of(uint place) {
  float directed = uintBitsToFloat((place & 0x80000000u) != 0u ? place & 0x7fffffffu : ~place);
  return direction < 0 ? -directed : directed;
}

int count_from(uint place) {
  REAL2 part = REAL2(0);
  for (int n = thread; n < shape.y; n += THREADS) {
    if (is_there(n) && place_of(score_at(n)) >= place) part.x += REAL(1);
  }
  return int(sum_of_all(part).x);
}

// Finds the `wanted`-th largest score bit by bit, from the highest bit.
uint place_of_largest(int wanted) {
  uint place = 0u;
  for (int bit = 31; bit >= 0; --bit) {
    uint more = place | (1u << uint(bit));
    if (count_from(more) >= wanted) place = more;
  }
  return place;
}

int count_above_sink() {
  REAL2 part = REAL2(0);
  for (int n = thread; n < shape.y; n += THREADS) {
    if (is_there(n) && value_at(n) > sink) part.x += REAL(1);
  }
  return int(sum_of_all(part).x);
}

bool is_within(float score, float centre) {
  REAL far = REAL(margins[group().z * shape.x + group().x]) + REAL(part_of_largest * abs(centre));
  return abs(REAL(score) - REAL(centre)) <= far;
}

// Defers to the engine if other scores lie close to `centre`, or if the sink and a logarithm
// decide.
void count_close(float centre) {
  REAL2 part = REAL2(0);
  for (int n = thread; n < shape.y; n += THREADS) {
    if (is_there(n) && is_within(score_at(n), centre)) part.x += REAL(1);
  }
  int found = int(sum_of_all(part).x);
  if (has_sink && (has_length || is_within(float(sink), centre))) found += has_length ? 2 : 1;
  if (thread == 0) close[group().z * shape.x + group().x] = float(found);
}

// Softmax of the k largest, and of ties with the k-th.
void topk() {
  int wanted = largest_count;
  if ((factor == REAL(0) && !has_sink) || wanted >= count + (has_sink ? 1 : 0)) {
    softmax();
    return;
  }
  bool keeps_sink = has_sink, sink_is_last = false;
  if (has_sink) {
    int above = count_above_sink();
    keeps_sink = above < wanted;
    sink_is_last = above == wanted - 1;
    if (keeps_sink) --wanted;  // the sink is one of the kept scores
  }
  uint last = wanted > 0 ? place_of_largest(wanted) : 0xffffffffu;
  count_close(sink_is_last ? float(sink) : score_of(last));
  REAL2 part = REAL2(0);
  for (int n = thread; n < all_; n += THREADS) {
    bool is_kept = n == shape.y ? keeps_sink
        : is_there(n) && (place_of(score_at(n)) >= last || (sink_is_last && value_at(n) >= sink));
    if (is_kept) part.x += exponential(z_at(n));
  }
  REAL sum = sum_of_all(part).x;
  for (int n = thread; n < shape.y; n += THREADS) {
    bool is_kept =
        is_there(n) && (place_of(score_at(n)) >= last || (sink_is_last && value_at(n) >= sink));
    put(n, is_kept ? exponential(z_at(n)) / sum : REAL(0));
  }
}

// Equal shares for the largest, or for all.
void share_equally(bool of_all) {
  REAL2 part = REAL2(0);
  for (int n = thread; n < all_; n += THREADS) {
    if (is_there(n) && (of_all || value_at(n) >= largest)) part.x += REAL(1);
  }
  REAL winners = sum_of_all(part).x;
  for (int n = thread; n < all_; n += THREADS) {
    bool wins = is_there(n) && (of_all || value_at(n) >= largest);
    put(n, wins ? REAL(1) / winners : REAL(0));
  }
}

// Each weight is independent of the others; at temperature 0 the sign of the score decides.
void sigmoid() {
  if (jumps) count_close(0.0);
  for (int n = thread; n < shape.y; n += THREADS) {
    if (!is_there(n)) {
      put(n, REAL(0));
      continue;
    }
    REAL value = value_at(n);
    REAL part = limit == 2 || value == REAL(0) ? REAL(0)
                : limit == 1                   ? sign(value) * REAL(1.0e30)
                                               : clamp(value / temperature, REAL(-1.0e30), REAL(1.0e30));
    REAL x = part + offset, e = exponential(-abs(x));
    put(n, (x < REAL(0) ? e : REAL(1)) / (REAL(1) + e));
  }
}

void relu() {
  for (int n = thread; n < shape.y; n += THREADS) {
    REAL value = is_there(n) && limit != 2 ? max(REAL(0), value_at(n)) : REAL(0);
    put(n, value == REAL(0) ? value : value / temperature / REAL(count));
  }
}

void by_sum() {
  REAL2 part = REAL2(0);
  for (int n = thread; n < shape.y; n += THREADS) {
    if (is_there(n)) part.x += value_at(n);
  }
  REAL whole = sum_of_all(part).x;
  for (int n = thread; n < shape.y; n += THREADS) {
    put(n, whole == REAL(0) || !is_there(n) ? REAL(0) : value_at(n) / whole);
  }
}

void as_they_are() {
  for (int n = thread; n < shape.y; n += THREADS) put(n, is_there(n) ? value_at(n) : REAL(0));
}

void main() {
  thread = int(gl_LocalInvocationID.x);
  first = group().z * shape.x * shape.y + group().x * steps.x;
  direction = has_length ? int(sign(length_factor)) : 1;
  best = REAL(-3.4028235e38);
  REAL2 seen = REAL2(0);
  for (int n = thread; n < shape.y; n += THREADS) {
    float score = score_at(n);
    if (is_masked(score)) continue;
    best = max(best, REAL(direction < 0 ? -score : score));
    seen.x += REAL(1);
  }
  best = largest_of_all(best);
  count = int(sum_of_all(seen).x);
  if (jumps && thread == 0) close[group().z * shape.x + group().x] = 0.0;
  if (count == 0) {
    for (int n = thread; n < shape.y; n += THREADS) put(n, REAL(0));
    return;
  }
  factor = has_length ? length_factor * log_of(REAL(count)) : REAL(1);
  largest = factor * (direction < 0 ? -best : best);
  all_ = shape.y;
  if (has_sink) {
    sink = REAL(sinks[group().z]);
    largest = max(largest, sink);
    ++all_;
  }
#ifdef LIMITS
  if (limit == 1) {
    float centre = float(direction < 0 ? -best : best);
    if (has_sink && !has_length) centre = max(centre, float(sink));
    if (direction != 0) count_close(centre);
    share_equally(false);
    return;
  }
  if (limit == 2) {
    share_equally(true);
    return;
  }
#endif
  WEIGH();
}
