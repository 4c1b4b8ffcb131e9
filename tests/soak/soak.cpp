// soak [ACTIONS [SEED [train]]]: random actions by mouse and keyboard in the real window; with
// "train" each round of them begins in the Train desk. Another thread writes the open files anew
// all the while. It fails where the program ends, does not answer, holds more and more memory, or
// does not end well.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/soak/random_actions.h"
#include "tests/soak/sandbox.h"
#include "tests/ui/desktop.h"

namespace {

using namespace attn::test;

using Clock = std::chrono::steady_clock;

constexpr int kWidth = 1024, kHeight = 640;
constexpr int kActionsOfRound = 40;
constexpr int kActionsAtOnce = 3;
constexpr std::chrono::seconds kPatience{20};
/// Sooner than any frame is drawn.
constexpr std::chrono::milliseconds kAtOnce{2};
constexpr int kMostAsked = 30;
/// Allowed growth of memory in the later half of the run, in MiB: new content can be larger (longer
/// sentences and history).
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

class Soak {
 public:
  Soak(unsigned seed, bool trains) : actions_(seed), trains_(trains), rewriting_(seed) {}

  /// One action or several, at most `most`, at once after each other as a fast hand does. Answers
  /// how many.
  int act(int most) {
    done_.clear();
    int count = 0;
    for (bool goes_on = true; goes_on && count < most; ++count) {
      const std::vector<std::string> words = actions_.next(controls_);
      desktop_.input(words);
      done_.insert(done_.end(), words.begin(), words.end());
      goes_on = actions_.may_be_followed(controls_, words);
    }
    settle();
    return count;
  }

  /// Back to the scene of the beginning.
  void begin_round() {
    rewriting_.pause();
    desktop_.resize_window(kWidth, kHeight);
    sandbox_.renew(program_.data_home());
    for (int tries = 0; !opens_first_scene(); ++tries) {
      if (tries == 5) throw std::runtime_error("no way back to the first scene, with" + names());
    }
    memory_.push_back(resident_mib(program_.process().pid()));
    if (const std::string file = sandbox_.dropped(); !file.empty()) {
      desktop_.drop({file});
      settle();
      if (controls_.contains("import.open")) click("import.open");
    }
    if (trains_) press("ctrl+2");
    rewriting_.write(sandbox_.files());
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
    rewriting_.pause();
    desktop_.input({"key", "ctrl+q"});
    const int status = program_.process().wait();
    if (status != 0) throw std::runtime_error("it ended with status " + std::to_string(status));
  }

  int written() const { return rewriting_.written(); }
  double memory() const { return memory_.back(); }

 private:
  bool opens_first_scene() {
    for (int i = 0; i < 4; ++i) press("Escape");
    // In presenter mode the menu comes there.
    desktop_.input({"mousemove", "500", "0"});
    settle();
    if (!click("menu.File") || !click("menu.Recent") || !click("menu.recent.0")) return false;
    // So that the file browser is where the scene is.
    press("ctrl+o");
    const bool is_open = comes("browser");
    press("Escape");
    return is_open;
  }

  std::string names() const {
    std::string text;
    for (const auto& [name, box] : controls_) {
      if (name.find('[') == std::string::npos) text += " " + name;
    }
    return text;
  }

  void press(const std::string& keys) {
    desktop_.input({"key", keys});
    settle();
  }

  /// Whether the control is there, or comes soon: a quick program can answer before it has drawn.
  bool comes(const std::string& name) {
    for (int looks = 0; looks < 50 && !controls_.contains(name); ++looks) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      controls_ = program_.controls();
    }
    return controls_.contains(name);
  }

  bool click(const std::string& name) {
    if (!comes(name)) return false;
    const Rect& box = controls_.at(name);
    desktop_.input({"mousemove", std::to_string(static_cast<int>(box.x + box.width / 2)),
                    std::to_string(static_cast<int>(box.y + box.height / 2)), "click", "1"});
    settle();
    return true;
  }

  /// Waits until the program has read all input, and answers at once: it has nothing more to draw.
  /// A busy machine answers late; so often asked, a program has drawn all. Throws where it ends or
  /// doesn't answer.
  void settle() {
    for (int asked = 0, at_once = 0; asked < kMostAsked && at_once < 2; ++asked) {
      const auto begin = Clock::now();
      if (!desktop_.window_answers(kPatience)) throw std::runtime_error(what_became_of_it());
      at_once = Clock::now() - begin < kAtOnce ? at_once + 1 : 0;
    }
    controls_ = program_.controls();
  }

  std::string what_became_of_it() {
    std::string text =
        program_.process().is_running()
            ? "the program does not answer"
            : "the program ended, with status " + std::to_string(program_.process().wait());
    text += ", after:";
    for (const std::string& word : done_) text += " " + word;
    return text;
  }

  Sandbox sandbox_{kActionsOfRound * RandomActions::kMostSteps};
  Desktop desktop_;
  OpenProgram program_{desktop_, "assets/examples/01-sleepy-child.attn.json",
                       std::to_string(kWidth) + "x" + std::to_string(kHeight)};
  RandomActions actions_;
  bool trains_;
  Rewriting rewriting_;
  std::map<std::string, Rect> controls_;
  std::vector<std::string> done_;  // last
  std::vector<double> memory_;
};

void run(int actions, unsigned seed, bool trains) {
  Soak soak(seed, trains);
  const auto begin = Clock::now();
  for (int done = 0; done < actions;) {
    soak.begin_round();
    if (done % 1000 == 0) std::printf("%6d actions, %.0f MiB\n", done, soak.memory());
    std::fflush(stdout);
    const int end = std::min(actions, done + kActionsOfRound);
    while (done < end) done += soak.act(std::min(kActionsAtOnce, end - done));
  }
  soak.begin_round();
  const std::chrono::duration<double> taken = Clock::now() - begin;
  std::printf("%d actions in %.0f s, beside %d changes of open files\n", actions, taken.count(),
              soak.written());
  soak.check_memory();
  soak.end();
}

}  // namespace

int main(int argc, char** argv) {
  const int actions = argc > 1 ? std::atoi(argv[1]) : 10000;
  const auto seed = static_cast<unsigned>(argc > 2 ? std::atoi(argv[2]) : 1);
  try {
    run(actions, seed, argc > 3 && std::string_view(argv[3]) == "train");
  } catch (const std::exception& error) {
    std::printf("soak (seed %u): %s\n", seed, error.what());
    return 1;
  }
  std::printf("soak: no crash, no leak, no growing memory\n");
}
