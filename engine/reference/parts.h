#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/attention/scene.h"
#include "engine/attention/shapes.h"
#include "engine/attention/trace.h"
#include "engine/attention/where.h"
#include "engine/base/matrix.h"
#include "engine/reference/compute_parts.h"

namespace attn {

// The way from the inputs to the output, matrix by matrix. Whoever computes, shows, names or
// follows it walks this table, so that none has to know the order by itself.

/// What the rows, or the columns, of a matrix are of.
enum class Axis { kPlain, kQueries, kKeys };

/// Rows, or columns, of a matrix: few of them, or perhaps all.
class FewLines {
 public:
  static constexpr std::size_t kFew = 4;

  bool all() const { return all_; }
  bool none() const { return !all_ && count_ == 0; }
  /// Those that there are where they are few; none where it is all.
  std::span<const Index> some() const { return {some_.data(), all_ ? 0 : count_}; }
  void add(Index line);
  void add(const FewLines& lines);
  void add_all() { all_ = true; }
  bool has(Index line) const;
  bool operator==(const FewLines& other) const;

 private:
  bool all_ = false;
  std::size_t count_ = 0;
  std::array<Index, kFew> some_{};
};

/// A row of the table. A function that is null is one of nothing.
struct PartKind {
  Part part;
  std::string_view id;        ///< as lessons call it
  std::string_view symbol;    ///< in the TeX of its formula: "S"
  std::string_view key{};     ///< of an input: where the scene file, or its head, has it
  std::string_view result{};  ///< where the result of a scene, or of a head in it, has it
  std::string_view plural{};  ///< of what can leave float32's range: "queries"
  Axis rows = Axis::kPlain, columns = Axis::kPlain;
  bool is_of_head = false;
  Shape (*shape)(const Scene& scene, std::size_t h) = nullptr;
  /// Where the scene or the trace has it as a matrix; null where they don't.
  const Matrix* (*held)(const Scene& scene, const Trace& trace, std::size_t h) = nullptr;
  /// The same for what `held` doesn't find; empty for a matrix that the head does not have.
  Matrix (*made)(const Scene& scene, const Trace& trace, std::size_t h) = nullptr;
  /// Of an input: puts another in its place, or gives it where it is absent.
  void (*set)(Scene& scene, std::size_t h, const Matrix& numbers) = nullptr;
  /// Of an input: its numbers, which are the same, not equal, in scenes that share them; empty
  /// where it is absent.
  std::span<const float> (*numbers)(const Scene& scene, std::size_t h) = nullptr;
  /// Of an input: the rows that differ in `to`; all, where it is of another shape or absent.
  FewLines (*changed)(const Scene& from, const Scene& to, std::size_t h) = nullptr;
  /// Whether it is computed otherwise in `to`, which is of the same size, whatever feeds it.
  bool (*differ)(const Attention& from, const Attention& to, std::size_t h) = nullptr;
  /// Whether the trace may hold numbers of its own for it.
  bool (*is_traced)(const Scene& scene, std::size_t h) = nullptr;
  /// Puts it into the trace, of which it reads what was computed before. False where a number
  /// leaves float32's range.
  bool (*compute)(const Computation& from, std::size_t h, Trace& trace) = nullptr;
  /// What it is computed from in one step. Null for an input.
  void (*feeds)(const Scene& scene, std::size_t h, Feeds& feeds) = nullptr;
  /// In the TeX of app/document/formulas/formula.h.
  std::string (*formula)(const Scene& scene, std::size_t h) = nullptr;
};

/// In the order in which they are computed: each after all that feed it.
std::span<const PartKind> part_kinds();
const PartKind& part_kind(Part part);

/// The rows and columns of a part; none of one that the scene does not have.
Shape shape_of(const Scene& scene, const Where& where);
/// Empty for an input. All are of the same block.
Feeds feeds_of(const Scene& scene, const Where& where);

/// What names begin with in a network's block: "blocks.1."; empty for block 0, a scene's own.
std::string prefix_of_block(Index block);
/// How the controls and lights of a matrix are called: "heads.0.w_q", "embeddings"; of what is
/// computed, its id. In a block "blocks.1.heads.0.w_q".
std::string name_of(const Where& where);
/// The input, or what each head has of queries and keys, that has this name; heads of what is
/// computed are 0. Nothing where none has.
std::optional<Where> find_named(std::string_view name);

/// Throws SceneError that says that its numbers leave float32's range, at the head or the stage.
[[noreturn]] void fail_out_of_range(const Where& where);

/// How many numbers, of 4 bytes, the trace of a scene has at most: as a double, which no product of
/// sizes leaves.
double numbers_in_trace(const Scene& scene);

}  // namespace attn
