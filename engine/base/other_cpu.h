#pragma once

#include <thread>

namespace attn {

/// The CPU that the calling thread runs on; -1 where the system does not say.
int current_cpu();

/// Lets `thread` run on all CPUs of the caller but `cpu`. A hint: where the caller has no other
/// CPU, or the system takes no such wish, nothing changes.
void keep_off_cpu(std::thread& thread, int cpu);

}  // namespace attn
