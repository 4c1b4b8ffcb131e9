#pragma once

#include <memory>
#include <string>

#include "app/document/imports/open_dump.h"

namespace attn::test {

/// Attention in a file of these bytes.
inline std::unique_ptr<AttentionDump> opened(const std::string& bytes,
                                             const DumpChoice& choice = {}) {
  return open_dump(FileBytes::held(bytes), choice);
}

/// Why there is none; empty if there is.
inline std::string wrong_with(const std::string& bytes, const DumpChoice& choice = {}) {
  try {
    opened(bytes, choice);
    return "";
  } catch (const ImportError& error) {
    return error.what();
  }
}

}  // namespace attn::test
