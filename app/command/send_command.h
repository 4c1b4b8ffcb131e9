#pragma once

#include <string>

namespace CLI {
class App;
}

namespace attn {

/// Options of `send`.
struct SendOptions {
  std::string scene;
  std::string name;  ///< empty: that of the file
};

/// Adds the command `send`, which fills `options`.
CLI::App* add_send(CLI::App& app, SendOptions& options);

/// Sends the scene to the open window. Throws Failure, also if there is none, or it refuses.
void send_scene(const SendOptions& options);

}  // namespace attn
