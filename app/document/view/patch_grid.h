#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "app/document/view/view_options.h"
#include "engine/attention/scene.h"
#include "engine/attention/trace.h"

namespace attn {

/// Patches of an image among the keys of a vision transformer: `rows` x `columns` of them, row by
/// row, behind `skip` other tokens (class, registers). The keys after them are other tokens, too.
struct PatchGrid {
  Index rows = 0, columns = 0, skip = 0;
  bool is_guessed = false;  ///< rows and columns follow from the number of keys
  bool operator==(const PatchGrid&) const = default;

  Index count() const { return rows * columns; }
  /// Key of a patch.
  Index key(Cell patch) const { return skip + patch.query * columns + patch.key; }
  /// Row and column of a key; empty if it is no patch.
  std::optional<Cell> patch(Index key) const;
  /// Key of the n-th token that is no patch, and its inverse.
  Index other_key(Index n) const { return n < skip ? n : n + count(); }
  Index other(Index key) const { return key < skip ? key : key - count(); }
};

/// Thrown for a grid that the keys cannot have. The message has no option's name: "expected
/// ROWSxCOLUMNS with at most 197 patches, found 20x20".
struct PatchGridError : std::runtime_error {
  PatchGridError(std::string_view of, const std::string& words)
      : std::runtime_error(words), option(of) {}
  std::string_view option;  ///< the wrong one: "patches" or "skip"
};

/// Grid of `keys` by the options. Without rows and columns, a square behind the usual numbers of
/// other tokens (0, 1, 5, 2, 3, 4) is guessed; without a number of other tokens, all keys but the
/// patches are before them. Throws PatchGridError.
PatchGrid patch_grid(Index keys, const ViewOptions::Patches& options);

/// Number of patches in words: "14 × 14 patches behind 1 token: guessed".
std::string patch_grid_words(const PatchGrid& grid);

/// Returns whether the keys count as patches unasked: rows and columns are set; or a grid can be
/// guessed, and scores are given, as in imported attention, or no token has a name.
bool has_patches(const Scene& scene, const ViewOptions& options);

/// Returns whether query n is the token of key n: then patches are queries, too.
bool are_queries_keys(const Scene& scene);

/// Query whose row is shown: the selected one, else the first token before the patches (the class
/// token), else the last.
Index patch_query(const Scene& scene, const PatchGrid& grid, const std::optional<Cell>& selection);

}  // namespace attn
