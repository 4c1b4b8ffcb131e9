#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace attn {

/// The contents of a file.
enum class FileKind {
  output,  ///< can be made again: results, figures, tables, films
  scene,
  network,
  figure,  ///< file of a figure with several views, from which it can be rebuilt
  own,     ///< kept by the program for itself
};

/// An output would replace a file of another kind, or one that is read. what() says so; nothing was
/// changed.
struct WouldBeLost : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws WouldBeLost where the file at `path`, or where its links lead, is a scene, a network, a
/// figure's file, a lesson, unsaved work or the settings of the program, by its name or its
/// contents, and would be replaced by another `kind`.
void check_replaceable(const std::string& path, FileKind kind);

/// Checks an output before it is made. Throws WouldBeLost where check_replaceable() does, where
/// `path` is one of the files `read` ("-" is standard input), and where its name does not end in
/// one of `endings` or is that of another `kind`. A device or pipe may have any name.
void check_output(const std::string& path, std::span<const std::string_view> endings,
                  std::span<const std::string> read, FileKind kind = FileKind::output);

}  // namespace attn
