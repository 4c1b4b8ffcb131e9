#pragma once

#include <string>

namespace attn::test {

/// A path below tests/.
std::string data_path(const std::string& name);

/// The program that is tested.
std::string program_path();

}  // namespace attn::test
