#include "app/document/tensors/tensor_file.h"

#include <algorithm>
#include <utility>

#include "app/document/tensors/npy_header.h"
#include "app/document/tensors/safetensors_header.h"
#include "app/document/tensors/zip_directory.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Limit for standard input, which cannot be mapped, and for a compressed part requested at once.
constexpr long long kMostHeldBytes = 1LL << 30;

/// Converts errors of file access to the type of format errors.
template <typename Work>
auto as_tensor_error(const Work& work) try {
  return work();
} catch (const std::bad_alloc&) {
  throw TensorFileError("too large for the available memory");
} catch (const TensorFileError&) {
  throw;
} catch (const std::runtime_error& error) {
  throw TensorFileError(error.what());
}

constexpr std::string_view kNpy = ".npy";

/// Array in an archive's `member`: reads its header only.
Tensor tensor_in(std::string_view file, const ZipMember& member) {
  std::string inflated;
  std::string_view begin =
      file.substr(member.at, std::min<std::uint64_t>(member.stored_bytes, kMaxNpyHeader));
  if (member.is_deflated) {
    inflated.resize(std::min<std::uint64_t>(member.bytes, kMaxNpyHeader));
    Inflater inflater(file.substr(member.at, member.stored_bytes));
    inflated.resize(inflater.read_some(inflated.data(), inflated.size()));
    begin = inflated;
  }
  NpyHeader header = read_npy_header(begin, member.bytes);
  Tensor tensor = std::move(header.tensor);
  if (member.is_deflated) {
    tensor.compressed = Compressed{member.at, member.stored_bytes, header.numbers_at};
  } else {
    tensor.at = member.at + header.numbers_at;
  }
  return tensor;
}

}  // namespace

TensorFile::TensorFile(const std::string& path)
    : TensorFile(as_tensor_error([&] { return FileBytes::of(path, kMostHeldBytes); })) {}

TensorFile::TensorFile(FileBytes bytes) : bytes_(std::move(bytes)) {
  as_tensor_error([&] { open(); });
}

TensorFile::TensorFile(TensorFile&&) noexcept = default;
TensorFile::~TensorFile() = default;

void TensorFile::open() {
  const std::string_view file = bytes_.all();
  if (is_npy(file)) {
    NpyHeader header = read_npy_header(file.substr(0, kMaxNpyHeader), file.size());
    header.tensor.at = header.numbers_at;
    add(std::move(header.tensor));
  } else if (is_zip(file)) {
    open_archive();
  } else if (is_safetensors(file)) {
    SafetensorsHeader header = read_safetensors_header(file);
    for (Tensor& tensor : header.tensors) add(std::move(tensor));
    metadata_ = std::move(header.metadata);
  } else {
    throw TensorFileError(
        file.empty() ? "the file is empty"
                     : "expected a .npy, .npz or .safetensors file: its first bytes differ");
  }
}

void TensorFile::open_archive() {
  bool has_pickle = false;
  std::string objects;  // error of the first array of Python objects
  for (const ZipMember& member : read_zip_directory(bytes_.all())) {
    has_pickle = has_pickle || member.name.ends_with(".pkl");
    if (!member.name.ends_with(kNpy)) continue;
    const std::string name = member.name.substr(0, member.name.size() - kNpy.size());
    try {
      Tensor tensor = tensor_in(bytes_.all(), member);
      tensor.name = name;
      add(std::move(tensor));
    } catch (const ObjectsError& error) {
      passed_over_.push_back(name);
      if (objects.empty()) objects = about_tensor(name, error.what());
    } catch (const TensorFileError& error) {
      throw TensorFileError(about_tensor(name, error.what()));
    }
  }
  if (!tensors_.empty()) return;
  if (!objects.empty()) throw TensorFileError(objects);
  throw TensorFileError(has_pickle
                            ? "expected arrays, found Python's objects as torch.save writes them: "
                              "save with numpy.savez or safetensors"
                            : "expected .npy members in the archive, found none");
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

/// Inflated bytes of `tensor`, counted from its first number.
const char* TensorFile::inflated(const Tensor& tensor, std::uint64_t from, std::uint64_t to) const {
  if (to - from > static_cast<std::uint64_t>(kMostHeldBytes)) {
    throw TensorFileError(
        "needs more than 1 GiB inflated at once: save it in C order, or with "
        "numpy.savez, which does not compress");
  }
  const Compressed& from_file = *tensor.compressed;
  const std::uint64_t begin = from_file.before + from;
  const bool goes_on = inflater_ && inflated_at_ == from_file.at && inflater_->position() <= begin;
  if (!goes_on) {
    inflater_ = std::make_unique<Inflater>(bytes_.all().substr(from_file.at, from_file.bytes));
    inflated_at_ = from_file.at;
  }
  try {
    inflater_->skip(begin - inflater_->position());
    buffer_.resize(to - from);
    inflater_->read(buffer_.data(), to - from);
  } catch (...) {
    inflater_.reset();
    throw;
  }
  return buffer_.data();
}

/// Calls `use` with the tensor's bytes from `from` to `to`.
template <typename Use>
void TensorFile::with_bytes(const Tensor& tensor, std::uint64_t from, std::uint64_t to,
                            const Use& use) const {
  try {
    as_tensor_error([&] {
      bytes_.require_whole();
      if (tensor.compressed) return use(inflated(tensor, from, to));
      const std::string_view part = bytes_.all().substr(tensor.at + from, to - from);
      use(part.data());
      bytes_.let_go(part);
    });
  } catch (const TensorFileError& error) {
    throw TensorFileError(about_tensor(tensor.name, error.what()));
  }
}

Matrix TensorFile::matrix(const Tensor& tensor, const TensorPlane& plane) const {
  if (!tensor.kind->read) {
    throw TensorFileError(about_tensor(
        tensor.name, "expected " + float_names() + ", found " + std::string(tensor.kind->name)));
  }
  if (plane.rows == 0 || plane.cols == 0) return Matrix(plane.rows, plane.cols);
  const auto last = [](Index count, std::uint64_t step) {
    return static_cast<std::uint64_t>(count - 1) * step;
  };
  const std::uint64_t bytes = tensor.element_bytes;
  const std::uint64_t from = plane.first * bytes;
  const std::uint64_t to =
      from + (last(plane.rows, plane.row_step) + last(plane.cols, plane.col_step) + 1) * bytes;
  Matrix matrix;
  with_bytes(tensor, from, to, [&](const char* first) {
    matrix.resize(plane.rows, plane.cols);
    for (Index row = 0; row < plane.rows; ++row) {
      const std::uint64_t at = static_cast<std::uint64_t>(row) * plane.row_step * bytes;
      tensor.kind->read(first + at, static_cast<std::ptrdiff_t>(plane.col_step * bytes), plane.cols,
                        matrix.row(row).data());
    }
  });
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
  std::vector<std::string> texts;
  with_bytes(tensor, 0, tensor.bytes(), [&](const char* first) {
    for (std::uint64_t n = 0; n < count; ++n) {
      const std::size_t bytes = tensor.element_bytes;
      const std::uint64_t at = begin + n * steps.back();
      texts.push_back(tensor.kind->read_text({first + at * bytes, bytes}));
    }
  });
  return texts;
}

}  // namespace attn
