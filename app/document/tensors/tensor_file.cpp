#include "app/document/tensors/tensor_file.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "app/document/files/memory_limit.h"
#include "app/document/files/problem_line.h"
#include "app/document/tensors/pickle.h"
#include "app/document/tensors/tensor_headers.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Limit for standard input, which is read at once.
constexpr long long kMostHeldBytes = 1LL << 30;

/// Converts errors of file access to the type of format errors.
template <typename Work>
auto as_tensor_error(const Work& work) try {
  return as_error<TensorFileError>(work);
} catch (const std::bad_alloc&) {
  throw TensorFileError("too large for the available memory");
}

constexpr std::string_view kNpy = ".npy";

/// Array in an archive's `member`: reads its header only.
Tensor tensor_in(const FileBytes& file, const ZipMember& member) {
  Tensor tensor = read_npy_header(read_member(file, member, kMaxNpyHeader), member.bytes);
  if (member.is_deflated) {
    tensor.compressed = Compressed{member.at, member.stored_bytes, std::exchange(tensor.at, 0)};
  } else {
    tensor.at += member.at;
  }
  return tensor;
}

/// Texts in an archive's `member` with Python's objects; empty if it has anything else.
std::optional<Tensor> texts_in(const FileBytes& file, const ZipMember& member) {
  const std::string bytes = read_member(file, member, kMostPickleBytes);
  return texts_of_objects(std::string_view(bytes).substr(npy_numbers_at(bytes)));
}

}  // namespace

TensorFile::TensorFile(const std::string& path)
    : TensorFile(as_tensor_error([&] { return FileBytes::of(path, kMostHeldBytes); })) {}

TensorFile::TensorFile(FileBytes bytes) : bytes_(std::move(bytes)) {
  as_tensor_error([&] { open(); });
}

TensorFile::TensorFile(FileBytes bytes, std::vector<Tensor> tensors) : bytes_(std::move(bytes)) {
  for (Tensor& tensor : tensors) add(std::move(tensor));
}

void TensorFile::open() {
  const std::string begin = bytes_.read(0, kMaxNpyHeader);
  if (is_npy(begin)) {
    add(read_npy_header(begin, bytes_.size()));
  } else if (is_zip(begin)) {
    open_archive();
  } else if (is_safetensors(begin)) {
    SafetensorsHeader header = read_safetensors_header(bytes_);
    for (Tensor& tensor : header.tensors) add(std::move(tensor));
    metadata_ = std::move(header.metadata);
  } else {
    throw TensorFileError(
        begin.empty() ? "the file is empty"
                      : "expected a .npy, .npz, .safetensors or .pt file: its first bytes differ");
  }
}

void TensorFile::open_archive() {
  const std::vector<ZipMember> members = read_zip_directory(bytes_);
  if (const auto folder = torch_folder(members)) {
    for (Tensor& tensor : read_torch_arrays(bytes_, members, *folder)) add(std::move(tensor));
    return;
  }
  std::string objects;  // error of the first of those arrays
  for (const ZipMember& member : members) {
    if (!member.name.ends_with(kNpy)) continue;
    const std::string name = member.name.substr(0, member.name.size() - kNpy.size());
    try {
      Tensor tensor = tensor_in(bytes_, member);
      tensor.name = name;
      add(std::move(tensor));
    } catch (const ObjectsError& error) {
      if (auto texts = texts_in(bytes_, member)) {
        texts->name = name;
        add(*std::move(texts));
        continue;
      }
      skipped_arrays_.push_back(name);
      if (objects.empty()) objects = about_tensor(name, error.what());
    } catch (const TensorFileError& error) {
      throw TensorFileError(about_tensor(name, error.what()));
    }
  }
  if (!tensors_.empty()) return;
  if (!objects.empty()) throw TensorFileError(objects);
  throw TensorFileError(
      "expected .npy members in the archive, or a data.pkl of torch.save, found none");
}

void TensorFile::add(Tensor tensor) {
  if (!by_name_.emplace(tensor.name, tensors_.size()).second) {
    throw TensorFileError("the name occurs twice");
  }
  tensors_.push_back(std::move(tensor));
}

const Tensor* TensorFile::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &tensors_[found->second];
}

/// Fills `to` with the tensor's bytes from offset `from` on.
void TensorFile::read(const Tensor& tensor, std::uint64_t from, std::string& to) const {
  try {
    as_tensor_error([&] {
      if (tensor.compressed) return inflate(tensor, from, to);
      bytes_.read(tensor.at + from, to.data(), to.size());
    });
  } catch (const TensorFileError& error) {
    throw TensorFileError(about_tensor(tensor.name, error.what()));
  }
}

void TensorFile::inflate(const Tensor& tensor, std::uint64_t from, std::string& to) const {
  const Compressed& source = *tensor.compressed;
  const std::uint64_t begin = source.before + from;
  const bool goes_on = inflater_ && inflated_at_ == source.at && inflater_->position() <= begin;
  if (!goes_on) {
    inflater_ = std::make_unique<Inflater>(bytes_, source.at, source.bytes);
    inflated_at_ = source.at;
  }
  try {
    inflater_->skip(begin - inflater_->position());
    inflater_->read(to.data(), to.size());
  } catch (...) {
    inflater_.reset();
    throw;
  }
}

/// A part of a tensor's bytes, read in pieces in ascending order.
class TensorFile::Pieces {
 public:
  static constexpr std::uint64_t kBytes = 1 << 20;

  /// Reads bytes before offset `end` only.
  Pieces(const TensorFile& file, const Tensor& tensor, std::uint64_t end)
      : file_(file), tensor_(tensor), end_(end) {}

  /// `count` bytes from offset `from` on; valid until the next call.
  const char* at(std::uint64_t from, std::uint64_t count) {
    const bool is_read = from >= from_ && from + count <= from_ + piece_.size();
    if (!is_read) {
      piece_.resize(std::max(count, std::min(kBytes, end_ - from)));
      file_.read(tensor_, from, piece_);
      from_ = from;
    }
    return piece_.data() + (from - from_);
  }

 private:
  const TensorFile& file_;
  const Tensor& tensor_;
  std::uint64_t end_, from_ = 0;
  std::string piece_;
};

Matrix TensorFile::matrix(const Tensor& tensor, const TensorPlane& plane) const {
  return numbers(tensor, plane, tensor.kind->read);
}

Matrix TensorFile::any_numbers(const Tensor& tensor, const TensorPlane& plane) const {
  return numbers(tensor, plane, tensor.kind->read ? tensor.kind->read : tensor.kind->read_whole);
}

Matrix TensorFile::numbers(const Tensor& tensor, const TensorPlane& plane,
                           ReadNumbers read_numbers) const {
  if (!read_numbers) {
    throw TensorFileError(about_tensor(
        tensor.name, "expected " + float_names() + ", found " + std::string(tensor.kind->name)));
  }
  const auto numbers = static_cast<double>(plane.rows) * static_cast<double>(plane.cols);
  if (const auto problem = memory_problem(sizeof(float) * numbers)) {
    throw TensorFileError(about_tensor(tensor.name, problem->text));
  }
  Matrix matrix(plane.rows, plane.cols);
  if (matrix.size() == 0) return matrix;
  // Lines in the order of the file: rows, or columns of a transposed plane.
  const bool is_by_rows = plane.row_step >= plane.col_step;
  const TensorPlane lines = is_by_rows ? plane : plane.transposed();
  const std::uint64_t bytes = tensor.element_bytes, step = lines.col_step * bytes;
  const auto offset = [&](Index line, Index n) {
    return lines.first * bytes + static_cast<std::uint64_t>(line) * lines.row_step * bytes +
           static_cast<std::uint64_t>(n) * step;
  };
  const auto most = static_cast<Index>(Pieces::kBytes / std::max<std::uint64_t>(1, step)) + 1;
  Pieces pieces(*this, tensor, offset(lines.rows - 1, lines.cols - 1) + bytes);
  RowVector piece(std::min(most, lines.cols));
  for (Index line = 0; line < lines.rows; ++line) {
    for (Index from = 0; from < lines.cols; from += most) {
      const Index count = std::min(most, lines.cols - from);
      const char* const first =
          pieces.at(offset(line, from), static_cast<std::uint64_t>(count - 1) * step + bytes);
      read_numbers(first, static_cast<std::ptrdiff_t>(step), count, piece.data());
      if (is_by_rows) {
        matrix.row(line).segment(from, count) = piece.head(count);
      } else {
        matrix.col(line).segment(from, count) = piece.head(count);
      }
    }
  }
  return matrix;
}

std::vector<std::string> TensorFile::texts(const Tensor& tensor, Index row) const {
  constexpr std::uint64_t kMostTexts = 1 << 20, kMostTextBytes = 1 << 28;
  const auto fail = [&](const std::string& text) {
    throw TensorFileError(about_tensor(tensor.name, text));
  };
  const bool is_list = tensor.axes.size() == 1;
  if (!tensor.kind->read_text || (!is_list && tensor.axes.size() != 2)) {
    fail("expected a list of texts, found " + axes_words(tensor.axes) + " of " +
         std::string(tensor.kind->name));
  }
  const std::vector<std::uint64_t> steps = tensor.steps();
  const std::uint64_t begin = is_list ? 0 : static_cast<std::uint64_t>(row) * steps.front();
  const auto count = static_cast<std::uint64_t>(tensor.axes.back());
  if (count > kMostTexts || tensor.bytes() > kMostTextBytes) {
    fail("expected at most " + std::to_string(kMostTexts) + " texts of 256 MiB together");
  }
  if (tensor.texts) {
    const auto from = tensor.texts->begin() + static_cast<std::ptrdiff_t>(begin);
    return {from, from + static_cast<std::ptrdiff_t>(count)};
  }
  std::vector<std::string> texts;
  Pieces pieces(*this, tensor, tensor.bytes());
  const std::size_t bytes = tensor.element_bytes;
  for (std::uint64_t n = 0; n < count; ++n) {
    const std::uint64_t at = begin + n * steps.back();
    texts.push_back(tensor.kind->read_text({pieces.at(at * bytes, bytes), bytes}));
  }
  return texts;
}

}  // namespace attn
