#include "app/document/imports/open_dump.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "app/document/files/problem_line.h"
#include "app/document/imports/network_dump.h"
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

/// Content of a file: its arrays, the text of a page, or a network.
using DumpContent = std::variant<TensorFile, std::string, Network>;

/// The function for each kind of content.
template <typename... Of>
struct ForContent : Of... {
  using Of::operator()...;
};
template <typename... Of>
ForContent(Of...) -> ForContent<Of...>;

DumpContent content_of(FileBytes bytes) {
  constexpr std::size_t kBegin = 4096;
  constexpr long long kMostOfPage = 1024, kMostOfNumbers = 256;  // MiB
  const std::string begin = bytes.read(0, kBegin);
  const bool is_binary = is_npy(begin) || is_zip(begin) || is_safetensors(begin);
  if (is_binary || begin.empty()) return TensorFile(std::move(bytes));
  if (const std::string words = unread_format(begin); !words.empty()) throw ImportError(words);
  switch (first_character(begin)) {
    case '<':
      return text_in(bytes, kMostOfPage);
    case '{':
      if (is_network(begin)) return network_in(text_in(bytes, kMostOfPage), bytes.path());
      [[fallthrough]];
    case '[':
      return arrays_in_json(text_in(bytes, kMostOfNumbers));
    default:
      if (is_text(begin)) return arrays_in_table(text_in(bytes, kMostOfNumbers));
      throw ImportError(
          "expected .npy, .npz, .safetensors, .pt, .json, .csv, .tsv or a page of BertViz: its "
          "first "
          "bytes differ");
  }
}

/// Result of work(content) for the content of `bytes`; errors are ImportError.
template <typename Work>
auto with_content(FileBytes bytes, const Work& work) try {
  return as_error<ImportError>([&] { return work(content_of(std::move(bytes))); });
} catch (const std::bad_alloc&) {
  throw ImportError("too large for the available memory");
}

}  // namespace

FileBytes dump_bytes(const std::string& path) {
  return as_error<ImportError>([&] { return FileBytes::of(path, kMostHeld); });
}

std::unique_ptr<AttentionDump> open_dump(const std::string& path, const DumpChoice& choice) {
  return open_dump(dump_bytes(path), choice);
}

std::unique_ptr<AttentionDump> open_dump(FileBytes bytes, const DumpChoice& choice) {
  const FileIdentity file = bytes.identity();
  auto dump = with_content(std::move(bytes), [&](DumpContent content) {
    return std::visit(
        ForContent{
            [&](TensorFile& arrays) { return open_tensors(std::move(arrays), choice); },
            [&](std::string& page) { return open_page(page, choice); },
            [&](Network& network) { return dump_of(network); },
        },
        content);
  });
  dump->file = file;
  if (!dump->has_choice_of_numbers()) return dump;
  if (choice.as != DumpAs::kGuessed) dump->as = choice.as;
  dump->masked_from = choice.masked_from;
  return dump;
}

DumpContents contents_of(FileBytes bytes, const std::string& named) {
  return with_content(std::move(bytes), [&](const DumpContent& content) {
    return std::visit(ForContent{
                          [&](const TensorFile& file) { return contents_of_tensors(file, named); },
                          [&](const std::string& page) { return contents_of_page(page); },
                          [&](const Network& network) { return contents_of_network(network); },
                      },
                      content);
  });
}

}  // namespace attn
