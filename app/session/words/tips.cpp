#include "app/session/words/tips.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>
#include <vector>

#include "assets/assets.h"

namespace attn {
namespace {

using enum Measure;
using enum Goes;

/// Words of a claim, by measure.
struct ClaimWords {
  std::string_view up, down;
};
constexpr std::array<ClaimWords, 8> kClaimWords = {{
    {"", ""},
    {"more keys count", "fewer keys count"},
    {"more keys are seen", "fewer keys are seen"},
    {"far keys count more", "far keys count less"},
    {"near positions look more alike", "near positions look less alike"},
    {"positions move the embeddings more", "positions move the embeddings less"},
    {"the sum of the weights grows", "the sum of the weights falls"},
    {"more keys count, if weights sum to 1", "fewer keys count, if weights sum to 1"},
}};

constexpr std::string_view kLarger = ". Larger: ";

/// Claim with these words.
Claim claim_of(std::string_view words) {
  for (std::size_t n = 1; n < kClaimWords.size(); ++n) {
    const auto measure = static_cast<Measure>(n);
    if (kClaimWords[n].up == words) return {measure, up};
    if (kClaimWords[n].down == words) return {measure, down};
  }
  throw std::logic_error("no claim of a tip is " + std::string(words));
}

/// Parses "temperature: The scores are divided by it. Larger: more keys count".
TipText tip_in(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) throw std::logic_error("no tip is " + std::string(line));
  TipText tip{line.substr(0, colon), line.substr(std::min(line.size(), colon + 2)), {}};
  if (const auto at = tip.sentence.find(kLarger); at != std::string_view::npos) {
    tip.claim = claim_of(tip.sentence.substr(at + kLarger.size()));
    tip.sentence = tip.sentence.substr(0, at);
  }
  return tip;
}

/// Rows of assets/tips.txt; the first match counts.
const std::vector<TipText>& tips() {
  static const std::vector<TipText> all = [] {
    std::vector<TipText> found;
    std::string_view text = asset("assets/tips.txt");
    while (!text.empty()) {
      const std::string_view line = text.substr(0, text.find('\n'));
      if (!line.empty() && !line.starts_with(';')) found.push_back(tip_in(line));
      text.remove_prefix(std::min(text.size(), line.size() + 1));
    }
    return found;
  }();
  return all;
}

/// Returns whether `name` matches `pattern`.
bool fits(std::string_view pattern, std::string_view name) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char wanted = pattern[i];
    if (wanted == '*' && i + 1 == pattern.size()) return true;
    if (wanted == '*') {  // matches anything, up to the rest of the pattern
      return name.size() >= pattern.size() - 1 && name.ends_with(pattern.substr(i + 1));
    }
    if (wanted == '#') {
      const std::size_t begin = at;
      while (at < name.size() && std::isdigit(static_cast<unsigned char>(name[at])) != 0) ++at;
      if (at == begin) return false;
    } else if (at >= name.size() || name[at++] != wanted) {
      return false;
    }
  }
  return at == name.size();
}

}  // namespace

std::span<const TipText> tip_texts() { return tips(); }

std::optional<TipText> tip_text(std::string_view control) {
  for (const TipText& tip : tips()) {
    if (fits(tip.pattern, control)) return tip;
  }
  return std::nullopt;
}

std::string claim_words(Claim claim) {
  const ClaimWords& words = kClaimWords[static_cast<std::size_t>(claim.measure)];
  return std::string(claim.when_larger == up ? words.up : words.down);
}

std::optional<std::string> tip_of(std::string_view control) {
  const auto tip = tip_text(control);
  if (!tip) return std::nullopt;
  const std::string claim = claim_words(tip->claim);
  return std::string(tip->sentence) + (claim.empty() ? "" : std::string(kLarger) + claim);
}

}  // namespace attn
