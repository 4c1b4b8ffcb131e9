#include "app/session/training/opened_layer.h"

#include <algorithm>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

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
