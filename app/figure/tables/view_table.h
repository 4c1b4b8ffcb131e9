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

/// The numbers of `view`, with what is chosen in `state`. The layers stay as long as the table,
/// whatever becomes of `evaluation`. Throws NoNumbers.
ViewTable view_table(const std::shared_ptr<const Evaluation>& evaluation, std::string_view view,
                     const ViewState& state = {}, const TableHeads& heads = {});

/// Whether it is a view that has numbers of its own, for the right scene.
bool has_numbers(std::string_view view);

}  // namespace attn
