#pragma once

#include <string>

#include "tests/ui/desktop.h"

namespace attn::test {

/// What is wrong with the texts that the window shows now: one that is cut, shortened, over
/// another, off its panel or broken inside a term, or numbers that touch; a line for each, nothing
/// where all is well. What scrolls may be cut where it does; what else may be shortened stands in
/// one place, in the source beside this.
std::string layout_troubles(OpenProgram& program);

}  // namespace attn::test
