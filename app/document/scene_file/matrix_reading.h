#pragma once

#include "app/document/scene_file/fields.h"
#include "engine/attention/shapes.h"
#include "engine/base/matrix.h"

namespace attn {

// Matrices given as rows, or in another file.

Matrix read_matrix(const json::Value& value, const json::Place& place, const Shape& shape,
                   SceneReading& reading);
/// Reads a matrix whose numbers may be minus infinity: null in JSON, or minus infinity in a file of
/// tensors.
Matrix read_matrix_or_null(const json::Value& value, const json::Place& place, const Shape& shape,
                           SceneReading& reading);
/// Boolean matrices are given as rows only.
BoolMatrix read_bool_matrix(const json::Value& value, const json::Place& place, const Shape& shape,
                            SceneReading& reading);

}  // namespace attn
