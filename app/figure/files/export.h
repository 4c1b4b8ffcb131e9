#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "app/figure/files/export_files.h"
#include "app/figure/files/figure.h"
#include "app/figure/tables/view_table.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// Returns whether the view shows something about the scene that its other views do not.
bool is_meaningful(const Evaluation& evaluation, std::string_view view);

/// Returns whether the file is an image of one head's weights whose colours do not depend on all
/// numbers: a trace without matrices suffices.
bool needs_no_trace(const Scene& scene, const FigureOptions& options, std::string_view path);

/// Writes the figure or the numbers of `options.view` to `path`, by its ending. Numbers are of
/// `heads`, figures of the head of the options. Deterministic. Throws NoNumbers, or
/// std::runtime_error; leaves no incomplete file.
void write_export(const std::shared_ptr<const Evaluation>& evaluation, const FigureOptions& options,
                  const TableHeads& heads, const std::string& path);

/// Bytes of the file that write_export() would write, in the format of `ending` (".png"). Throws
/// the same errors.
std::string export_bytes(const std::shared_ptr<const Evaluation>& evaluation,
                         const FigureOptions& options, const TableHeads& heads,
                         std::string_view ending);

}  // namespace attn
