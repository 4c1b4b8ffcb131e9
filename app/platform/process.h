#pragma once

#include <chrono>
#include <string>

namespace attn {

/// Number of this process, which no other process of the machine has now.
long process_number();

/// Returns whether standard error is a terminal.
bool is_error_on_terminal();

/// Ignores the signals of a closed pipe and of a file's size limit, so that they are reported as a
/// write error, after which unfinished files are removed.
void report_failed_writes();

/// Suppresses standard error until show_errors(); returns a handle for it, negative if it is
/// unchanged.
int hide_errors();
void show_errors(int hidden);

/// Lowers the priority of the calling thread and of threads that it starts, so that the window's
/// frames come first. No effect if the system cannot do that for a single thread.
void lower_thread_priority();

/// Runs `command` (ended by a null) with the file as its input and without output, and ends it
/// after `patience`; its exit status, or −1 if it is not installed. It holds none of our files.
int run_with_input(const char* const* command, const std::string& path,
                   std::chrono::seconds patience);

}  // namespace attn
