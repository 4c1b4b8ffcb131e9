#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/tasks/task.h"

namespace attn {

/// What is wrong with the file of a task, in one line of words.
class TaskFileError : public std::runtime_error {
 public:
  explicit TaskFileError(const std::string& text, long long line = 0);
  /// Counted from 1; 0 where it is of no line.
  long long line() const { return line_; }
  /// "name:line: what is wrong"
  std::string about(std::string_view name) const;

 private:
  long long line_;
};

/// A longer file is not taken for a task.
inline constexpr long long kMostTaskBytes = 256 << 20;

/// A task of one's own: a line for each sequence, `input → output` (or ->).
/// - Tokens have spaces between them; where no line of the file has any, each character is one.
/// - An output has as many tokens as the input, what is wanted at each place; or one, which is
///   wanted at the last. "-" is where nothing is wanted, and so is all of an output that is blank:
///   such a line teaches nothing, and is left out.
/// - All inputs are as long. Lines that are blank, or begin with # and have no arrow, say nothing.
/// - The same line twice counts once. The same input with two outputs is an error, as it could not
///   be known which is wanted.
/// Vocabulary and classes are what the file has, numbers by their size. A fifth of the sequences,
/// chosen by the run's seed, is kept for the test. Throws TaskFileError.
///
/// The task is a value, whose copies share the sequences, and a Trainer keeps one. Whoever has a
/// pointer to it, as a TrainingPlan, must keep it alive: in a std::shared_ptr<const LearningTask>
/// beside the plan, which each run takes along.
LearningTask parse_task(std::string_view text, std::string_view name);

/// The same of the file at `path`, "-" for standard input, which becomes its name. Throws
/// TaskFileError, without a line where the file can't be read.
LearningTask read_task(const std::string& path);

/// Whether a file of this name is taken for a task where it could be anything: *.txt.
bool is_task_file(std::string_view path);

}  // namespace attn
