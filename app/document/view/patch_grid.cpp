#include "app/document/view/patch_grid.h"

#include <cmath>
#include <string>
#include <vector>

#include "engine/attention/score.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr Index kUsualSkips[] = {0, 1, 5, 2, 3, 4};  // class token; with four registers; others
constexpr Index kFewestGuessed = 4;                  // patches

/// Side of a square of `count` patches, if it is one and large enough to be guessed.
std::optional<Index> side_of(Index count) {
  if (count < kFewestGuessed) return std::nullopt;
  const auto side = static_cast<Index>(std::lround(std::sqrt(static_cast<double>(count))));
  return side * side == count ? std::optional(side) : std::nullopt;
}

std::optional<PatchGrid> guessed_grid(Index keys, std::optional<Index> skip) {
  for (const Index usual : kUsualSkips) {
    const Index before = skip.value_or(usual);
    if (const auto side = side_of(keys - before)) return PatchGrid{*side, *side, before, true};
  }
  return std::nullopt;
}

std::string size_words(const ViewOptions::Patches& options) {
  return std::to_string(options.rows) + "x" + std::to_string(options.columns);
}

[[noreturn]] void refuse_size(Index most, const std::string& found) {
  throw PatchGridError("patches", "expected ROWSxCOLUMNS with at most " + std::to_string(most) +
                                      (most == 1 ? " patch" : " patches") + ", found " + found);
}

/// Returns whether no token has a name of its own, as in dumps without tokens.
bool are_numbered(const std::vector<std::string>& tokens) {
  for (std::size_t n = 0; n < tokens.size(); ++n) {
    if (tokens[n] != std::to_string(n)) return false;
  }
  return true;
}

}  // namespace

std::optional<Cell> PatchGrid::patch(Index key) const {
  const Index n = key - skip;
  if (n < 0 || n >= count()) return std::nullopt;
  return Cell{n / columns, n % columns};
}

PatchGrid patch_grid(Index keys, const ViewOptions::Patches& options) {
  if (options.skip && *options.skip >= keys) {
    throw PatchGridError("skip", "expected less than " + std::to_string(keys) +
                                     " (keys of the scene), found " +
                                     std::to_string(*options.skip));
  }
  if (!options.is_sized()) {
    if (const auto grid = guessed_grid(keys, options.skip)) return *grid;
    throw PatchGridError(
        "patches", "expected ROWSxCOLUMNS: " + counted(keys - options.skip.value_or(0), "key") +
                       " can be no square of patches");
  }
  const Index count = options.count();
  if (count > keys) refuse_size(keys, size_words(options));
  const Index rest = keys - count, skip = options.skip.value_or(rest);
  if (skip > rest) {
    throw PatchGridError("skip", "expected at most " + std::to_string(rest) + " before " +
                                     size_words(options) + " patches, found " +
                                     std::to_string(skip));
  }
  return {options.rows, options.columns, skip, false};
}

std::string patch_grid_words(const PatchGrid& grid) {
  return std::to_string(grid.rows) + " × " + std::to_string(grid.columns) + " patches" +
         (grid.skip > 0 ? " behind " + counted(static_cast<std::size_t>(grid.skip), "token") : "") +
         (grid.is_guessed ? ": guessed" : "");
}

bool has_patches(const Scene& scene, const ViewOptions& options) {
  const ViewOptions::Patches& patches = options.patches;
  if (patches.is_sized()) return true;  // if they cannot be, the view says what is wrong
  if (!has_given_scores(scene.score) && !are_numbered(scene.tokens)) return false;
  try {
    patch_grid(scene.key_count(), patches);
    return true;
  } catch (const PatchGridError&) {
    return false;
  }
}

bool are_queries_keys(const Scene& scene) {
  return !scene.queries || scene.queries->tokens == scene.tokens;
}

Index patch_query(const Scene& scene, const PatchGrid& grid, const std::optional<Cell>& selection) {
  const Index last = scene.query_count() - 1;
  if (selection) return clamped<Index>(selection->query, 0, last);
  return grid.skip > 0 && are_queries_keys(scene) ? 0 : last;
}

}  // namespace attn
