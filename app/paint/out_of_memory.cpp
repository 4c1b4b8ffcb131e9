#include "app/paint/out_of_memory.h"

#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>
#include <span>
#include <string_view>

#include <glib.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "app/document/files/unfinished.h"

namespace attn {
namespace {

/// Calls only async-signal-safe functions.
[[noreturn]] void end() {
  remove_unfinished();
  constexpr std::string_view kLine = "attentoscope: out of memory\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kLine.data(), kLine.size());
  ::_exit(1);
}

[[noreturn]] void end_thread() {
  try {
    if (const std::exception_ptr error = std::current_exception()) std::rethrow_exception(error);
  } catch (const std::bad_alloc&) {
    end();
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
  if (is_memory_gone()) end();
  ::raise(signal);
}

bool is_memory_limited() {
  rlimit addresses{};
  return ::getrlimit(RLIMIT_AS, &addresses) == 0 && addresses.rlim_cur != RLIM_INFINITY;
}

std::string_view message_of(std::span<const GLogField> fields) {
  for (const GLogField& field : fields) {
    if (std::string_view(field.key) != "MESSAGE") continue;
    const char* words = static_cast<const char*>(field.value);
    return field.length < 0 ? std::string_view(words)
                            : std::string_view(words, static_cast<std::size_t>(field.length));
  }
  return {};
}

/// Suppresses GLib's message about a lack of memory, which would be a second line of error. Pango
/// reports in three messages that it continues without a font; only the last message gives the
/// reason.
GLogWriterOutput take_glib_message(GLogLevelFlags level, const GLogField* fields, gsize count,
                                   gpointer data) {
  const std::string_view said = message_of({fields, count});
  const auto has = [&](std::string_view words) {
    return said.find(words) != std::string_view::npos;
  };
  // Threads are also refused for lack of memory.
  if (has("failed to allocate") || has("creating thread")) end();
  if (has("scaled_font status is: out of memory")) end();
  const bool is_before_reason =
      has("failed to create cairo scaled font") || has("font_face status is: ");
  if (is_before_reason && is_memory_limited()) return G_LOG_WRITER_HANDLED;
  return g_log_writer_default(level, fields, count, data);
}

/// glibc reserves up to 128 MB of addresses for each thread's allocations, and releases most of it
/// at once. With a small address space, other threads fail at that moment: Fontconfig crashes, and
/// the cause is no longer visible.
void share_few_addresses() {
  if (is_memory_limited()) ::mallopt(M_ARENA_MAX, 1);
}

}  // namespace

void report_out_of_memory() {
  share_few_addresses();
  std::set_terminate(end_thread);
  g_log_set_writer_func(take_glib_message, nullptr, nullptr);
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

}  // namespace attn
