#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// Which keys are left out of what is shown: much weight rests on them, and says little.
struct KeysToHide {
  bool first = false;    ///< the first token
  bool special = false;  ///< [CLS], </s> and their like
  bool any() const { return first || special; }
  bool operator==(const KeysToHide&) const = default;
};

/// What is hidden of some tokens.
struct HiddenKeys {
  std::vector<bool> shown{};  ///< of each token; empty: all are
  std::string words{};        ///< "first token hidden"; empty where none is
};

/// At least one token stays: where none would, none is hidden.
HiddenKeys hidden_keys(const std::vector<std::string>& tokens, KeysToHide hide);

/// A row that keeps less than this of its weight is not shown: what is left of it says nothing.
inline constexpr double kLeastLeft = 0.001;

/// Takes the keys that are not shown out of each row of weights, and divides what is left by its
/// sum. Rows that have less than kLeastLeft left become kMasked; answers how many.
Index hide_columns(Matrix& weights, const std::vector<bool>& shown);

}  // namespace attn
