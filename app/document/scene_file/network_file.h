#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "app/document/json/json.h"
#include "app/document/json/sink.h"
#include "app/document/scene_file/matrix_files.h"
#include "engine/blocks/network.h"
#include "engine/blocks/stages.h"

namespace attn {

/// The network that `json` (UTF-8) describes. Throws SceneError with the place of the first thing
/// that is wrong.
Network parse_network(std::string_view json);

/// `network` as a file; parse_network of it gives an equal one.
std::string format_network(const Network& network);

/// What a network's file is called.
inline constexpr std::string_view kNetworkEnding = ".attn-net.json";

/// Writes format_network(network) to `path`, beside it first and then renamed over it. Throws
/// std::runtime_error in words, and WouldBeLost where a file is there that is no network.
void write_network(const Network& network, const std::string& path);

/// What can be computed: the file says which it is.
using Computable = std::variant<Scene, Network>;

/// The scene or network that a whole file describes; matrices may come from `files`. Throws
/// SceneError.
Computable computable_of(const json::Tree& tree, MatrixFiles files);
/// The same of an object that stands in another file.
Computable computable_in(const json::Value& object, MatrixFiles& files);

/// The scene or network in the file at `path`; "-" reads standard input. Throws SceneError.
Computable read_computable(const std::string& path);

/// The result of `compute`, by the contract.
void write_network_result(const Network& network, const NetworkTrace& trace,
                          std::string_view backend, const Sink& sink);

}  // namespace attn
