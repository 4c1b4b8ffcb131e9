#include "app/document/imports/open_dump.h"

#include <algorithm>
#include <utility>

#include "app/document/files/problem_line.h"
#include "app/document/imports/text_arrays.h"
#include "app/document/imports/unread_formats.h"
#include "app/document/tensors/tensor_headers.h"

namespace attn {
namespace {

constexpr long long kMostHeld = 1LL << 30;

/// First character of a text that is not blank; 0 if there is none.
char first_character(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  return first == bytes.npos ? '\0' : bytes[first];
}

/// Whole text, which is in memory while it is parsed.
std::string text_in(const FileBytes& bytes, long long most_mebibytes) {
  if (bytes.size() > static_cast<std::uint64_t>(most_mebibytes) << 20) {
    throw ImportError("expected a text of at most " + std::to_string(most_mebibytes) +
                      " MiB, found more: save the arrays as .npz");
  }
  return bytes.read(0, bytes.size());
}

bool is_text(std::string_view begin) {
  return std::ranges::none_of(begin, [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\r' && c != '\n';
  });
}

std::unique_ptr<AttentionDump> open_bytes(FileBytes bytes, const DumpChoice& choice) {
  constexpr std::size_t kBegin = 4096;
  constexpr long long kMostOfPage = 1024, kMostOfNumbers = 256;  // MiB
  const std::string begin = bytes.read(0, kBegin);
  const bool is_binary = is_npy(begin) || is_zip(begin) || is_safetensors(begin);
  if (is_binary || begin.empty()) return open_tensors(TensorFile(std::move(bytes)), choice);
  if (const std::string words = unread_format(begin); !words.empty()) throw ImportError(words);
  switch (first_character(begin)) {
    case '<':
      return open_page(text_in(bytes, kMostOfPage), choice);
    case '{':
    case '[':
      return open_tensors(arrays_in_json(text_in(bytes, kMostOfNumbers)), choice);
    default:
      if (is_text(begin))
        return open_tensors(arrays_in_table(text_in(bytes, kMostOfNumbers)), choice);
      throw ImportError(
          "expected .npy, .npz, .safetensors, .pt, .json, .csv, .tsv or a page of BertViz: its "
          "first "
          "bytes differ");
  }
}

}  // namespace

FileBytes dump_bytes(const std::string& path) {
  return as_error<ImportError>([&] { return FileBytes::of(path, kMostHeld); });
}

std::unique_ptr<AttentionDump> open_dump(const std::string& path, const DumpChoice& choice) {
  return open_dump(dump_bytes(path), choice);
}

std::unique_ptr<AttentionDump> open_dump(FileBytes bytes, const DumpChoice& choice) try {
  const FileIdentity file = bytes.identity();
  auto dump = as_error<ImportError>([&] { return open_bytes(std::move(bytes), choice); });
  dump->file = file;
  if (choice.as != DumpAs::kGuessed) dump->as = choice.as;
  dump->masked_from = choice.masked_from;
  return dump;
} catch (const std::bad_alloc&) {
  throw ImportError("too large for the available memory");
}

}  // namespace attn
