#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/tasks/task.h"

namespace attn {

/// Error in the file of a task, as a one-line message.
class TaskFileError : public std::runtime_error {
 public:
  explicit TaskFileError(const std::string& text, long long line = 0);
  /// Counted from 1; 0: no line.
  long long line() const { return line_; }
  /// Message "name:line: expected …".
  std::string about(std::string_view name) const;

 private:
  long long line_;
};

/// Maximum size of a task's file.
inline constexpr long long kMostTaskBytes = 256 << 20;

/// Parses a task: one sequence per line, `input → output` (or ->).
/// - Tokens are separated by spaces; if no line of the file has any, each character is a token.
/// - An output has as many tokens as the input, the target at each place; or one, the target at
///   the last place. "-" means no target, also everywhere if the output is blank: such lines
///   teach nothing, and are skipped.
/// - All inputs have equal length. Blank lines, and lines that start with # without an arrow, are
///   ignored.
/// - Repeated lines count once. One input with two different outputs is an error.
/// Vocabulary and classes come from the file, numbers sorted by value. A fifth of the sequences,
/// chosen by the run's seed, is the test set. Throws TaskFileError.
///
/// The task is a value; copies share the sequences, and a Trainer keeps a copy. Code that holds a
/// pointer to it, such as a TrainingPlan, must keep it alive: in a
/// std::shared_ptr<const LearningTask> next to the plan, which each run copies.
LearningTask parse_task(std::string_view text, std::string_view name);

/// Parses the task in the file at `path`, "-" for standard input; the path is its name. Throws
/// TaskFileError, without a line if the file cannot be read.
LearningTask read_task(const std::string& path);

/// Returns whether the file name has the ending of a task, .txt, where other kinds of files are
/// possible too.
bool is_task_file(std::string_view path);

}  // namespace attn
