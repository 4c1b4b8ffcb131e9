#pragma once

#include <string>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// Keys to leave out: they get much weight but carry little information.
struct KeysToHide {
  bool first = false;    ///< first token
  bool special = false;  ///< [CLS], </s> and similar
  bool any() const { return first || special; }
  bool operator==(const KeysToHide&) const = default;
};

/// Hidden keys among some tokens.
struct HiddenKeys {
  std::vector<bool> shown{};  ///< one for each token; empty: all are shown
  std::string words{};        ///< "first token hidden"; empty: none
};

/// At least one token stays visible: otherwise none is hidden.
HiddenKeys hidden_keys(const std::vector<std::string>& tokens, KeysToHide hide);

/// Rows that keep less weight than this are not shown, as the rest is meaningless.
inline constexpr double kLeastLeft = 0.001;

/// Removes hidden keys from each row of weights, and divides the rest by its sum. Rows with less
/// than kLeastLeft left become kMasked; returns their number.
Index hide_columns(Matrix& weights, const std::vector<bool>& shown);

}  // namespace attn
