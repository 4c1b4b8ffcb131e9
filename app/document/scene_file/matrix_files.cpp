#include "app/document/scene_file/matrix_files.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>

#include "app/document/files/file_path.h"
#include "app/document/files/memory_limit.h"
#include "app/document/json/json_read.h"
#include "app/document/numbers/numbers.h"
#include "app/document/scene_file/scene_code.h"
#include "engine/base/text.h"

namespace attn {
namespace {

template <auto read_rows>
Matrix read_rows_or_file(const json::Value& value, const json::Place& place, const Shape& shape,
                         SceneReading& reading, bool may_hide) {
  if (value.kind() != json::Kind::kObject) return read_rows(value, place, shape);
  // Allowed in both versions, without lowering the required one.
  reading.needed = std::max(reading.needed, reading.version);
  return reading.files.read(value, place, shape, may_hide);
}

namespace fs = std::filesystem;
using json::Place;
using json::Value;

constexpr std::size_t kMostFiles = 256;
constexpr std::string_view kReferenceKeys[] = {"file",      "tensor", "index",
                                               "transpose", "rows",   "columns"};
constexpr std::string_view kRowReferenceKeys[] = {"file", "tensor", "index", "columns"};

void require_reference_keys(const Value& value, const Place& place,
                            std::span<const std::string_view> known) {
  require_keys(value, place, [&](std::string_view key) {
    const bool is_known = std::ranges::count(known, key) > 0;
    return is_known ? "" : why_unknown(key, {known.begin(), known.end()});
  });
}

/// Parses [from, to] within `count`; all if absent.
std::pair<Index, Index> range_of(const Value& value, const Place& place, std::string_view key,
                                 Index count) {
  const auto found = find_member(value, key);
  if (!found) return {0, count};
  const std::string expected =
      "[from, to] with 0 <= from < to <= " + std::to_string(count) + ", without `to`";
  if (found->kind() != json::Kind::kList || found->size() != 2) {
    json::fail_type(place / key, expected, *found);
  }
  const Index from = json::read_whole(found->first(), place / key / std::size_t{0});
  const Index to = json::read_whole(found->first().next(), place / key / std::size_t{1});
  if (from >= to || to > count) {
    json::fail(place / key, "expected " + expected + ", found [" + std::to_string(from) + ", " +
                                std::to_string(to) + "]");
  }
  return {from, to};
}

const Tensor& tensor_of(const TensorFile& file, const Value& value, const Place& place) {
  const auto name = find_member(value, "tensor");
  if (!name) {
    if (file.tensors().size() == 1) return file.tensors().front();
    json::fail(place / "tensor", "missing key: expected the name of one of the file's " +
                                     std::to_string(file.tensors().size()) + " tensors");
  }
  const std::string text = json::read_text(*name, place / "tensor");
  if (const Tensor* found = file.find(text)) return *found;
  std::string words = "expected a tensor of the file, found none called \"" + shown(text) + "\"";
  if (!file.tensors().empty() && !file.tensors().front().name.empty()) {
    words += ": there is \"" + shown(file.tensors().front().name) + "\"";
    if (file.tensors().size() > 1) {
      words += " and " + std::to_string(file.tensors().size() - 1) + " more";
    }
  }
  json::fail(place / "tensor", words);
}

/// Index along the first axis, if it is chosen.
Axes chosen_index(const Tensor& tensor, const Value& value, const Place& place) {
  const auto index = find_member(value, "index");
  if (!index) return {};
  if (tensor.axes.empty()) {
    json::fail(place / "index", "expected none, as it is " + axes_words(tensor.axes));
  }
  const Index found = json::read_whole(*index, place / "index");
  if (found >= tensor.axes.front()) {
    json::fail(place / "index", "expected less than " + std::to_string(tensor.axes.front()) +
                                    ", found " + std::to_string(found));
  }
  return {found};
}

/// Selected part: by index, transpose, rows and columns, in this order.
TensorPlane chosen_plane(const Tensor& tensor, const Value& value, const Place& place) {
  const std::string axes = axes_words(tensor.axes);
  const Axes indices = chosen_index(tensor, value, place);
  const bool index = !indices.empty();
  if (tensor.axes.size() != indices.size() + 2) {
    const bool can_index = tensor.axes.size() == 3 && !index;
    json::fail(place, "expected 2 axes" + std::string(index ? " after the index" : "") +
                          ", found " + axes +
                          (can_index ? ": \"index\" selects along the first" : ""));
  }
  TensorPlane plane = plane_of(tensor, indices);
  const auto transpose = find_member(value, "transpose");
  if (transpose && json::read_bool(*transpose, place / "transpose")) plane = plane.transposed();
  const auto rows = range_of(value, place, "rows", plane.rows);
  plane = plane.some_rows(rows.first, rows.second);
  const auto columns = range_of(value, place, "columns", plane.cols);
  return plane.some_columns(columns.first, columns.second);
}

/// Selected vector, as one row: by index and columns.
TensorPlane chosen_row(const Tensor& tensor, const Value& value, const Place& place) {
  const Axes indices = chosen_index(tensor, value, place);
  if (tensor.axes.size() != indices.size() + 1) {
    json::fail(place, "expected 1 axis" + std::string(indices.empty() ? "" : " after the index") +
                          ", found " + axes_words(tensor.axes));
  }
  TensorPlane row{.col_step = tensor.steps().back(), .rows = 1, .cols = tensor.axes.back()};
  if (!indices.empty()) {
    row.first = static_cast<std::uint64_t>(indices.front()) * tensor.steps().front();
  }
  const auto columns = range_of(value, place, "columns", row.cols);
  return row.some_columns(columns.first, columns.second);
}

void require_numbers(const Matrix& matrix, const Place& place, bool may_hide) {
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.cols(); ++j) {
      const float number = matrix(i, j);
      if (std::isfinite(number) || (may_hide && std::isinf(number) && number < 0)) continue;
      json::fail(place, "expected finite numbers, found " + shortest(number) + " in row " +
                            std::to_string(i) + ", column " + std::to_string(j));
    }
  }
}

}  // namespace

MatrixFiles::MatrixFiles(const std::string& path, ReadFiles* read) : read_(read) {
  if (is_scene_code(path)) return;
  const std::string folder = path == "-" ? "" : fs::path(path).parent_path().string();
  folder_ = folder.empty() ? "." : folder;
}

const TensorFile& MatrixFiles::open(const std::string& name, const Place& place) {
  if (memory_ && name.empty()) return *memory_;
  if (!folder_) {
    json::fail(place, "expected rows: only a scene in a file can refer to other files");
  }
  try {
    require_below(*folder_, name);
  } catch (const std::runtime_error& error) {
    json::fail(place, error.what());
  }
  std::error_code error;
  const fs::path path = fs::canonical(fs::path(*folder_) / name, error);
  if (error) json::fail(place, "\"" + shown(name) + "\": " + error.message());
  auto& file = files_[path.string()];
  if (file) return *file;
  if (files_.size() > kMostFiles) {
    json::fail(place, "expected at most " + std::to_string(kMostFiles) + " files, found more");
  }
  try {
    file = std::make_unique<TensorFile>(path.string());
  } catch (const TensorFileError& wrong) {
    json::fail(place, "\"" + shown(name) + "\": " + wrong.what());
  }
  if (read_ != nullptr) read_->push_back({path.string(), file->identity()});
  return *file;
}

const TensorFile& MatrixFiles::file_of(const Value& value, const Place& place) {
  const std::string name =
      json::read_text(require_member(value, place, "file", "a file's name"), place / "file");
  return open(name, place / "file");
}

Matrix MatrixFiles::read(const Value& value, const Place& place, const Shape& shape,
                         bool may_hide) {
  require_reference_keys(value, place, kReferenceKeys);
  const TensorFile& file = file_of(value, place);
  const Tensor& tensor = tensor_of(file, value, place);
  const TensorPlane plane = chosen_plane(tensor, value, place);
  require_count(plane.rows, shape.rows, "row", place.pointer());
  require_count(plane.rows, Extent{}, "row", place.pointer());
  require_count(plane.cols, shape.cols, "column", place.pointer());
  return plane_in(file, tensor, plane, value, place, may_hide);
}

RowVector MatrixFiles::read_row(const Value& value, const Place& place) {
  require_reference_keys(value, place, kRowReferenceKeys);
  const TensorFile& file = file_of(value, place);
  const Tensor& tensor = tensor_of(file, value, place);
  return plane_in(file, tensor, chosen_row(tensor, value, place), value, place, false).row(0);
}

Matrix MatrixFiles::plane_in(const TensorFile& file, const Tensor& tensor, const TensorPlane& plane,
                             const Value& value, const Place& place, bool may_hide) {
  const auto count = bounded_product(static_cast<std::uint64_t>(plane.rows),
                                     static_cast<std::uint64_t>(plane.cols));
  if (count > most_numbers_ - numbers_) {
    json::fail(place, "expected at most " + std::to_string(most_numbers_) +
                          " numbers from files altogether, found more");
  }
  numbers_ += count;
  if (const auto problem = memory_problem(sizeof(float) * static_cast<double>(numbers_))) {
    json::fail(place, "with this file the scene " + problem->text);
  }
  try {
    Matrix matrix = file.matrix(tensor, plane);
    require_numbers(matrix, place, may_hide);
    return matrix;
  } catch (const TensorFileError& wrong) {
    const std::string name = json::read_text(*find_member(value, "file"), place / "file");
    json::fail(place, "\"" + shown(name) + "\": " + wrong.what());
  }
}

Matrix read_matrix(const json::Value& value, const json::Place& place, const Shape& shape,
                   SceneReading& reading) {
  return read_rows_or_file<json::read_matrix>(value, place, shape, reading, false);
}

Matrix read_matrix_or_null(const json::Value& value, const json::Place& place, const Shape& shape,
                           SceneReading& reading) {
  return read_rows_or_file<json::read_matrix_or_null>(value, place, shape, reading, true);
}

RowVector read_row(const json::Value& value, const json::Place& place, SceneReading& reading) {
  if (value.kind() != json::Kind::kObject || !reading.reads_rows_from_files) {
    return json::read_row(value, place);
  }
  return reading.files.read_row(value, place);
}

}  // namespace attn
