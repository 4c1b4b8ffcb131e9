#pragma once

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "engine/blocks/stages.h"

namespace attn::test {

/// Cell (i, j) of a stage's x, and one that it follows from: of which stage, and where there.
using StagePair = std::tuple<Index, Index, std::size_t, Index, Index>;

/// Some columns: the first and the last are among them.
inline std::set<Index> some_columns(Index count) { return {0, count / 3, count / 2, count - 1}; }

inline std::set<StagePair> said_pairs(const Network& network, const Stage& stage, const Matrix& x) {
  std::set<StagePair> said;
  for (Index i = 0; i < x.rows(); ++i) {
    for (const Index j : some_columns(x.cols())) {
      for (const StageCells& cells : feeding_cells(network, stage, {i, j})) {
        for (Index r = cells.row; r < cells.row + cells.rows; ++r) {
          for (Index c = cells.column; c < cells.column + cells.columns; ++c) {
            said.insert({i, j, cells.stage, r, c});
          }
        }
      }
    }
  }
  return said;
}

/// Which cells change with others, one at a time. `number` is that of stage `from` at (r, c), which
/// make() reads.
template <typename Make>
void add_changed(float& number, std::size_t from, Cell at, const Matrix& x, const Make& make,
                 std::set<StagePair>& changed) {
  const float now = number;
  const float much = 40 + 2 * std::abs(now);
  for (const float by : {0.75F, -0.75F, much, -much}) {
    number = now + by;
    const Matrix after = make();
    for (Index i = 0; i < x.rows(); ++i) {
      for (const Index j : some_columns(x.cols())) {
        if (x(i, j) != after(i, j)) changed.insert({i, j, from, at.query, at.key});
      }
    }
  }
  number = now;
}

/// Each stage of the network has the shape that its kind says, and follows from the cells that are
/// said to feed it, and from no others. With zeros among its numbers not all of these count.
inline void expect_stages_as_said(Network network, bool has_zeros = false) {
  // So that no key weighs too little to be seen to count.
  for (Block& block : network.blocks) {
    if (block.attention) block.attention->normalizer.temperature *= 16;
  }
  NetworkTrace trace = evaluate_plainly(network);
  const std::vector<Stage> stages = stages_of(network);
  for (std::size_t n = 0; n < stages.size(); ++n) {
    const Stage& stage = stages[n];
    SCOPED_TRACE("stage " + std::to_string(n) + ", " + stage.place);
    const Matrix& x = trace.stages[n].x;
    const Shape shape = stage.kind->shape(network);
    EXPECT_EQ(x.rows(), shape.rows.count);
    EXPECT_EQ(x.cols(), shape.cols.count);
    const auto make = [&] {
      StageTrace made;
      stage.kind->forward(network, stage, trace.stages, made);
      return made.x;
    };
    const bool reads_none = stage.input == n;
    std::set<std::size_t> sources{stage.input};
    if (stage.kind->id == "residual") sources.insert(stage.skip);
    std::set<StagePair> changed;
    for (const std::size_t from : sources) {
      const Index rows = reads_none ? network.embedding->rows() : trace.stages[from].x.rows();
      for (Index r = 0; r < rows; ++r) {
        for (Index c = 0; c < network.width(); ++c) {
          float& number = reads_none ? network.embedding.edit()(r, c) : trace.stages[from].x(r, c);
          add_changed(number, from, {r, c}, x, make, changed);
        }
      }
    }
    const std::set<StagePair> said = said_pairs(network, stage, x);
    EXPECT_TRUE(std::ranges::includes(said, changed));
    EXPECT_TRUE(said == changed || has_zeros);
  }
}

}  // namespace attn::test
