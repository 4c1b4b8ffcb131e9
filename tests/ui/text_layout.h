#pragma once

#include <string>

#include "tests/ui/desktop.h"

namespace attn::test {

/// What is wrong with the texts that the window shows now: one that is cut, shortened, over another
/// or off its panel; a line for each, nothing where all is well. What scrolls may be cut where it
/// does.
std::string layout_troubles(OpenProgram& program);

}  // namespace attn::test
