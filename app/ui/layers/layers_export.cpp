#include "app/ui/layers/layers_export.h"

#include <filesystem>
#include <vector>

#include "app/figure/files/figure.h"
#include "app/figure/page/paper_formats.h"
#include "app/session/workspace/export_form.h"
#include "app/ui/files/export_controls.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

/// Default path: "attention-heads.pdf" for "attention.npz", in the folder of the last export.
std::string first_overview_path(const ImportedAttention& imported) {
  const std::string stem = std::filesystem::path(imported.name()).stem().string();
  return (std::filesystem::path(first_export_folder("")) /
          ((stem.empty() ? "all" : stem) + "-heads"))
             .string() +
         std::string(figure_endings().front());
}

}  // namespace

void LayersExport::open(Ui& ui, const ImportedAttention& imported) {
  sheet_.open(ui);
  path_ = with_ending(first_overview_path(imported),
                      figure_endings()[static_cast<std::size_t>(format_)]);
}

ExportJob LayersExport::job(const ImportedAttention& imported, const HeadMeasure& measure,
                            const std::function<bool(Index)>& is_shown) const {
  ExportJob job{.paths = {path_}, .problem = obstacle_at({path_}, "")};
  if (imported.measured() < imported.head_count()) {
    job.problem = std::to_string(imported.measured()) + " of " +
                  std::to_string(imported.head_count()) +
                  " heads are measured yet: wait for the others";
    return job;
  }
  job.write = [overview = overview_of(imported, measure, is_shown),
               words = TrainingWords{.title = imported.title(),
                                     .subtitle = overview_words(imported, measure),
                                     .theme = &figure_theme(theme_)},
               &paper = paper_formats()[static_cast<std::size_t>(paper_)],
               path = path_](const Watch&) {
    do_in_dialogs_words([&] { write_overview(overview, words, paper, path); });
    return std::vector{path};
  };
  return job;
}

void LayersExport::draw(Ui& ui, const ImportedAttention& imported, const HeadMeasure& measure,
                        const std::function<bool(Index)>& is_shown, const Box& room) {
  if (!sheet_.follow(ui)) return;
  const Box inside = sheet_.begin(ui, room, {560, 272}, "Export all heads");
  Pen pen{inside.min, inside.width()};
  ControlLines lines(ui, pen, false);
  const auto endings = texts_of<std::string>(
      figure_endings(), [](std::string_view one) { return capitals(std::string(one.substr(1))); });
  if (lines.list("Format", "layers-export.format", endings, format_)) {
    path_ = with_ending(path_, figure_endings()[static_cast<std::size_t>(format_)]);
    sheet_.forget_words();
  }
  lines.list("For", "layers-export.for",
             texts_of<std::string>(paper_formats(),
                                   [](const PaperFormat& one) { return std::string(one.label); }),
             paper_);
  choose_option(lines, "layers-export", figure_option("theme"), theme_);
  sheet_.edit_path(ui, path_);
  const auto make = [&](int) { return job(imported, measure, is_shown); };
  sheet_.end(ui, make, "Export");
  sheet_.take_keys(ui, make);
}

}  // namespace attn::ui
