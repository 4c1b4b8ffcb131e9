#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace attn {

/// What a file is to hold.
enum class FileKind {
  output,  ///< what can be made again: results, figures, tables, films
  scene,
  network,
  figure,  ///< of several views, from which it can be made again
  own,     ///< what the program keeps for itself
};

/// A file that would be replaced by what is not of its kind, or that is read: what() says so, and
/// nothing was changed.
struct WouldBeLost : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws WouldBeLost where the file at `path`, whatever links lead there, is a scene, a network, a
/// figure's file, a lesson, unsaved work or the program's settings, by its name or by what stands
/// in it, and what replaces it would be of another `kind`.
void check_replaceable(const std::string& path, FileKind kind);

/// All that can be said against an output before it is made: throws WouldBeLost in words, where
/// check_replaceable() does, where it is one of the files `read` ("-" is standard input), and where
/// its name does not end in one of `endings` or is one of what is of another `kind`. A device or
/// pipe may have any name.
void check_output(const std::string& path, std::span<const std::string_view> endings,
                  std::span<const std::string> read, FileKind kind = FileKind::output);

}  // namespace attn
