#pragma once

#include <thread>

namespace attn {

/// CPU of the calling thread; -1 if unknown.
int current_cpu();

/// Restricts `thread` to the caller's CPUs except `cpu`. A hint: ignored if the caller has no other
/// CPU, or the system does not support it.
void keep_off_cpu(std::thread& thread, int cpu);

}  // namespace attn
