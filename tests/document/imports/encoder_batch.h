#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tests/document/tensors/made_files.h"

namespace attn::test {

/// A .npy file of texts, in ASCII.
inline std::string texts_npy(const std::string& shape, const std::vector<std::string>& texts) {
  std::size_t longest = 1;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  std::string bytes;
  for (const std::string& text : texts) {
    for (std::size_t n = 0; n < longest; ++n) {
      bytes += little(n < text.size() ? static_cast<unsigned char>(text[n]) : 0, 4);
    }
  }
  return npy(shape, bytes, "<U" + std::to_string(longest));
}

/// Attention of an encoder for a batch of two sentences of 6 tokens: for each of `layers` layers
/// the weights and the scores of 4 heads, whose softmax they are. Scores of the padding at the end
/// of the second sentence are −10000.
inline std::string encoder_batch(int layers = 3) {
  constexpr int kHeads = 4, kTokens = 6;
  std::vector<std::pair<std::string, std::string>> members;
  for (int layer = 0; layer < layers; ++layer) {
    std::vector<float> scores, weights;
    for (int row = 0; row < 2 * kHeads * kTokens; ++row) {
      const bool is_padded = row >= kHeads * kTokens;
      double sum = 0;
      std::vector<float> one;
      for (int key = 0; key < kTokens; ++key) {
        const double score = 2.5 * std::sin(1.0 + 7.3 * row + 3.1 * key + 1.7 * layer * row);
        one.push_back(is_padded && key == kTokens - 1 ? -10000.F : static_cast<float>(score));
        sum += std::exp(static_cast<double>(one.back()));
      }
      for (const float score : one) {
        scores.push_back(score);
        weights.push_back(static_cast<float>(std::exp(static_cast<double>(score)) / sum));
      }
    }
    const std::string name = "blocks." + std::to_string(layer) + ".attn.hook_";
    members.emplace_back(name + "pattern.npy", npy("(2, 4, 6, 6)", floats(weights)));
    members.emplace_back(name + "attn_scores.npy", npy("(2, 4, 6, 6)", floats(scores)));
  }
  members.emplace_back(
      "tokens.npy", texts_npy("(2, 6)", {"[CLS]", "the", "cat", "slept", "##ing", "[SEP]", "[CLS]",
                                         "a", "dog", "##s", "[SEP]", "[PAD]"}));
  return zip(members);
}

}  // namespace attn::test
