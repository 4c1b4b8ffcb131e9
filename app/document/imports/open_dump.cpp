#include "app/document/imports/open_dump.h"

#include <utility>

namespace attn {
namespace {

bool begins_like_page(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  return first != bytes.npos && bytes[first] == '<';
}

}  // namespace

std::unique_ptr<AttentionDump> open_dump(const std::string& path, const DumpChoice& choice) {
  try {
    constexpr long long kMostHeld = 1LL << 30;
    return open_dump(FileBytes::of(path, kMostHeld), choice);
  } catch (const ImportError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw ImportError(error.what());
  }
}

std::unique_ptr<AttentionDump> open_dump(FileBytes bytes, const DumpChoice& choice) {
  try {
    if (begins_like_page(bytes.all())) return open_page(bytes.all(), choice);
    return open_tensors(TensorFile(std::move(bytes)), choice);
  } catch (const TensorFileError& error) {
    throw ImportError(error.what());
  } catch (const std::bad_alloc&) {
    throw ImportError("too large for the available memory");
  }
}

}  // namespace attn
