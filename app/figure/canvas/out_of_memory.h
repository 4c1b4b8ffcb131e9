#pragma once

namespace attn {

/// From now on the process ends with one line and the status 1, and leaves nothing unfinished,
/// where memory runs out and nobody is there to tell: on a thread that catches nothing, or in a
/// library that ends the process itself (GLib, Mesa).
void tell_where_memory_runs_out();

}  // namespace attn
