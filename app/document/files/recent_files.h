#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/document/files/user_folders.h"

namespace attn {

inline constexpr std::size_t kMaxRecentFiles = 10;

/// Recently opened or saved scenes, newest first, absolute, without duplicates. Some may be
/// deleted. Never throws: unreadable entries are skipped.
std::vector<std::string> recent_files(const std::string& file = recent_files_file());

/// Adds `path` at the front. Standard input ("-") is ignored. Throws std::runtime_error.
void add_recent_file(const std::string& path, const std::string& file = recent_files_file());

/// Removes `path`, which could not be opened. Throws std::runtime_error.
void remove_recent_file(const std::string& path, const std::string& file = recent_files_file());

}  // namespace attn
