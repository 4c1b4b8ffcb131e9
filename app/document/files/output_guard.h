#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace attn {

/// The contents of a file.
enum class FileKind {
  output,  ///< can be exported again: results, figures, tables, films
  scene,
  network,
  figure,  ///< file of a figure with several views, from which it can be rebuilt
  own,     ///< internal file of the program
};

/// Error: an output would replace a file of another kind, or an input file. Nothing was changed.
struct WouldBeLost : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws WouldBeLost if the file at `path`, or the target of its links, is a scene, a network, a
/// figure's file, a lesson, unsaved work or settings, by name or content, and would be replaced by
/// a file of another `kind`.
void check_replaceable(const std::string& path, FileKind kind);

/// Checks the path of an output before it is written. Throws WouldBeLost like check_replaceable(),
/// and also if `path` is one of the input files `read` ("-" is standard input), if its ending is
/// not in `endings`, or if its name belongs to another `kind`. A device or pipe may have any name.
void check_output(const std::string& path, std::span<const std::string_view> endings,
                  std::span<const std::string> read, FileKind kind = FileKind::output);

}  // namespace attn
