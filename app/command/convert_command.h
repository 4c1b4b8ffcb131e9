#pragma once

#include <string>

namespace CLI {
class App;
}

namespace attn {

/// Options of `convert`.
struct ConvertOptions {
  std::string model, out;
  std::string ids;  ///< tokens of the network: "5,3"; empty: the first token
};

/// Adds the command `convert`, which fills `options`.
CLI::App* add_convert(CLI::App& app, ConvertOptions& options);

/// Writes a trained model as a network; its warnings go to standard error. Throws Failure.
void convert_model(const ConvertOptions& options);

}  // namespace attn
