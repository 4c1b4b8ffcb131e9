#include <algorithm>
#include <optional>

#include "app/document/tensors/tensor_headers.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr std::string_view kMagic("\x93NUMPY", 6);
constexpr std::size_t kMostAxes = 64;  // NumPy's own limit

/// Parser of a header's text: a Python dictionary.
class HeaderText {
 public:
  explicit HeaderText(std::string_view text) : rest_(text) {}

  /// Consumes `sign`, if it is next.
  bool take(char sign) {
    skip_blanks();
    if (rest_.empty() || rest_.front() != sign) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void need(char sign) {
    if (!take(sign)) fail(std::string("'") + sign + "'");
  }

  bool takes_word(std::string_view word) {
    skip_blanks();
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  std::string_view text() {
    skip_blanks();
    const char quote = rest_.empty() ? '\0' : rest_.front();
    const std::size_t end = quote == '\'' || quote == '"' ? rest_.find(quote, 1) : rest_.npos;
    if (end == rest_.npos) fail("text");
    const std::string_view found = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return found;
  }

  bool boolean() {
    if (takes_word("True")) return true;
    if (!takes_word("False")) fail("True or False");
    return false;
  }

  /// Parses a shape: "()", "(3,)" or "(3, 4)".
  Axes axes() {
    Axes found;
    need('(');
    while (!take(')')) {
      if (found.size() == kMostAxes) {
        throw TensorFileError("expected at most " + std::to_string(kMostAxes) + " axes");
      }
      found.push_back(length());
      if (!take(',')) {
        need(')');
        break;
      }
    }
    return found;
  }

  bool is_at_end() {
    skip_blanks();
    return rest_.empty();
  }

  [[noreturn]] void fail(const std::string& expected) const {
    throw TensorFileError("expected " + expected + " in the header, found " +
                          (rest_.empty() ? "its end" : "\"" + shown(rest_, 20) + "\""));
  }

 private:
  void skip_blanks() {
    const std::size_t next = rest_.find_first_not_of(" \t\r\n");
    rest_.remove_prefix(std::min(next, rest_.size()));
  }

  Index length() {
    skip_blanks();
    const auto number = take_parsed<std::uint64_t>(rest_);
    if (!number || *number > kMostBytes) fail("the length of an axis");
    takes_word("L");  // as written by Python 2
    return static_cast<Index>(*number);
  }

  std::string_view rest_;
};

/// Sets the type of `tensor` from NumPy's name: "<f4", "|b1", "<U12".
void set_type(Tensor& tensor, std::string_view word) {
  const std::string_view whole = word;
  const char order = word.empty() ? '\0' : word.front();
  if (order == '<' || order == '>' || order == '|' || order == '=') word.remove_prefix(1);
  for (const ElementKind& kind : element_kinds()) {
    if (kind.npy.empty() || !word.starts_with(kind.npy)) continue;
    const std::string_view count = word.substr(kind.npy.size());
    if (!kind.read_text && !count.empty()) continue;
    const auto characters = kind.read_text ? parsed<std::uint64_t>(count) : std::uint64_t{1};
    if (!characters || *characters > kMostBytes) continue;
    if (order == '>' && kind.bytes > 1) {
      throw TensorFileError("expected little-endian numbers, found \"" + shown(whole) +
                            "\": save with .astype(\"<" + std::string(kind.npy) + "\")");
    }
    tensor.kind = &kind;
    tensor.element_bytes = bounded_product(*characters, static_cast<std::uint64_t>(kind.bytes));
    return;
  }
  if (word == "O") {
    throw ObjectsError(
        "expected an array of numbers, found one of Python's objects, which are not read");
  }
  throw TensorFileError("expected " + float_names() + ", found \"" + shown(whole) + "\"");
}

/// Value of each key of the dictionary.
struct HeaderValues {
  std::optional<std::string_view> type;
  std::optional<bool> is_fortran;
  std::optional<Axes> axes;
};

HeaderValues values_of(std::string_view dictionary) {
  HeaderText text(dictionary);
  HeaderValues values;
  text.need('{');
  while (!text.take('}')) {
    const std::string_view key = text.text();
    text.need(':');
    if (key == "descr" && !values.type) {
      if (text.take('[')) {
        throw TensorFileError("expected an array of numbers, found one of records");
      }
      values.type = text.text();
    } else if (key == "fortran_order" && !values.is_fortran) {
      values.is_fortran = text.boolean();
    } else if (key == "shape" && !values.axes) {
      values.axes = text.axes();
    } else {
      throw TensorFileError("unexpected in the header: \"" + shown(key) + "\"");
    }
    if (!text.take(',')) {
      text.need('}');
      break;
    }
  }
  if (!text.is_at_end()) text.fail("no more");
  if (!values.type || !values.is_fortran || !values.axes) {
    throw TensorFileError("expected descr, fortran_order and shape in the header");
  }
  return values;
}

/// Place of the dictionary in a header.
struct HeaderPlace {
  std::size_t at = 0, end = 0;
};

HeaderPlace place_of_header(std::string_view begin) {
  constexpr std::size_t kVersionAt = 6, kLengthAt = 8;
  if (!is_npy(begin)) throw TensorFileError("expected a .npy file: its first bytes differ");
  if (begin.size() < kLengthAt + 4) throw TensorFileError("the file ends within its header");
  const auto version = static_cast<unsigned char>(begin[kVersionAt]);
  if (version < 1 || version > 3) {
    throw TensorFileError("expected version 1, 2 or 3 of the .npy format, found " +
                          std::to_string(version));
  }
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  const std::uint64_t length = little_endian(begin.substr(kLengthAt, length_bytes));
  const std::uint64_t numbers_at = kLengthAt + length_bytes + length;
  if (numbers_at > kMaxNpyHeader) {
    throw TensorFileError("expected a header of at most 10000 bytes, found " +
                          std::to_string(length));
  }
  if (numbers_at > begin.size()) throw TensorFileError("the file ends within its header");
  return {kLengthAt + length_bytes, static_cast<std::size_t>(numbers_at)};
}

}  // namespace

bool is_npy(std::string_view begin) { return begin.starts_with(kMagic); }

std::uint64_t npy_numbers_at(std::string_view begin) { return place_of_header(begin).end; }

Tensor read_npy_header(std::string_view begin, std::uint64_t all) {
  const HeaderPlace place = place_of_header(begin);
  HeaderValues values = values_of(begin.substr(place.at, place.end - place.at));

  Tensor tensor;
  tensor.at = place.end;
  set_type(tensor, *values.type);
  tensor.axes = std::move(*values.axes);
  tensor.is_fortran = *values.is_fortran;
  std::uint64_t needed = tensor.element_bytes;
  for (const Index axis : tensor.axes) {
    // The product of the sizes before a 0 must not overflow either.
    if (bounded_product(std::max<std::uint64_t>(needed, 1), static_cast<std::uint64_t>(axis)) >
        kMostBytes) {
      needed = kMostBytes + 1;
      break;
    }
    needed = bounded_product(needed, static_cast<std::uint64_t>(axis));
  }
  const std::uint64_t found = all - place.end;
  if (needed != found) throw TensorFileError(wrong_size(tensor, needed, std::to_string(found)));
  return tensor;
}

std::string npy_header(const std::string& shape, std::string_view type) {
  // Padded to align the numbers.
  constexpr std::size_t kAlign = 64, kBefore = 10;
  std::string words =
      "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  words.append(kAlign - 1 - (kBefore + words.size()) % kAlign, ' ');
  words += '\n';
  std::string header(kMagic);
  header +=
      {'\x01', '\0', static_cast<char>(words.size() & 0xff), static_cast<char>(words.size() >> 8)};
  return header + words;
}

}  // namespace attn
