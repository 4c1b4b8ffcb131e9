#pragma once

namespace attn {

/// Lowers the priority of the calling thread, and of those that it starts, below that of the
/// others: where there are too few cores for all, a window's frames come first. Does nothing where
/// the system can't do that for one thread.
void let_others_go_first();

}  // namespace attn
