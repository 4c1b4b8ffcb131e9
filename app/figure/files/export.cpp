#include "app/figure/files/export.h"

#include <algorithm>
#include <optional>

#include "app/document/files/file_writer.h"
#include "app/document/json/sink.h"
#include "app/figure/canvas/drawing.h"
#include "app/figure/diagram/cell_grid.h"
#include "app/figure/diagram/shading.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/tables/table_format.h"
#include "app/figure/views/pair_quantity.h"
#include "engine/base/text.h"

namespace attn {
namespace {

void write_table(const TableFormat& format, const std::shared_ptr<const Evaluation>& evaluation,
                 const FigureOptions& options, const TableHeads& heads, const Sink& sink) {
  if (!has_numbers(options.view)) {
    throw NoNumbers("expected a view with numbers of its own for " + std::string(format.ending) +
                    "; this one can be written as " + joined(figure_endings()));
  }
  ViewState state = options.state;
  if (options.head) state.head = *options.head;
  const ViewTable table = view_table(evaluation, options.view, state, heads);
  format.write(table, sink);
}

}  // namespace

bool is_meaningful(const Evaluation& evaluation, std::string_view view) {
  const auto is_meaningful = find_figure_view(view)->traits.is_meaningful;
  return !is_meaningful || is_meaningful(evaluation);
}

bool needs_no_trace(const Scene& scene, const FigureOptions& options, std::string_view path) {
  const NumberSpan span = span_of_all(pair_quantity("weights"), scene);
  const RangeKind& range = range_kind(options.range.value_or(options.state.options.range), span);
  const FigureView* view = find_figure_view(options.view);
  if (options.look.tokens) return false;          // a part is cut out
  if (!options.look.notes.empty()) return false;  // placed to cover little
  const bool has_sinks =
      std::ranges::any_of(scene.heads, [](const Head& h) { return h.sink.has_value(); });
  if (has_sinks) return false;  // shares of sinks are next to it
  return view && view->traits.needs_no_trace && !is_table(path) && options.bare_cell == 0 &&
         span == NumberSpan::kShares && is_drawn_as_image(scene.query_count(), scene.key_count()) &&
         (range.is_unit() || range.ends == RangeEnds::kDecades || range.ends == RangeEnds::kRoots ||
          range.ends == RangeEnds::kSaid);
}

void write_export(const std::shared_ptr<const Evaluation>& evaluation, const FigureOptions& options,
                  const TableHeads& heads, const std::string& path) {
  if (const TableFormat* format = find_table_format(ending_of(path))) {
    std::optional<FileWriter> file;  // none if there are no numbers
    write_table(*format, evaluation, options, heads, [&](std::string_view piece) {
      if (!file) file.emplace(path);
      file->append(piece);
    });
    if (!file) file.emplace(path);
    file->commit();
  } else {
    write_figure(evaluation, options, path);
  }
}

std::string export_bytes(const std::shared_ptr<const Evaluation>& evaluation,
                         const FigureOptions& options, const TableHeads& heads,
                         std::string_view ending) {
  const TableFormat* format = find_table_format(ending);
  if (!format) {
    return figure_bytes([&](double scale) { return draw_figure(evaluation, options, scale); },
                        std::string(ending));
  }
  std::string bytes;
  write_table(*format, evaluation, options, heads, [&](std::string_view piece) { bytes += piece; });
  return bytes;
}

}  // namespace attn
