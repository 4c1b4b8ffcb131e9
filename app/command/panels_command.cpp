#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "app/command/export_command.h"
#include "app/command/scene_work.h"
#include "app/document/files/file_path.h"
#include "app/document/files/output_guard.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure.h"
#include "app/figure/panels/figure_file.h"
#include "app/figure/panels/panel_sources.h"
#include "app/figure/panels/panel_wish.h"
#include "app/figure/panels/panels_figure.h"
#include "app/platform/interrupt.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Checks the figure's file name before anything is read.
void check_figure_name(const ExportOptions& options, std::span<const std::string> scenes) {
  const std::string& out = options.out;
  const auto endings = figure_endings();
  if (out == kStandardOutput) {
    if (std::ranges::count(endings, options.ending) > 0) return;
    throw Failure(Status::kWrong, "--out -: expected --format with one of " + joined(endings) +
                                      ", the format of the output");
  }
  about_output(out, [&] {
    const bool is_figure = std::ranges::count(endings, ending_of(out)) > 0;
    if (!is_figure || is_export_folder(out)) {
      throw Failure(Status::kWrong, "--out: expected one file that ends in " + joined(endings) +
                                        " for --panels, found " + out);
    }
    check_output(out, endings, scenes);
  });
}

std::vector<PanelWish> parsed_panels(const ExportOptions& options) {
  if (options.panels.size() > kMostPanels) {
    throw OptionError("--panels: expected at most " + std::to_string(kMostPanels) + ", found " +
                      std::to_string(options.panels.size()));
  }
  FigureOptions usual = options.figure;
  usual.look.columns = 0;  // of the page
  std::vector<PanelWish> wishes;
  for (const std::string& words : options.panels) {
    wishes.push_back(parse_panel(words, usual));
    if (!wishes.front().view) {
      throw OptionError("--panels: difference: expected two panels before it, found 0");
    }
  }
  return wishes;
}

/// Draws the panels and writes them to the output. Errors name `file`, if a file describes the
/// figure.
void write_figure_of(std::span<const FigurePanel> panels, const PanelsOptions& page,
                     const ExportOptions& options, const std::string& file = "") {
  for (const FigurePanel& panel : panels) {
    if (panel.evaluation) tell_missing_fonts(panel.evaluation->scene);
  }
  about_output(options.out, [&] {
    try {
      if (options.out != kStandardOutput) {
        return tell_remark(options.out, write_panels(panels, page, options.out));
      }
      print_bytes(panels_bytes(panels, page, options.ending));
    } catch (const OptionError& error) {
      if (!file.empty()) throw Failure(Status::kWrong, file, error.what());
      throw Failure(Status::kWrong, error.what());
    }
  });
  settle_output(options.out);
}

void expect_figure(const ExportOptions& options, std::span<const std::string> scenes) {
  check_figure_name(options, scenes);
  if (options.out != kStandardOutput) expect_outputs({options.out});
}

/// Throws OptionError for options that the figure's file already sets.
void refuse_beside_file(const ExportOptions& options) {
  const auto refuse = [&](const std::string& name) {
    throw OptionError(name + ": has no effect with " + options.scenes.front() +
                      ", which describes its figure");
  };
  if (options.scenes.size() > 1) {
    throw OptionError("expected a figure file as the only argument, found " +
                      std::to_string(options.scenes.size()));
  }
  if (!options.view.empty()) refuse("--view");
  if (options.film) refuse("--sweep");
  if (!options.sets.empty()) refuse("--set");
  if (options.heads.all || options.heads.only) refuse("--head");
  if (!options.looks.empty()) refuse(options.looks.front());
}

}  // namespace

Status export_panels(const ExportOptions& options) {
  try {
    if (options.film) throw OptionError("--sweep: has no effect with --panels");
    const std::vector<PanelWish> wishes = parsed_panels(options);
    std::vector<std::string> scenes;
    for (const PanelWish& wish : wishes) {
      if (wish.view) scenes.push_back(wish.scene);
    }
    expect_figure(options, scenes);
    PanelSources sources(
        [](const std::string& path, ReadFiles* /*read*/) { return computable_in(path); });
    std::vector<FigurePanel> panels;
    panels.reserve(wishes.size());
    for (const PanelWish& wish : wishes) {
      about_scene(wish.scene, [&] { panels.push_back(sources.panel_of(wish)); });
    }
    write_figure_of(panels,
                    {.columns = options.figure.look.columns,
                     .letters = options.letters,
                     .outer = options.outer,
                     .figure = options.figure},
                    options);
  } catch (const OptionError& error) {
    throw Failure(Status::kWrong, error.what());
  }
  return Status::kDone;
}

Status export_figure_file(const ExportOptions& options) {
  try {
    refuse_beside_file(options);
    const std::string& path = options.scenes.front();
    const FigureFile figure = about_scene(path, [&] {
      FigureFile read = read_figure(path);
      if (read.panels.empty()) throw SceneError({"/panels", "expected a panel, found none"});
      return read;
    });
    const std::vector<PanelWish> wishes = wishes_of(figure, folder_of(path));
    std::vector<std::string> read{path};
    for (const PanelWish& wish : wishes) {
      if (wish.view && !wish.given) read.push_back(wish.scene);
    }
    expect_figure(options, read);
    PanelSources sources(computable_for_panels);
    write_figure_of(about_scene(path, [&] { return panels_of(sources, wishes); }), page_of(figure),
                    options, path);
  } catch (const OptionError& error) {
    throw Failure(Status::kWrong, error.what());
  }
  return Status::kDone;
}

}  // namespace attn
