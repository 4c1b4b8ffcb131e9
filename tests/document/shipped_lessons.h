#pragma once

#include <vector>

#include "assets/assets.h"

namespace attn::test {

/// The files of the lessons that the program has in it, by name.
inline std::vector<const Asset*> shipped_lessons() {
  std::vector<const Asset*> found;
  for (const Asset& one : assets()) {
    if (one.path.starts_with("assets/lessons/")) found.push_back(&one);
  }
  return found;
}

}  // namespace attn::test
