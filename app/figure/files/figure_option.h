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

/// One of the values that an option can have.
struct OptionValue {
  std::string id, label;
};

/// How the Export dialog asks for an option: by a list, where it has values, else by a field.
struct OptionControl {
  std::string_view label = "";   ///< empty: not in a line of its own
  std::string_view usual = "";   ///< the value where none is given, or words for that
  bool is_rare = false;          ///< shown on demand
  std::string_view second = "";  ///< the option whose field shares the line
  std::string_view between = "·";
};

/// Whether an option has a meaning beside --bare: `hidden` has none and is allowed.
enum class BesideBare { kept, hidden, refused };

/// One option of a figure. The command line, the dialog, panels and checks are made of these rows.
struct FigureOption {
  std::string_view id;  ///< "query": `--query`, `export.query` in the dialog, `query=` of a panel
  std::string_view value;  ///< in the help: "N"; empty: one of `values`
  std::string_view about;  ///< in the help, which goes on with fonts and formats of papers
  OptionControl control;
  /// Reads `words` into `options`; answers what was expected, or nothing where they were read.
  std::string (*read)(FigureOptions& options, const std::string& words);
  std::optional<Choice> choice;  ///< only views with that have the option; none: all have it
  std::vector<OptionValue> (*values)();
  BesideBare beside_bare;
  bool (*is_given)(const FigureOptions& options);
  void (*forget)(FigureOptions& options);

  std::string help() const;
  bool is_of(const FigureView& view) const { return !choice || view.has(*choice); }
};

/// All options, in the order of the help.
std::span<const FigureOption> figure_options();
const FigureOption& figure_option(std::string_view id);

/// Reads `words` into `options`; answers in words what is wrong with them, or nothing.
std::string problem_of_option(const FigureOption& row, FigureOptions& options,
                              const std::string& words);

/// Values by the ids of their options. Several notes stand in one value, with "; " between them.
using OptionWords = std::map<std::string, std::string, std::less<>>;

/// Reads all `words`; what a paper's format (`for`) brings yields to the others. Throws
/// OptionError.
void read_options(FigureOptions& options, const OptionWords& words);

/// Throws OptionError, in words that name the option and what is allowed, where `options` say what
/// is not to be had of `scene`, or means nothing in the view; answers that view.
const FigureView& check_options(const Scene& scene, const FigureOptions& options);

/// `options` without what means nothing in `view`.
FigureOptions only_meant(const FigureView& view, FigureOptions options);

}  // namespace attn
