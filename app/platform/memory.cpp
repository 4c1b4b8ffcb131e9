#include "app/platform/memory.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "app/platform/descriptor.h"
#include "app/platform/unfinished.h"

namespace attn {
namespace {

[[noreturn]] void end_thread() {
  try {
    if (const std::exception_ptr error = std::current_exception()) std::rethrow_exception(error);
  } catch (const std::bad_alloc&) {
    end_out_of_memory();
  } catch (...) {
  }
  std::abort();
}

/// Returns whether a library may have ended the process for lack of memory.
bool is_memory_gone() {
  constexpr std::size_t kLittle = 32 << 20;
  void* const some =
      ::mmap(nullptr, kLittle, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (some == MAP_FAILED) return true;
  ::munmap(some, kLittle);
  return false;
}

/// Other failures end the process as without the handler, which is installed for one signal only.
void end_or_crash(int signal) {
  if (is_memory_gone()) end_out_of_memory();
  ::raise(signal);
}

/// glibc reserves up to 128 MB of addresses for each thread's allocations, and releases most of it
/// at once. With a small address space, other threads fail at that moment: Fontconfig crashes, and
/// the cause is no longer visible.
void share_few_addresses() {
#ifdef __GLIBC__
  if (is_memory_limited()) ::mallopt(M_ARENA_MAX, 1);
#endif
}

}  // namespace

double machine_memory() {
#ifdef _SC_PHYS_PAGES
  const auto pages = static_cast<double>(::sysconf(_SC_PHYS_PAGES));
  const auto page = static_cast<double>(::sysconf(_SC_PAGESIZE));
  return pages > 0 && page > 0 ? pages * page : 0;
#else
  return 0;
#endif
}

bool limit_memory(double bytes) {
  rlimit data{};
  if (::getrlimit(RLIMIT_DATA, &data) != 0) return false;
  data.rlim_cur = std::min({data.rlim_cur, data.rlim_max, static_cast<rlim_t>(bytes)});
  return ::setrlimit(RLIMIT_DATA, &data) == 0;
}

void return_freed_memory() {
#ifdef __GLIBC__
  constexpr int kLarge = 1 << 20;
  ::mallopt(M_MMAP_THRESHOLD, kLarge);
  ::mallopt(M_TRIM_THRESHOLD, kLarge);
  // Each further arena reserves 64 MB of addresses, which a limited process can lack in a frame.
  ::mallopt(M_ARENA_MAX, 2);
#endif
}

bool is_memory_limited() {
  rlimit addresses{};
  return ::getrlimit(RLIMIT_AS, &addresses) == 0 && addresses.rlim_cur != RLIM_INFINITY;
}

void end_out_of_memory() {
  remove_unfinished();
  constexpr std::string_view kLine = "attentoscope: out of memory\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kLine.data(), kLine.size());
  ::_exit(1);
}

void handle_out_of_memory() {
  share_few_addresses();
  std::set_terminate(end_thread);
  // Separate stack for the handler: GLib needs memory to report a failed allocation, and recurses
  // until its stack overflows.
  static unsigned char beside[1 << 16];
  const stack_t stack{.ss_sp = beside, .ss_flags = 0, .ss_size = sizeof beside};
  ::sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = end_or_crash;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER | SA_ONSTACK);
  for (const int signal : {SIGABRT, SIGTRAP, SIGSEGV, SIGBUS}) {
    // Sanitizers have a handler of their own, which reports more.
    struct sigaction before {};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_DFL) ::sigaction(signal, &action, nullptr);
  }
}

std::string memory_file(const char* name, std::string_view bytes) {
  // Open as long as the program runs.
  const int file = ::memfd_create(name, MFD_CLOEXEC);
  if (file < 0) fail_with(errno);
  try {
    write_all(file, bytes);
  } catch (const std::runtime_error&) {
    ::close(file);
    throw;
  }
  return "/proc/self/fd/" + std::to_string(file);
}

}  // namespace attn
