#pragma once

#include <string>

#include "app/platform/descriptor.h"

namespace attn {

// Parts of replacing one file by another. Errors are std::runtime_error.

/// Opens an existing file, device or pipe to write.
Descriptor open_to_write(const std::string& path);
/// Throws if this user may not write the file at `path`.
void require_writable(const std::string& path);
/// The system's error if this user may not create files in `folder`, or 0.
int error_of_new_files(const std::string& folder);

/// Copies owner, group, permissions and extended attributes of the file at `path` to `file`.
/// Returns whether replacing it by `file` then loses nothing: also no hard links.
bool keep_all_attributes(const std::string& path, int file);
/// Opens an existing file to overwrite it with the content of `from`, which is also on the disk
/// then, and reserves the space for it. The file is unchanged if this fails.
Descriptor open_to_overwrite(const std::string& path, int from);
/// Copies the whole content, waits until it is on the disk, and closes `file`.
void overwrite_file(Descriptor& file, int from);

/// Waits until the file's content is on the disk.
void sync_file(int file);
/// Waits until the names in `folder` (empty, or ending in "/") are on the disk, where the file
/// system can do that.
void sync_folder(const std::string& folder);

/// Lets this process have so many open files, if the system allows it.
void allow_open_files(unsigned count);

}  // namespace attn
