#include "app/document/imports/hidden_keys.h"

#include <algorithm>

#include "app/document/imports/token_marks.h"
#include "engine/attention/trace.h"

namespace attn {

HiddenKeys hidden_keys(const std::vector<std::string>& tokens, KeysToHide hide) {
  HiddenKeys hidden;
  if (!hide.any() || tokens.empty()) return hidden;
  std::size_t special = 0;
  hidden.shown.assign(tokens.size(), true);
  for (std::size_t n = 0; n < tokens.size(); ++n) {
    const bool is_first = hide.first && n == 0;
    if (is_first) hidden.shown[n] = false;
    if (is_first || !hide.special || !is_special_token(tokens[n])) continue;
    hidden.shown[n] = false;
    ++special;
  }
  const auto count = static_cast<std::size_t>(std::ranges::count(hidden.shown, false));
  if (count == 0 || count == tokens.size()) return {};
  if (hide.first) hidden.words = "first token";
  if (special > 0) {
    hidden.words += (hide.first ? " and " : "") + std::to_string(special) + " special token" +
                    (special > 1 ? "s" : "");
  }
  hidden.words += " hidden";
  return hidden;
}

Index hide_columns(Matrix& weights, const std::vector<bool>& shown) {
  Index lost = 0;
  for (Index i = 0; i < weights.rows(); ++i) {
    auto row = weights.row(i);
    double left = 0;
    for (Index j = 0; j < row.cols(); ++j) {
      if (!shown[static_cast<std::size_t>(j)]) row(j) = 0;
      left += static_cast<double>(row(j));
    }
    if (left < kLeastLeft) {
      row.setConstant(kMasked);
      ++lost;
    } else {
      row *= static_cast<float>(1 / left);
    }
  }
  return lost;
}

}  // namespace attn
