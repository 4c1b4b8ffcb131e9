#include "app/session/training/network_picture.h"

#include <algorithm>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/blocks/stages.h"
#include "engine/gradients/given_numbers.h"
#include "engine/train/learned_numbers.h"

namespace attn {
namespace {

template <typename Given>
constexpr bool kIsNumber = std::is_same_v<std::remove_cvref_t<Given>, float>;

struct GivenNumbers {
  Index rows = 1;
  std::vector<float> numbers{};
};

}  // namespace

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

bool put_back(const Scene& scene, Index layer, Network& network) {
  std::map<std::string, GivenNumbers> given;
  visit_attention_numbers(scene, "", [&](const std::string& place, const auto& numbers) {
    if constexpr (kIsNumber<decltype(numbers)>) {
      given[place] = {1, {numbers}};
    } else {
      given[place] = {numbers->rows(), {numbers->data(), numbers->data() + numbers->size()}};
    }
  });
  Attention& attention = *network.blocks[static_cast<std::size_t>(layer)].attention;
  visit_attention_numbers(attention, "", [&](const std::string& place, auto& numbers) {
    constexpr bool is_number = kIsNumber<decltype(numbers)>;
    const auto found = given.find(place);
    if (found == given.end() || !is_learned_at(place, is_number)) return;
    if constexpr (is_number) {
      numbers = found->second.numbers.front();
    } else {
      const auto& [rows, all] = found->second;
      if (rows != numbers->rows() || std::ssize(all) != numbers->size()) return;
      std::ranges::copy(all, numbers.edit().data());
    }
  });
  return attention == static_cast<const Attention&>(scene);
}

}  // namespace attn
