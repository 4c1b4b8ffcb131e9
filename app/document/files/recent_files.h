#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/document/files/own_files.h"

namespace attn {

inline constexpr std::size_t kMaxRecentFiles = 10;

/// The scenes that were last opened or saved, newest first, absolute, none twice. Some may be gone
/// by now. Never throws: what can't be read, or is no path, is not there.
std::vector<std::string> recent_files(const std::string& file = recent_files_file());

/// Puts `path` first. Standard input ("-") is no file. Throws std::runtime_error in words.
void add_recent_file(const std::string& path, const std::string& file = recent_files_file());

/// Takes `path` out: it could not be opened. Throws std::runtime_error in words.
void remove_recent_file(const std::string& path, const std::string& file = recent_files_file());

}  // namespace attn
