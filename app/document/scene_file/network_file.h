#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "app/document/json/json.h"
#include "app/document/json/json_write.h"
#include "app/document/json/sink.h"
#include "app/document/scene_file/matrix_files.h"
#include "engine/blocks/network.h"
#include "engine/blocks/stages.h"

namespace attn {

/// Parses a network from `json` (UTF-8). Throws SceneError with the place of the first error.
Network parse_network(std::string_view json);

/// Writes `network` as an object; defaults are omitted.
void write_network_fields(const Network& network, json::Writer& out);

/// `network` as a file; parse_network restores an equal one.
std::string format_network(const Network& network);

/// Ending of network files.
inline constexpr std::string_view kNetworkEnding = ".attn-net.json";

/// Writes format_network(network) to `path` by a temporary file. Throws std::runtime_error, and
/// WouldBeLost if `path` has a file that is not a network.
void write_network(const Network& network, const std::string& path);

/// Content of a file: a scene or a network.
using Computable = std::variant<Scene, Network>;

/// Scene or network of a whole file; matrices may come from `files`. Throws SceneError.
Computable computable_of(const json::Tree& tree, MatrixFiles files);
/// Reads a scene or network from an object in another file.
Computable computable_in(const json::Value& object, MatrixFiles& files);

/// Attention of a block of `width` numbers a token, for `tokens`, as a network has it. Throws
/// SceneError.
Attention attention_in(const json::Value& value, const json::Place& place, MatrixFiles& files,
                       Index width, Index tokens);

/// Scene or network in the file at `path`; "-" reads standard input. Adds the files that are read
/// to `read`, if given. Throws SceneError.
Computable read_computable(const std::string& path, ReadFiles* read = nullptr);

/// Result of `compute`, by the contract.
void write_network_result(const Network& network, const NetworkTrace& trace,
                          std::string_view backend, const Sink& sink);

}  // namespace attn
