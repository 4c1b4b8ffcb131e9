#include "app/figure/numbers/feeding_cells.h"

#include <algorithm>
#include <cmath>

#include "engine/attention/combine.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/attention/shift.h"

namespace attn {
namespace {

using Kind = Part::Kind;

/// Finds what feeds the cells of one scene.
class Feeds {
 public:
  Feeds(const Scene& scene, const BoolMatrix& seen) : scene_(scene), seen_(seen) {}

  std::vector<CellRange> of(const Part& part, Cell cell) {
    head_ = part.head;
    i_ = cell.query;
    j_ = cell.key;
    find(part.kind);
    return std::move(found_);
  }

 private:
  const Head& head() const { return scene_.heads[static_cast<std::size_t>(head_)]; }
  std::size_t h() const { return static_cast<std::size_t>(head_); }
  Part mine(Kind kind) const { return {kind, head_}; }

  void add(CellRange range) { found_.push_back(range); }
  void add_cell(Part part, Index row, Index column) { add({part, row, 1, column, 1}); }
  void add_row(Part part, Index row, Index width) { add({part, row, 1, 0, width}); }

  void find(Kind kind) {
    switch (kind) {
      case Kind::x:
        return sum({Kind::embeddings}, {Kind::position});
      case Kind::query_x:
        return sum({Kind::query_embeddings}, {Kind::query_position});
      case Kind::q:
        return projected(query_x(), scene_.query_embeddings().cols(), Kind::w_q, head().w_q,
                         rotated());
      case Kind::k:
        return projected({Kind::x}, scene_.embeddings->cols(), Kind::w_k, head().w_k, rotated());
      case Kind::v:
        return projected({scene_.values ? Kind::values : Kind::x}, value_width(scene_), Kind::w_v,
                         head().w_v, {j_, 1});
      case Kind::raw:
        return raw();
      case Kind::scores:
        return scores();
      case Kind::weights:
        return weights();
      case Kind::head_output:
        return mixed();
      case Kind::output:
        return combined();
      default:
        return;  // an input
    }
  }

  Part query_x() const { return {scene_.queries ? Kind::query_x : Kind::x}; }

  void sum(Part embeddings, Part position) {
    add_cell(embeddings, i_, j_);
    if (scene_.position.kind->table) add_cell(position, i_, j_);
  }

  struct Columns {
    Index first, count;
  };
  /// Those that are turned into column j; at index 0 nothing turns.
  Columns rotated() const {
    if (!scene_.position.kind->rotate || i_ == 0) return {j_, 1};
    return {j_ / 2 * 2, 2};
  }

  void projected(Part from, Index width, Kind weights, const std::optional<Cow<Matrix>>& given,
                 Columns columns) {
    if (!given) return add({from, i_, 1, columns.first, columns.count});
    add_row(from, i_, width);
    add({mine(weights), 0, width, columns.first, columns.count});
  }

  void raw() {
    add_row(mine(Kind::q), i_, width_of_q(scene_, h()));
    add_row(mine(Kind::k), j_, width_of_k(scene_, h()));
    const auto uses = [&](std::string_view key) {
      return std::ranges::any_of(scene_.score.kind->head_parameters,
                                 [&](const Parameter& one) { return one.key == key; });
    };
    if (uses("w_a") && head().w_a) {
      add({mine(Kind::w_a), 0, (*head().w_a)->rows(), 0, (*head().w_a)->cols()});
    }
    if (uses("v") && head().v) add_row(mine(Kind::energy), 0, (*head().v)->cols());
  }

  void scores() {
    if (seen_(i_, j_)) {
      if (score_factor(scene_, h()) != 0) add_cell(mine(Kind::raw), i_, j_);
      if (shifts_scores(scene_)) add_cell(mine(Kind::shift), i_, j_);
    }
    if (!scene_.masks.empty()) add_cell({Kind::seen}, i_, j_);
  }

  /// Calls `add_keys` with each run of keys that query i sees.
  template <typename AddKeys>
  void each_seen(AddKeys add_keys) const {
    for (Index j = 0; j < seen_.cols(); ++j) {
      if (!seen_(i_, j)) continue;
      const Index first = j;
      while (j < seen_.cols() && seen_(i_, j)) ++j;
      add_keys(first, j - first);
    }
  }

  void weights() {
    // A lone key weighs 1 and, at an infinite temperature, all weigh alike, whatever they score.
    const bool is_fixed = seen_.row(i_).count() == 1 || std::isinf(scene_.normalizer.temperature);
    if (!seen_(i_, j_) || is_fixed) return;
    each_seen([&](Index first, Index count) { add({mine(Kind::scores), i_, 1, first, count}); });
  }

  void mixed() {
    each_seen([&](Index first, Index count) {
      add({mine(Kind::weights), i_, 1, first, count});
      add({mine(Kind::v), first, count, j_, 1});
    });
  }

  void combined() {
    const Combine& combine = scene_.combine;
    const auto uses = [&](std::string_view id) { return combine.kind->id == id; };
    if (uses("concat") && !combine.w_o) return concatenated();
    const bool mixes_columns = uses("concat") || uses("projection");
    Index above = 0;
    for (std::size_t n = 0; n < scene_.heads.size(); ++n) {
      const auto one = static_cast<Index>(n);
      const Index width = width_of_v(scene_, n);
      if (mixes_columns) {
        add_row({Kind::head_output, one}, i_, width);
      } else {
        add_cell({Kind::head_output, one}, i_, j_);
      }
      if (uses("projection")) add({{Kind::projection, one}, 0, width, j_, 1});
      above += width;
    }
    if (uses("concat")) add({{Kind::w_o}, 0, above, j_, 1});
    if (uses("weighted")) add_row({Kind::head_weight}, 0, combine.w->cols());
  }

  /// Column j of the output is one of one head's.
  void concatenated() {
    Index first = 0;
    for (std::size_t n = 0; n < scene_.heads.size(); ++n) {
      const Index width = width_of_v(scene_, n);
      if (j_ < first + width) {
        return add_cell({Kind::head_output, static_cast<Index>(n)}, i_, j_ - first);
      }
      first += width;
    }
  }

  const Scene& scene_;
  const BoolMatrix& seen_;
  Index head_ = 0, i_ = 0, j_ = 0;
  std::vector<CellRange> found_;
};

bool has_scale(const Score& score) {
  return std::ranges::any_of(score.kind->parameters,
                             [](const Parameter& one) { return one.key == "scale"; });
}

bool is_scaled_dot(const Score& score) { return score.kind == &score_kind("scaled_dot"); }

}  // namespace

std::vector<CellRange> feeding_cells(const Scene& scene, const BoolMatrix& seen, const Part& part,
                                     Cell cell) {
  return Feeds(scene, seen).of(part, cell);
}

double score_factor(const Scene& scene, std::size_t head) {
  if (is_scaled_dot(scene.score)) {
    return 1 / std::sqrt(static_cast<double>(width_of_k(scene, head)));
  }
  return has_scale(scene.score) ? static_cast<double>(scene.score.scale) : 1.0;
}

Score plain_score(const Score& score) {
  Score plain;
  plain.kind = is_scaled_dot(score) ? &score_kind("dot") : score.kind;
  return plain;
}

}  // namespace attn
