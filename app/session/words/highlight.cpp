#include "app/session/words/highlight.h"

#include <utility>

namespace attn {

void Highlight::begin_frame() { now_ = std::exchange(next_, {}); }

}  // namespace attn
