#pragma once

#include <optional>
#include <string>

#include "app/platform/descriptor.h"

namespace attn {

/// Lock on a file, created for this user only if it is missing. The system releases it when its
/// process ends for any reason.
struct FileLock {
  Descriptor file;

  /// Locks the file at `path`, whose last two components may not be symbolic links. Empty if
  /// another process holds the lock, or the file can't be opened or was removed meanwhile. On file
  /// systems without locks, it counts as free.
  static std::optional<FileLock> of(const std::string& folder, const char* name);
};

}  // namespace attn
