#pragma once

#include "app/document/scene_file/fields.h"
#include "engine/attention/shapes.h"
#include "engine/base/matrix.h"

namespace attn {

// Matrices that stand in the file as rows, or in another that it names.

Matrix read_matrix(const json::Value& value, const json::Place& place, const Shape& shape,
                   SceneReading& reading);
/// The same, where null, or minus infinity in a file of tensors, is minus infinity.
Matrix read_matrix_or_null(const json::Value& value, const json::Place& place, const Shape& shape,
                           SceneReading& reading);
/// Booleans stand as rows alone.
BoolMatrix read_bool_matrix(const json::Value& value, const json::Place& place, const Shape& shape,
                            SceneReading& reading);

}  // namespace attn
