#pragma once

#include "engine/base/worker_pool.h"

namespace attn::test {

/// Returns whether tests can start threads: not in WebAssembly that is compiled without them.
inline bool has_threads() { return WorkerPool(2).threads() == 2; }

}  // namespace attn::test
