#include "app/document/files/memory_limit.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "app/document/numbers/numbers.h"
#include "app/platform/memory.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr double kMega = 1e6, kGiga = 1e9;

std::atomic<double> kept{0};
std::atomic<bool> is_enforced{false}, has_window{false};

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kIsSanitized = true;
#elif defined(__has_feature)
constexpr bool kIsSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool kIsSanitized = false;
#endif

constexpr const char* kVariable = "ATTENTOSCOPE_MEMORY";

std::optional<float> megabytes_set() {
  const char* const set = std::getenv(kVariable);
  return set ? parse_number(set) : std::nullopt;
}

double whole_limit() {
  if (const auto megabytes = megabytes_set(); megabytes && *megabytes > 0) {
    return static_cast<double>(*megabytes) * kMega;
  }
  constexpr double kShare = 0.5, kUsual = 4 * kGiga;
  const double all = machine_memory();
  return all > 0 ? kShare * all : kUsual;
}

}  // namespace

double memory_limit() {
  const double limit = whole_limit();
  return has_window ? std::max(limit - kWindowMemory, kOwnMemory) : limit;
}

void count_window_memory() {
  has_window = true;
  return_freed_memory();
}

std::optional<std::string> wrong_memory_limit() {
  const char* const set = std::getenv(kVariable);
  const auto megabytes = megabytes_set();
  if (!set || *set == '\0' || (megabytes && *megabytes > 0)) return std::nullopt;
  return std::string(kVariable) + ": expected a number of MB above 0, found " + shown(set);
}

void enforce_memory_limit() {
  if (kIsSanitized) return;
  constexpr double kCode = 20e6;  // of libraries: in memory, but not allocated
  is_enforced = limit_memory(std::max(memory_limit(), kOwnMemory) - kCode);
}

std::string out_of_memory_words() {
  const std::string limit = is_enforced ? ": the limit is " + memory_words(memory_limit()) : "";
  return "out of memory" + limit;
}

double history_limit() {
  constexpr double kShare = 1.0 / 16;
  return kShare * memory_limit();
}

KeptMemory::KeptMemory(double bytes) : bytes_(bytes) { kept += bytes_; }

KeptMemory::~KeptMemory() { kept -= bytes_; }

double KeptMemory::all() { return kept; }

std::string memory_words(double bytes) {
  return bytes >= kGiga ? fixed(bytes / kGiga, 1) + " GB"
                        : fixed(bytes >= kMega ? bytes / kMega : 1, 0) + " MB";
}

std::optional<Problem> memory_problem(double needed, double limit) {
  const double beside = KeptMemory::all();
  if (needed + beside <= limit) return std::nullopt;
  std::string words = "needs " + memory_words(needed) + " of memory";
  if (beside > 0) words += " in addition to " + memory_words(beside) + " stored as A";
  const double own = has_window ? kWindowMemory : 0;
  words += ", and the limit is " + memory_words(limit + own);
  if (own > 0) words += ", of which the window takes " + memory_words(own);
  return Problem{"", words};
}

}  // namespace attn
