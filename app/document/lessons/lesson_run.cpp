#include "app/document/lessons/lesson_run.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <type_traits>

#include "app/document/expressions/lesson_error.h"
#include "engine/base/text.h"
#include "engine/tasks/first_network.h"

namespace attn {
namespace {

constexpr Index kTestSequences = 256;

template <typename Number>
bool read_number(std::string_view text, std::type_identity_t<Number> low,
                 std::type_identity_t<Number> high, Number& to) {
  const auto number = parsed<Number>(text);
  if (!number || !(*number >= low && *number <= high)) return false;
  to = *number;
  return true;
}

bool read_switch(std::string_view text, bool& to) {
  if (text != "on" && text != "off") return false;
  to = text == "on";
  return true;
}

/// Row of the table of lines. `set` returns whether the value is valid.
struct RunLine {
  std::string_view name, takes;
  bool (*set)(std::string_view text, LessonRun& run);
};

using Text = std::string_view;
constexpr std::array<RunLine, 11> kLines = {{
    {"steps", "1 to 10000",
     [](Text text, LessonRun& run) { return read_number(text, 1, 10000, run.steps); }},
    {"layers", "1 to 4",
     [](Text text, LessonRun& run) { return read_number(text, 1, 4, run.sizes.layers); }},
    {"heads", "1 to 8",
     [](Text text, LessonRun& run) { return read_number(text, 1, 8, run.sizes.heads); }},
    {"width", "1 to 64",
     [](Text text, LessonRun& run) { return read_number(text, 1, 64, run.sizes.width); }},
    {"mlp", "0 to 64",
     [](Text text, LessonRun& run) { return read_number(text, 0, 64, run.sizes.mlp); }},
    {"positions", "on or off",
     [](Text text, LessonRun& run) { return read_switch(text, run.sizes.has_positions); }},
    {"residual", "on or off",
     [](Text text, LessonRun& run) { return read_switch(text, run.sizes.has_residual); }},
    {"rate", "a number from 1e-5 to 1",
     [](Text text, LessonRun& run) {
       return read_number(text, 1e-5, 1.0, run.settings.step.learning_rate);
     }},
    {"batch", "1 to 256",
     [](Text text, LessonRun& run) { return read_number(text, 1, 256, run.settings.batch); }},
    {"sequence", "0 to 99",
     [](Text text, LessonRun& run) { return read_number(text, 0, 99, run.sequence); }},
    {"seed", "a whole number",
     [](Text text, LessonRun& run) { return read_number(text, 0, 1U << 31U, run.settings.seed); }},
}};

void set_task(std::string_view id, LessonRun& run, int line) {
  run.task = find_task(id);
  if (run.task == nullptr) throw LessonError("no task is called " + shown(id), line);
  run.sizes = run.task->smallest;
  run.settings = settings_for(*run.task);
}

void require_sizes(const Sizes& sizes, int line) {
  if (sizes.width % sizes.heads != 0) {
    throw LessonError("expected a width that is a multiple of the heads, found " +
                          std::to_string(sizes.width) + " for " + std::to_string(sizes.heads),
                      line);
  }
  if (sizes.has_residual || (sizes.layers == 1 && sizes.mlp == 0)) return;
  throw LessonError("layers and an mlp need a residual: residual on", line);
}

LearnedFacts facts_of(Trainer& trainer, const LearningTask& task) {
  LearnedFacts facts;
  const Answers answers = trainer.test(kTestSequences, &facts.habits);
  facts.steps = trainer.steps();
  const double wanted = std::max<double>(1, static_cast<double>(answers.wanted));
  facts.loss = answers.loss / wanted;
  facts.accuracy = static_cast<double>(answers.right) / wanted;
  facts.chance = task.chance;
  return facts;
}

}  // namespace

bool is_same_run(const LessonRun& a, const LessonRun& b) {
  return a.task == b.task && a.sizes == b.sizes && a.steps == b.steps &&
         a.settings.seed == b.settings.seed && a.settings.batch == b.settings.batch &&
         a.settings.step.learning_rate == b.settings.step.learning_rate;
}

LessonRun parse_run(std::string_view text, int line) {
  LessonRun run;
  run.line = line;
  std::set<std::string, std::less<>> named;
  for_each_line(text, line, [&](std::string_view one, int number) {
    const std::string_view name = one.substr(0, one.find(' '));
    const std::string_view value = trimmed(one.substr(name.size()));
    if (!named.emplace(name).second) throw LessonError("named twice: " + shown(name), number);
    if (run.task == nullptr) {
      if (name != "task") throw LessonError("expected task and its name first", number);
      return set_task(value, run, number);
    }
    const auto found = std::ranges::find(kLines, name, &RunLine::name);
    if (found == kLines.end()) {
      throw LessonError(
          "expected one of task, " + joined(kLines, &RunLine::name) + ", found " + shown(name),
          number);
    }
    if (!found->set(value, run)) {
      throw LessonError(
          std::string(name) + ": expected " + std::string(found->takes) + ", found " + shown(value),
          number);
    }
  });
  if (run.task == nullptr) throw LessonError("expected task and its name, found none", line);
  if (run.steps == 0)
    throw LessonError("expected a line \"steps\" with 1 to 10000, found none", line);
  require_sizes(run.sizes, line);
  return run;
}

LessonLearning learned_by(const LessonRun& run, LessonBudget& budget) {
  const double products = products_of_step(*run.task, run.sizes, run.settings.batch);
  budget.take_training(static_cast<double>(run.steps) * products, run.line);
  Trainer trainer(first_network(*run.task, run.sizes, run.settings.seed), *run.task, run.settings);
  LessonLearning learning;
  learning.before = facts_of(trainer, *run.task);
  for (Index step = 0; step < run.steps; ++step) {
    budget.require_wanted();
    trainer.step();
    if (trainer.has_failed()) {
      throw LessonError("the loss is not a number after " + std::to_string(step) + " steps",
                        run.line);
    }
  }
  learning.after = facts_of(trainer, *run.task);
  return learning;
}

}  // namespace attn
