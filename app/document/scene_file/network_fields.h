#pragma once

#include "app/document/json/json.h"
#include "app/document/json/json_write.h"
#include "engine/blocks/network.h"

namespace attn {

class MatrixFiles;

/// Reads a network from the object `value`, the whole of a file: checks keys and types, and the
/// shapes of attention. Throws SceneError.
Network read_network_fields(const json::Value& value, MatrixFiles& files);

/// Writes `network` as an object; defaults are omitted.
void write_network_fields(const Network& network, json::Writer& out);

}  // namespace attn
