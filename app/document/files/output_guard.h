#pragma once

#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "app/document/files/file_stamp.h"

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

/// Records all files that this thread reads during the object's lifetime, also matrices, tokens and
/// a figure's scenes. protect_from() ensures that none of them is an output. Only one object at a
/// time.
class FilesRead {
 public:
  FilesRead();
  ~FilesRead();
  FilesRead(const FilesRead&) = delete;
  FilesRead& operator=(const FilesRead&) = delete;

 private:
  using Place = std::pair<std::uint64_t, std::uint64_t>;  // device and inode
  friend void note_read(const FileIdentity& file);
  friend void check_not_read(const std::string& path);
  friend void protect_from(const std::string& output);

  std::set<Place> read_, outputs_;
  std::set<std::string> output_names_;
};

/// Notes a file that is opened to be read. Throws WouldBeLost if it is an output.
void note_read(const FileIdentity& file);

/// Throws WouldBeLost if the regular file at `path` was read: the window's outputs are checked, but
/// not noted, as it may read them later.
void check_not_read(const std::string& path);

/// Notes an output before it is made. Throws WouldBeLost if it was read, or is another output by
/// another name.
void protect_from(const std::string& output);

}  // namespace attn
