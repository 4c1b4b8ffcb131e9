#pragma once

#include <string_view>
#include <vector>

namespace attn::test {

/// Something that a person can do in the window.
struct Deed {
  std::string_view what;
  /// How, by real input: steps with ; between, each a verb, a control and numbers.
  ///   click NAME · double NAME · right NAME · point NAME · drag NAME DX DY
  ///   within NAME FROM TO (shares of its width) · wheel NAME 4|5|6|7 · type TEXT · key KEYS
  std::string_view how;
  /// Expected state after the action, separated by ;
  ///   undo LABEL: it is a step of the history (undone before the next action)
  ///   shows NAME · hides NAME: a control · view TEXT: the saved view contains the text,
  ///   not TEXT: it does not · says NAME TEXT: the text of that name contains it
  std::string_view then;
};

/// Deeds that belong together, in one window.
struct Deeds {
  std::string_view name;   ///< of the test
  std::string_view scene;  ///< below assets/examples
  std::vector<Deed> all;
};

/// All that could be done in the window before its controls were put into menus, in the order of
/// the window. What is added to the window is added here; nothing is taken away.
const std::vector<Deeds>& all_deeds();

}  // namespace attn::test
