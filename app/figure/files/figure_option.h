#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/figure/files/figure_views.h"
#include "app/figure/page/figure_options.h"
#include "engine/attention/scene.h"

namespace attn {

/// One possible value of an option.
struct OptionValue {
  std::string id, label;
};

/// Control of an option in the Export dialog: a list if the option has fixed values, else a text
/// field.
struct OptionControl {
  std::string_view label = "";   ///< empty: shares the line of another option
  std::string_view usual = "";   ///< default value, or text that describes it
  bool is_rare = false;          ///< shown on demand
  std::string_view second = "";  ///< option whose field is in the same line
  std::string_view between = "·";
};

/// Effect of an option together with --bare: kept, without effect (`hidden`), or an error.
enum class BesideBare { kept, hidden, refused };

/// Option of a figure. The command line, the dialog, panels and checks are generated from these
/// rows.
struct FigureOption {
  std::string_view id;  ///< "query": `--query`, `export.query` in the dialog, `query=` of a panel
  std::string_view value;  ///< in the help: "N"; empty: one of `values`
  std::string_view about;  ///< text of the help, which continues with fonts and paper formats
  OptionControl control;
  /// Parses `words` into `options`; returns what was expected if they are invalid, else "".
  std::string (*read)(FigureOptions& options, const std::string& words);
  std::optional<Choice> choice;  ///< only views with this choice have the option; empty: all views
  std::vector<OptionValue> (*values)();
  BesideBare beside_bare;
  bool (*is_given)(const FigureOptions& options);
  void (*forget)(FigureOptions& options);

  std::string help() const;
  bool is_of(const FigureView& view) const { return !choice || view.has(*choice); }
  /// Returns whether it chooses the numbers of the view: then it applies to tables and bare cells.
  bool is_of_numbers(const FigureView& view) const { return choice && view.chooses_by(*choice); }
};

/// All options, in the order of the help.
std::span<const FigureOption> figure_options();
const FigureOption& figure_option(std::string_view id);

/// Parses `words` into `options`; returns an error message if they are invalid, else "".
std::string problem_of_option(const FigureOption& row, FigureOptions& options,
                              const std::string& words);

/// Values by option id. Several notes are joined by "; " to one value.
using OptionWords = std::map<std::string, std::string, std::less<>>;

/// Parses all `words`; other options override settings of a paper format (`for`). Throws
/// OptionError.
void read_options(FigureOptions& options, const OptionWords& words);

/// Returns the view of `options`. Throws OptionError with the option's name and the allowed values
/// if an option does not fit `scene`, or has no effect in the view.
const FigureView& check_options(const Scene& scene, const FigureOptions& options);

/// `options` without those that have no effect in `view`.
FigureOptions without_unused_options(const FigureView& view, FigureOptions options);

}  // namespace attn
