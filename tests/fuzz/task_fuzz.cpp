// Any bytes as the file of a task: it is refused in one bounded line that may name a line of it, or
// it is sequences that a network can be made for.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "app/document/tasks/task_file.h"
#include "engine/blocks/stages.h"
#include "engine/tasks/first_network.h"
#include "tests/fuzz/require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace attn;
  using test::require;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const LearningTask task = parse_task(text, "task.txt");
    const auto lines = std::ranges::count(text, '\n') + 1;
    require(task.finite->count >= 2 && task.finite->count <= lines, "a line for each sequence");
    for (const Sequences of : {Sequences::kTraining, Sequences::kTest}) {
      for (std::uint64_t n = 0; n < 5; ++n) {
        const Example one = example(task, 1, of, n);
        require(std::ssize(one.tokens) == task.length && one.targets.size() == one.tokens.size(),
                "all are as long");
        for (const Index token : one.tokens) {
          require(0 <= token && token < std::ssize(task.vocabulary),
                  "tokens are of the vocabulary");
        }
        bool wants = false;
        for (const Index target : one.targets) {
          require(kNoTarget <= target && target < std::ssize(task.classes), "or of the classes");
          wants = wants || target != kNoTarget;
        }
        require(wants, "something is wanted");
      }
    }
    require_valid(first_network(task, {.width = 2}, 1));
  } catch (const TaskFileError& error) {
    const auto lines = std::ranges::count(text, '\n') + 1;
    require(0 <= error.line() && error.line() <= lines, "a line of the file");
    test::require_one_line(error.what());
  }
  return 0;
}
