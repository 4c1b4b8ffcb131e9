#pragma once

#include <string>

#include "engine/attention/scene.h"

namespace attn {

/// Change by an edit, from and to: "1 → 0.5" for a number, "Softmax → Sparsemax" for a kind,
/// "4 → 3 heads", a short sentence. Empty if it changed something else, or more than one.
std::string change_words(const Scene& before, const Scene& after);

}  // namespace attn
