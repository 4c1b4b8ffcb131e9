#pragma once

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace attn {

/// Shells with completions: bash, zsh, fish.
inline constexpr std::string_view kShells[] = {"bash", "zsh", "fish"};

/// Shell script that completes commands, options, words and files, generated from the same table as
/// --help.
std::string completion_script(const CLI::App& app, std::string_view shell);

/// The help as a page for man(1), in roff.
std::string man_page(const CLI::App& app, std::string_view version);

}  // namespace attn
