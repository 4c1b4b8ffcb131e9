#pragma once

namespace attn {

/// Installs handlers: if memory runs out where no caller can report it (on a thread without a
/// catch, or in a library that ends the process itself, such as GLib or Mesa), the process prints
/// one line and exits with status 1, without leaving unfinished files.
void report_out_of_memory();

}  // namespace attn
