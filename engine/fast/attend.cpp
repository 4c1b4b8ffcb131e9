#include "engine/fast/attend.h"

#include <algorithm>
#include <numbers>

#include "engine/fast/row_block.h"
#include "engine/fast/weights.h"

namespace attn {
namespace {

Index key_room(const Kernels& kernels, const AttendShape& shape) {
  return padded(shape.keys, kernels.panel_floats) * shape.depth;
}

Index value_room(const Kernels& kernels, const AttendShape& shape) {
  return padded(shape.width, kernels.panel_floats) * shape.keys;
}

}  // namespace

bool Attend::attend_few(const AttendShape& shape, float factor, const AttendArrays& arrays) const {
  for (Index h = 0; h < shape.heads; ++h) {
    const bool done =
        kernels_.attend_few({.queries = shape.queries,
                             .keys = shape.keys,
                             .depth = shape.depth,
                             .width = shape.width,
                             .factor = factor,
                             .q = arrays.q + h * shape.queries * shape.depth,
                             .k = arrays.k + h * shape.keys * shape.depth,
                             .v = arrays.v + h * shape.keys * shape.width,
                             .weights = arrays.weights + h * shape.queries * shape.keys,
                             .output = arrays.output + h * shape.queries * shape.width});
    if (!done) return false;
  }
  return true;
}

void Attend::attend_many(const AttendShape& shape, float factor, const AttendArrays& arrays) {
  keys_.reserve(shape.heads * key_room(kernels_, shape));
  values_.reserve(shape.heads * value_room(kernels_, shape));
  rooms_.resize(static_cast<std::size_t>(pool_.threads()));
  const Index rows =
      rows_of_block(kernels_, shape.heads * shape.queries, shape.keys, pool_.threads());
  const Index blocks = (shape.queries + rows - 1) / rows;
  const bool at_once = blocks == 1;  // a head's only block packs its inputs itself
  if (!at_once) pool_.run(shape.heads, [&](Index h, int) { pack_head(shape, arrays, h); });
  pool_.run(shape.heads * blocks, [&](Index n, int worker) {
    if (at_once) pack_head(shape, arrays, n);
    const Index first = n % blocks * rows;
    attend_rows(shape, factor, arrays, n / blocks, first, std::min(rows, shape.queries - first),
                rooms_[static_cast<std::size_t>(worker)]);
  });
}

void Attend::pack_head(const AttendShape& shape, const AttendArrays& arrays, Index h) {
  const Index panel = kernels_.panel_floats;
  pack_transposed(arrays.k + h * shape.keys * shape.depth, shape.depth, 0, shape.keys, panel,
                  keys_.data() + h * key_room(kernels_, shape));
  pack(arrays.v + h * shape.keys * shape.width, shape.keys, shape.width, 0, shape.keys, panel,
       values_.data() + h * value_room(kernels_, shape));
}

void Attend::attend_rows(const AttendShape& shape, float factor, const AttendArrays& arrays,
                         Index h, Index first, Index count, Room& room) const {
  const Index step = row_step(shape.keys);
  const Index width = padded(shape.width, kernels_.panel_floats);
  const Index row = h * shape.queries + first;
  float* tile = room.tile.reserve(count * step);
  float* sums = room.sums.reserve(count * width);
  room.factors.resize(static_cast<std::size_t>(count));
  kernels_.multiply({.left = arrays.q + row * shape.depth,
                     .left_step = shape.depth,
                     .rows = count,
                     .panels = keys_.data() + h * key_room(kernels_, shape),
                     .depth = shape.depth,
                     .cols = shape.keys,
                     .factor = static_cast<double>(factor) * std::numbers::log2e,
                     .result = tile,
                     .result_step = step});
  for (Index r = 0; r < count; ++r) {
    float* scores = tile + r * step;
    room.factors[static_cast<std::size_t>(r)] =
        weigh_row(kernels_, scores, shape.keys, 1, scores).factor();
  }
  kernels_.accumulate(
      {.left = tile,
       .left_step = step,
       .rows = count,
       .panels = values_.data() + h * value_room(kernels_, shape),
       .depth = shape.keys,
       .cols = shape.width,
       .sums = sums,
       .sums_step = width,
       .copy = {.to = arrays.weights + row * shape.keys,
                .step = shape.keys,
                .factors = room.factors.data(),
                .past_caches = is_large(shape.heads * shape.queries * shape.keys)}});
  kernels_.end_stream();
  for (Index r = 0; r < count; ++r) {
    kernels_.scale(sums + r * width, shape.width, room.factors[static_cast<std::size_t>(r)],
                   arrays.output + (row + r) * shape.width);
  }
}

}  // namespace attn
