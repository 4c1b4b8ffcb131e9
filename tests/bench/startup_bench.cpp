// From exec to the first frame and out again: the program beside a bare ImGui window, in turns, on
// a screen of its own.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "tests/support/paths.h"
#include "tests/ui/desktop.h"

namespace {

using attn::test::Desktop;
using attn::test::Process;

double milliseconds(const Desktop& desktop, const std::vector<std::string>& command) {
  const auto start = std::chrono::steady_clock::now();
  // A desktop's locale is one of UTF-8, for which X11 reads a file of compositions in either.
  if (Process(command, {"DISPLAY=" + desktop.display(), "LC_ALL=C.UTF-8"}).wait() != 0) {
    throw std::runtime_error(command[0] + " failed");
  }
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
  return taken.count();
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

}  // namespace

int main() {
  constexpr int kRounds = 25;
  Desktop desktop;
  std::vector<double> ours, bare, ratios;
  for (int round = -2; round < kRounds; ++round) {  // the first two warm the disk's cache
    const double a = milliseconds(desktop, {attn::test::program_path(), "--frames", "1"});
    const double b = milliseconds(desktop, {ATTN_BARE_WINDOW});
    if (round < 0) continue;
    ours.push_back(a);
    bare.push_back(b);
    ratios.push_back(a / b);
  }
  std::printf("start, one frame, end (whole process, median of %d)\n", kRounds);
  std::printf("  attentoscope       %7.1f ms\n", median(ours));
  std::printf("  bare ImGui window  %7.1f ms\n", median(bare));
  std::printf("  ratio              %7.2f\n", median(ratios));
}
