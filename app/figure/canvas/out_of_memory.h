#pragma once

namespace attn {

/// Installs handlers: if memory runs out where no caller can report it (on a thread without a
/// catch, or in a library that ends the process itself, such as GLib or Mesa), the process prints
/// one line and exits with status 1, without leaving unfinished files.
void tell_where_memory_runs_out();

}  // namespace attn
