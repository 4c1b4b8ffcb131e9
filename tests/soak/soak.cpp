// soak [ACTIONS [SEED]]: random actions by mouse and keyboard in the real window. It fails where
// the program ends, does not answer, holds more and more memory, or does not end well.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/soak/random_actions.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/desktop.h"

namespace {

using namespace attn::test;

constexpr int kActionsOfRound = 100;
/// What the program may hold more in the later half of the run than in the earlier, in MiB. What is
/// done anew can be larger than before: a longer sentence, a longer history.
constexpr double kGrowth = 48;

double resident_mib(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/status");
  for (std::string word; file >> word;) {
    long kib = 0;
    if (word == "VmRSS:" && file >> kib) return static_cast<double>(kib) / 1024;
  }
  return 0;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void set_surroundings(const TemporaryFolder& folder) {
  for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"}) {
    setenv(name, folder.path().c_str(), 1);
  }
  // A small quarantine, so that the sanitizer's own memory is full soon. The drivers of displays
  // leak a little.
  const char* options = std::getenv("ASAN_OPTIONS");
  setenv("ASAN_OPTIONS", (std::string(options ? options : "") + ":quarantine_size_mb=16").c_str(),
         1);
  setenv("LSAN_OPTIONS", "suppressions=" ATTN_TEST_DATA "/soak/leaks.txt:print_suppressions=0", 1);
  std::filesystem::current_path(folder.path());
}

class Soak {
 public:
  explicit Soak(unsigned seed) : actions_(seed) {}

  void act() {
    const std::vector<std::string> words = actions_.next(controls_);
    desktop_.input(words);
    if (!program_.process().is_running()) {
      std::string said;
      for (const std::string& word : words) said += " " + word;
      throw std::runtime_error("the program ended, with status " +
                               std::to_string(program_.process().wait()) + ", after:" + said);
    }
    controls_ = program_.controls();
  }

  /// Back to the scene of the beginning, by which the program shows too that it still answers.
  void begin_round() {
    const auto is_back = [&] {
      desktop_.input({"key", "Escape", "key", "Escape", "key", "Escape"});
      controls_ = program_.controls();
      const auto menu = controls_.find("menu.Examples");
      if (menu == controls_.end()) return false;
      click(menu->second);
      if (!soon([&] { return program_.shows("menu.example.0"); })) return false;
      click(program_.control("menu.example.0"));
      return soon([&] { return !program_.shows("menu.example.0"); });
    };
    for (int tries = 0; !is_back(); ++tries) {
      if (!program_.process().is_running()) throw std::runtime_error("the program ended");
      if (tries == 10) throw std::runtime_error("the program does not answer");
    }
    controls_ = program_.controls();
    memory_.push_back(resident_mib(program_.process().pid()));
  }

  /// Throws where the later half of the rounds, without the first quarter, held too much more.
  void check_memory() const {
    const auto quarter = memory_.begin() + static_cast<long>(memory_.size() / 4);
    const auto middle = quarter + (memory_.end() - quarter) / 2;
    const double early = median({quarter, middle}), late = median({middle, memory_.end()});
    std::printf("memory: %.0f MiB early, %.0f MiB late\n", early, late);
    if (late > early + kGrowth) throw std::runtime_error("the program's memory grows");
  }

  void end() {
    desktop_.input({"key", "ctrl+q"});
    const int status = program_.process().wait();
    if (status != 0) throw std::runtime_error("it ended with status " + std::to_string(status));
  }

  double memory() const { return memory_.back(); }

 private:
  void click(const Rect& box) {
    desktop_.input({"mousemove", std::to_string(static_cast<int>(box.x + box.width / 2)),
                    std::to_string(static_cast<int>(box.y + box.height / 2)), "click", "1"});
  }

  template <typename Condition>
  static bool soon(Condition condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(6);
    while (!condition()) {
      if (std::chrono::steady_clock::now() > end) return false;
    }
    return true;
  }

  Desktop desktop_;
  OpenProgram program_{desktop_, "assets/examples/01-sleepy-child.attn.json", "1024x640"};
  RandomActions actions_;
  std::map<std::string, Rect> controls_;
  std::vector<double> memory_;
};

void run(int actions, unsigned seed) {
  const TemporaryFolder folder;
  set_surroundings(folder);
  Soak soak(seed);
  const auto begin = std::chrono::steady_clock::now();
  for (int done = 0; done < actions; ++done) {
    if (done % kActionsOfRound == 0) {
      soak.begin_round();
      if (done % 1000 == 0) std::printf("%6d actions, %.0f MiB\n", done, soak.memory());
      std::fflush(stdout);
    }
    soak.act();
  }
  soak.begin_round();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  std::printf("%d actions in %.0f s\n", actions, taken.count());
  soak.check_memory();
  soak.end();
}

}  // namespace

int main(int argc, char** argv) {
  const int actions = argc > 1 ? std::atoi(argv[1]) : 10000;
  const auto seed = static_cast<unsigned>(argc > 2 ? std::atoi(argv[2]) : 1);
  try {
    run(actions, seed);
  } catch (const std::exception& error) {
    std::printf("soak (seed %u): %s\n", seed, error.what());
    return 1;
  }
  std::printf("soak: no crash, no leak, no growing memory\n");
}
