#pragma once

#include "app/document/json/json.h"
#include "app/document/json/json_write.h"
#include "engine/blocks/network.h"

namespace attn {

class MatrixFiles;

/// The network that the object `value`, the whole of a file, describes: keys and types are right,
/// and the shapes within attention. Throws SceneError.
Network read_network_fields(const json::Value& value, MatrixFiles& files);

/// `network` as an object; what equals its default is left out.
void write_network_fields(const Network& network, json::Writer& out);

}  // namespace attn
