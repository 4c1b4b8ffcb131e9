#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/attention/scene.h"
#include "engine/attention/shapes.h"
#include "engine/attention/trace.h"
#include "engine/attention/where.h"
#include "engine/base/matrix.h"

namespace attn {

// The way from the inputs to the output, matrix by matrix. Whoever shows, names or follows it walks
// this table, so that none has to know the order by itself.

/// What the rows, or the columns, of a matrix are of.
enum class Axis { kPlain, kQueries, kKeys };

/// What another part is computed from, and how much of it cell (i, j) takes.
struct Feed {
  enum class Reach {
    kRow,     ///< i
    kColumn,  ///< j
    kTurned,  ///< j, and what the position turns together with it in row i
    kSeen,    ///< the keys that query i sees
    kAll,
  };
  Where where;
  Reach rows = Reach::kAll, columns = Reach::kAll;
  std::string_view joined{};  ///< how a formula joins it to what is before it: "+", "·", ","
  Index first = 0;            ///< the column in which its own first one stands
};

/// A row of the table. A function that is null is one of nothing.
struct PartKind {
  Part part;
  std::string_view id;      ///< "w_q", as in the scene file and in lessons
  std::string_view symbol;  ///< "W_Q"
  Axis rows = Axis::kPlain, columns = Axis::kPlain;
  bool is_of_head = false;
  /// Null for a matrix of the scene, which says it itself.
  Shape (*shape)(const Scene& scene, std::size_t h) = nullptr;
  /// Where the scene or the trace has it as a matrix; null where they don't.
  const Matrix* (*held)(const Scene& scene, const Trace& trace, std::size_t h) = nullptr;
  /// The same for what `held` doesn't find; empty for a matrix that the head does not have.
  Matrix (*made)(const Scene& scene, const Trace& trace, std::size_t h) = nullptr;
  /// What it is computed from in one step, in the order in which its formula has it. Null for an
  /// input. Of scenes that can be shown: biases, norms, gates, forget gates, own scores and what is
  /// subtracted, which came with version 2 of the scene format, are not parts yet.
  std::vector<Feed> (*feeds)(const Scene& scene, std::size_t h) = nullptr;
  std::string (*formula)(const Scene& scene, std::size_t h) = nullptr;
  /// Whether the trace may hold numbers of its own for it.
  bool (*is_traced)(const Scene& scene) = nullptr;
};

/// In the order in which they are computed: each after all that feed it.
std::span<const PartKind> part_kinds();
const PartKind& part_kind(Part part);

/// The rows and columns of a part that the scene has.
Shape shape_of(const Scene& scene, const Where& where);
/// Empty for an input.
std::vector<Feed> feeds_of(const Scene& scene, const Where& where);

/// How many numbers, of 4 bytes, the trace of a scene has at most.
double numbers_in_trace(const Scene& scene);

/// What the score function multiplies its result with: 1 where there is no such thing.
double score_factor(const Scene& scene, std::size_t head);

/// The same score function without that factor.
Score plain_score(const Score& score);

}  // namespace attn
