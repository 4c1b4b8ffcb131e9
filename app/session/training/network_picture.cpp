#include "app/session/training/network_picture.h"

#include <utility>

#include "engine/blocks/stages.h"
#include "engine/train/learned_numbers.h"

namespace attn {

Network network_at(const Network& first, const std::vector<float>& numbers) {
  Network network = first;
  LearnedNumbers learned(network);
  learned.numbers = numbers;
  learned.write_to(network);
  return network;
}

NetworkPicture picture_of(Network network) {
  const NetworkTrace trace = evaluate_plainly(network);
  NetworkPicture picture;
  for (std::size_t n = 0; n < network.blocks.size(); ++n) {
    picture.layers.push_back(attention_of(network, trace, static_cast<Index>(n)));
  }
  picture.logits = trace.stages.back().x;
  picture.shares = picture.logits;
  for (Index row = 0; row < picture.shares.rows(); ++row) {
    auto shares = picture.shares.row(row).array();
    shares = (shares - shares.maxCoeff()).exp();
    shares /= shares.sum();
  }
  picture.network = std::move(network);
  return picture;
}

}  // namespace attn
