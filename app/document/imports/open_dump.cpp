#include "app/document/imports/open_dump.h"

#include <utility>

#include "app/document/files/problem_line.h"

namespace attn {
namespace {

constexpr long long kMostHeld = 1LL << 30;

bool begins_like_page(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  return first != bytes.npos && bytes[first] == '<';
}

/// Text of a whole page, which is in memory while it is parsed.
std::string page_in(const FileBytes& bytes) {
  if (bytes.size() > static_cast<std::uint64_t>(kMostHeld)) {
    throw ImportError("expected a page of at most 1 GiB, found more");
  }
  return bytes.read(0, bytes.size());
}

}  // namespace

std::unique_ptr<AttentionDump> open_dump(const std::string& path, const DumpChoice& choice) {
  return open_dump(as_error<ImportError>([&] { return FileBytes::of(path, kMostHeld); }), choice);
}

std::unique_ptr<AttentionDump> open_dump(FileBytes bytes, const DumpChoice& choice) try {
  constexpr std::size_t kBegin = 4096;
  const FileIdentity file = bytes.identity();
  auto dump = as_error<ImportError>([&] {
    return begins_like_page(bytes.read(0, kBegin))
               ? open_page(page_in(bytes), choice)
               : open_tensors(TensorFile(std::move(bytes)), choice);
  });
  dump->file = file;
  dump->as = choice.as;
  dump->masked_from = choice.masked_from;
  return dump;
} catch (const std::bad_alloc&) {
  throw ImportError("too large for the available memory");
}

}  // namespace attn
