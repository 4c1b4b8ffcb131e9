#include "app/document/scene_file/matrix_reading.h"

#include "app/document/scene_file/matrix_files.h"

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

}  // namespace

Matrix read_matrix(const json::Value& value, const json::Place& place, const Shape& shape,
                   SceneReading& reading) {
  return read_rows_or_file<json::read_matrix>(value, place, shape, reading, false);
}

Matrix read_matrix_or_null(const json::Value& value, const json::Place& place, const Shape& shape,
                           SceneReading& reading) {
  return read_rows_or_file<json::read_matrix_or_null>(value, place, shape, reading, true);
}

BoolMatrix read_bool_matrix(const json::Value& value, const json::Place& place, const Shape& shape,
                            SceneReading&) {
  return json::read_bool_matrix(value, place, shape);
}

}  // namespace attn
