#pragma once

#include <ostream>
#include <span>
#include <vector>

#include "engine/blocks/network.h"
#include "tests/support/random.h"

namespace attn::test {

constexpr Index kWords = 29, kWidth = 40, kHeads = 4, kKeyWidth = 12, kInner = 56, kPlaces = 90;
constexpr std::size_t kBlocks = 3;

/// A pre-norm network, with causal attention and an mlp in each block.
Network plain_network(Random& random);

/// A part that real models have, added to the plain network.
struct ModelPart {
  const char* name;
  void (*add)(Random& random, Network& network);
  bool is_causal = true;
};

void PrintTo(const ModelPart& part, std::ostream* out);

std::span<const ModelPart> model_parts();

std::vector<int> random_ids(Random& random, Index count);

}  // namespace attn::test
