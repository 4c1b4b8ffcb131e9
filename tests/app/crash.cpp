#include "tests/app/crash.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>

namespace attn::test {
namespace {

namespace fs = std::filesystem;

constexpr std::array kCrashes = {SIGSEGV, SIGFPE, SIGABRT, SIGBUS, SIGILL, SIGTRAP, SIGSYS};

/// The core that the kernel left, by its usual names; moved to where the next does not replace it.
std::string kept_core(const Ended& ended) {
  const std::string number = std::to_string(ended.process);
  for (const std::string& name : {"core." + number, std::string("core")}) {
    std::error_code error;
    const fs::path core = fs::path(ended.folder) / name;
    const fs::path kept = fs::absolute("core-of-attentoscope." + number);
    if (!fs::exists(core, error)) continue;
    fs::copy_file(core, kept, fs::copy_options::overwrite_existing, error);
    if (error) return core.string();
    fs::remove(core, error);
    return kept.string();
  }
  return "";
}

std::string output_of(const std::string& command) {
  std::string words;
  FILE* const pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return words;
  std::array<char, 4096> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    words.append(buffer.data(), count);
  }
  ::pclose(pipe);
  return words;
}

}  // namespace

void allow_core() {
  rlimit limit{};
  ::getrlimit(RLIMIT_CORE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_CORE, &limit);
}

void tell_crash(const Ended& ended) {
  if (!WIFSIGNALED(ended.status)) return;
  const int signal = WTERMSIG(ended.status);
  if (std::ranges::find(kCrashes, signal) == kCrashes.end()) return;
  const std::string core = kept_core(ended);
  std::string threads;
  if (!core.empty()) {
    threads = output_of("gdb -q -batch -ex 'thread apply all backtrace' '" + ended.program + "' '" +
                        core + "' 2>/dev/null");
  }
  ADD_FAILURE() << ended.program << " crashed: SIG" << ::sigabbrev_np(signal) << ", "
                << ::strsignal(signal) << "; its core: " << (core.empty() ? "none left" : core)
                << "\n"
                << threads;
}

}  // namespace attn::test
