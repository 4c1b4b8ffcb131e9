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

/// Numbers of a view: a matrix, or a stack of matrices with the same rows.
struct ViewTable {
  struct Layer {
    std::string name;                      ///< "0"; empty without a stack
    std::shared_ptr<const Matrix> values;  ///< kMasked where a pair is masked
  };
  std::string view;
  std::string stack{};     ///< kind of the layers: "head"; empty: a single matrix
  std::string row_kind{};  ///< kind of the rows: "query"
  std::vector<std::string> rows{}, columns{};
  std::vector<Layer> layers{};

  bool is_stack() const { return !stack.empty(); }
  /// Returns whether all layers have equal widths, which most formats require.
  bool is_even() const;
};

/// Heads of a table.
struct TableHeads {
  std::optional<Index> only{};  ///< none: the view's default
  bool all = false;
};

/// Thrown if a view has no numbers at all, none for this scene, so that it shows nothing, or none
/// that the file format supports. The message gives the reason and an alternative.
struct NoNumbers : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Inputs of a view's table.
struct TableSource {
  const std::shared_ptr<const Evaluation>& evaluation;
  std::string_view view;
  const ViewState& state;
  const TableHeads& heads;

  const Scene& scene() const { return evaluation->scene; }
  const Trace& trace() const { return evaluation->trace; }
  Index head_count() const { return std::ssize(trace().heads); }
  /// The requested head, else the selected one.
  Index head() const;
  std::shared_ptr<const Matrix> share(const Matrix& matrix) const { return {evaluation, &matrix}; }
};

// Tables of the views with numbers. Their layers live as long as the table, independent of the
// evaluation. Throw NoNumbers if the scene has none.
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
ViewTable patches_table(const TableSource& source);
ViewTable compare_table(const TableSource& source);
ViewTable cost_table(const TableSource& source);

}  // namespace attn
