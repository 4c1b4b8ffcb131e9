#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/workspace/access.h"
#include "app/ui/numbers/matrix_section.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// A number or a choice of the scene, as a line of a panel: a word and its control. What it belongs
/// to is the n-th of its kind: a mask, a head.
struct ParameterLine {
  enum class NumberForm { kNumber, kWhole, kShare };  ///< a share has a slider from 0 to 1, too

  std::string_view key;   ///< of the control, after its place: in the scene's file, mostly
  std::string_view word;  ///< may have formulas
  std::string_view noun;  ///< what the history and the menu call it: "the cap"
  NumberForm entry = NumberForm::kNumber;
  /// The number, or which of the choices it is; nothing where the scene has none.
  std::function<std::optional<double>(const Scene& scene, std::size_t n)> now;
  /// Throws SceneError where it can't be that.
  std::function<void(Scene& scene, std::size_t n, double value)> set;
  /// Whether it is there to be set: its kind takes it, in its company.
  std::function<bool(const Scene& scene, std::size_t n)> fits;
  /// What it becomes where it is asked for; null: it always stands there.
  std::function<double(const Scene& scene, std::size_t n)> first{};
  /// Its default, where it has a number without being asked for.
  std::optional<double> at_rest{};
  /// Takes it away, or to its default.
  std::function<void(Scene& scene, std::size_t n)> drop{};
  /// Of a choice, what there is to choose from.
  std::function<std::vector<std::string>(const Scene& scene, std::size_t n)> choices{};
  /// Of what always stands there and may be absent: what it stands for then, which is said, and
  /// the number of that.
  std::string_view stands_in{};
  std::function<double(const Scene& scene, std::size_t n)> given{};
};

/// Those of `lines` that the scene has or always asks for, one below the other, each named
/// PLACE.KEY.
void parameter_lines(Ui& ui, Access access, Pen& pen, std::span<const ParameterLine> lines,
                     std::size_t n, const std::string& place);

/// What adds one of the others: lines of a menu, PLACE.KEY.add.
std::vector<TableDeed> parameter_deeds(Access access, std::span<const ParameterLine> lines,
                                       std::size_t n, const std::string& place);

/// Three dots at the end of `heading`, called `name`, with those lines. Not there where there is
/// nothing to add, on a lesson's stage and for a class. Answers how wide it is.
float add_menu(Ui& ui, const std::string& name, const Box& heading,
               const std::vector<TableDeed>& deeds);

/// "w_o  identity  change": what stands in for something that is absent, and the offer to give it.
void offer_line(Ui& ui, Access access, Pen& pen, std::string_view word, std::string_view stands_in,
                const std::string& name, const std::string& noun,
                const std::function<void(Scene&)>& give);

}  // namespace attn::ui
