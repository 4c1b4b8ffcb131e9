#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/view/view_state.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// The numbers that a view is made of: a matrix, or a stack of them with the same rows.
struct ViewTable {
  struct Layer {
    std::string name;                      ///< "0"; empty where the table is no stack
    std::shared_ptr<const Matrix> values;  ///< kMasked where a pair is masked
  };
  std::string view;
  std::string stack{};     ///< what a layer is: "head"; empty: there is one, and no stack
  std::string row_kind{};  ///< what a row is: "query"
  std::vector<std::string> rows{}, columns{};
  std::vector<Layer> layers{};

  bool is_stack() const { return !stack.empty(); }
  /// Whether all layers are equally wide, as few formats do without.
  bool is_even() const;
};

/// Which heads a table is of.
struct TableHeads {
  std::optional<Index> only{};  ///< none: what the view has by itself
  bool all = false;
};

/// A view that has no numbers of its own, or none for this scene, or none that fit into the file:
/// what() says so, and what to do.
struct NoNumbers : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a view's table is made from.
struct TableSource {
  const std::shared_ptr<const Evaluation>& evaluation;
  std::string_view view;
  const ViewState& state;
  const TableHeads& heads;

  const Scene& scene() const { return evaluation->scene; }
  const Trace& trace() const { return evaluation->trace; }
  Index head_count() const { return static_cast<Index>(trace().heads.size()); }
  /// The one that is asked for, else the one that is looked at.
  Index head() const;
  std::shared_ptr<const Matrix> share(const Matrix& matrix) const { return {evaluation, &matrix}; }
};

// The tables of the views that have numbers of their own. Their layers stay as long as the table,
// whatever becomes of the evaluation. They throw NoNumbers where a scene gives none.
ViewTable pairs_table(const TableSource& source);
ViewTable outputs_table(const TableSource& source);
ViewTable heads_table(const TableSource& source);
ViewTable head_outputs_table(const TableSource& source);
ViewTable encoding_table(const TableSource& source);
ViewTable frequencies_table(const TableSource& source);
ViewTable similarity_table(const TableSource& source);
ViewTable rotation_table(const TableSource& source);
ViewTable binary_table(const TableSource& source);
ViewTable effect_table(const TableSource& source);
ViewTable plane_table(const TableSource& source);
ViewTable plane_keys_table(const TableSource& source);
ViewTable plane_values_table(const TableSource& source);
ViewTable curve_table(const TableSource& source);
ViewTable compare_table(const TableSource& source);
ViewTable cost_table(const TableSource& source);

}  // namespace attn
