#pragma once

#include <string>
#include <string_view>

namespace attn {

/// Bytes of the machine's memory; 0 if unknown.
double machine_memory();

/// Makes allocations of this process fail beyond so many bytes, or beyond a lower limit that it
/// already has. Returns whether the system does that.
bool limit_memory(double bytes);

/// Gives large freed blocks back to the system at once, and reserves few addresses for threads.
void return_freed_memory();

/// Returns whether the addresses of this process are limited.
bool is_memory_limited();

/// Prints one line to standard error and ends the process with status 1, without leaving unfinished
/// files. May be called by a signal handler.
[[noreturn]] void end_out_of_memory();

/// Installs handlers which call end_out_of_memory() if memory runs out where no caller can report
/// it: on a thread without a catch, or in a library that ends the process itself. Other failures
/// end the process as usual.
void handle_out_of_memory();

/// Path at which `bytes` can be read as a file while the program runs. Throws std::runtime_error if
/// there is no space.
std::string memory_file(const char* name, std::string_view bytes);

}  // namespace attn
