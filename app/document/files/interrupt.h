#pragma once

#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace attn {

/// The answer to a signal of kEndingSignals: the program ends at once, whatever it waits for, and
/// leaves no unfinished file. Its status is 1, with the line "interrupted", where some work was not
/// done; where all outputs are there, the program ends silently with the status that it has then.
/// Signals that it was told to ignore, as by nohup, stay ignored.
namespace interrupt {

/// Installs the handler, which prints `line`. Call it once, before there are other threads.
void begin(std::string line);

/// Names the files that the command makes: it is done when all are settled. A command that names
/// none is done at done().
void expect_outputs(std::vector<std::string> paths);

/// The exit status for when all outputs are settled.
void will_end_as(int status);
/// Marks all outputs as settled.
void done(int status);

}  // namespace interrupt

/// Marks an output as made, or as failed and reported. A FileWriter does so itself.
void settle_output(const std::string& path);

/// While it exists, the first signal calls `ask` on a thread of its own; the next one ends the
/// program.
class AskedToEnd {
 public:
  explicit AskedToEnd(std::function<void()> ask);
  ~AskedToEnd();
  AskedToEnd(const AskedToEnd&) = delete;
  AskedToEnd& operator=(const AskedToEnd&) = delete;

 private:
  int pipe_[2];  ///< read end, write end
  std::thread waiter_;
};

}  // namespace attn
