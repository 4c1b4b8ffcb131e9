#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "engine/attention/scene.h"
#include "engine/attention/shapes.h"
#include "engine/attention/trace.h"
#include "engine/attention/where.h"
#include "engine/base/matrix.h"

namespace attn {

// Table of the matrices between inputs and output. All code that computes, shows, names or traces
// them reads this table, so that the order is defined in one place.

/// Meaning of the rows, or columns, of a matrix.
enum class Axis { kPlain, kQueries, kKeys };

/// Set of rows, or columns, of a matrix: a few, or possibly all.
class FewLines {
 public:
  static constexpr std::size_t kFew = 4;

  bool all() const { return all_; }
  bool none() const { return !all_ && count_ == 0; }
  /// The lines, if they are few; empty if all.
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

/// Inputs of parts in addition to the trace.
struct Computation {
  const Scene& scene;
  BoolMatrix visible;  ///< visible_keys(scene)
};

/// Row of the table. Null functions do not apply.
struct PartKind {
  Part part;
  std::string_view id;        ///< id in lessons
  std::string_view symbol;    ///< in the TeX of its formula: "S"
  std::string_view key{};     ///< for inputs: key in the scene file, or in its head
  std::string_view result{};  ///< key in the result of a scene, or of a head in it
  std::string_view plural{};  ///< in messages about float32's range: "queries"
  Axis rows = Axis::kPlain, columns = Axis::kPlain;
  bool is_of_head = false;
  Shape (*shape)(const Scene& scene, std::size_t h) = nullptr;
  /// The matrix in the scene or trace; null if not stored there.
  const Matrix* (*held)(const Scene& scene, const Trace& trace, std::size_t h) = nullptr;
  /// The matrix if `held` is null; empty if the head does not have it.
  Matrix (*made)(const Scene& scene, const Trace& trace, std::size_t h) = nullptr;
  /// For inputs: replaces the matrix, or adds it if absent.
  void (*set)(Scene& scene, std::size_t h, const Matrix& numbers) = nullptr;
  /// For inputs: its numbers, with equal addresses in scenes that share them; empty if absent.
  std::span<const float> (*numbers)(const Scene& scene, std::size_t h) = nullptr;
  /// For inputs: rows that differ in `to`; all if it has another shape or is absent.
  FewLines (*changed)(const Scene& from, const Scene& to, std::size_t h) = nullptr;
  /// Returns whether the part is computed differently in `to`, of equal size, regardless of inputs.
  bool (*differ)(const Attention& from, const Attention& to, std::size_t h) = nullptr;
  /// Returns whether the trace may store the part.
  bool (*is_traced)(const Scene& scene, std::size_t h) = nullptr;
  /// Computes the part from earlier parts of the trace. Returns false if a number exceeds float32's
  /// range; positions throw SceneError then, at `/position`.
  bool (*compute)(const Computation& from, std::size_t h, Trace& trace) = nullptr;
  /// Inputs of one step. Null for inputs.
  void (*feeds)(const Scene& scene, std::size_t h, Feeds& feeds) = nullptr;
  /// Formula in the TeX of app/document/formulas/formula.h.
  std::string (*formula)(const Scene& scene, std::size_t h) = nullptr;
};

/// In order of computation: each after all its inputs.
std::span<const PartKind> part_kinds();
const PartKind& part_kind(Part part);

/// Rows and columns of a part; 0 if the scene does not have it.
Shape shape_of(const Scene& scene, const Where& where);
/// Inputs of a matrix in one step; empty for an input of the scene. All belong to the same block.
Feeds feeds_of(const Scene& scene, const Where& where);

/// Prefix of names in a network's block: "blocks.1."; empty for block 0, a scene's own.
std::string prefix_of_block(Index block);
/// Name of the controls and lights of a matrix: "heads.0.w_q", "embeddings"; for computed parts the
/// id. In a block "blocks.1.heads.0.w_q".
std::string name_of(const Where& where);
/// Input, or part of queries and keys in a head, with this name; computed parts get head 0. Empty
/// for unknown names.
std::optional<Where> find_named(std::string_view name);

/// Throws SceneError for numbers beyond float32's range, at the head or stage.
[[noreturn]] void fail_out_of_range(const Where& where);

/// Upper bound of the count of numbers, of 4 bytes, in the trace of a scene: as a double, which
/// cannot overflow.
double numbers_in_trace(const Scene& scene);

}  // namespace attn
