#pragma once

#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace attn {

/// What the program does when a signal is to end it (kEndingSignals): it ends at once, whatever it
/// waits for, and leaves nothing that is unfinished. With the status 1 and the line "interrupted"
/// where something was; where all that it was to make is there, with the status that it has then,
/// and without a word. Signals that it was told to ignore, as by nohup, it goes on ignoring.
namespace interrupt {

/// From now on. `line` is what is said. Once, before there are other threads.
void begin(std::string line);

/// The files that the command is to make: it is done when all are settled. By themselves commands
/// are done at done().
void expect_outputs(std::vector<std::string> paths);

/// The program's end will have this status, when nothing is left to be made.
void will_end_as(int status);
/// Nothing is left to be made.
void done(int status);

}  // namespace interrupt

/// An output is there; or will not be, and was told. A FileWriter says so of its own.
void settle_output(const std::string& path);

/// Its ends.
struct WishPipe {
  int from = -1, to = -1;
};

/// While it exists a signal is a wish to end, which `ask` is told on a thread of its own. The next
/// one ends the program.
class AskedToEnd {
 public:
  explicit AskedToEnd(std::function<void()> ask);
  ~AskedToEnd();
  AskedToEnd(const AskedToEnd&) = delete;
  AskedToEnd& operator=(const AskedToEnd&) = delete;

 private:
  WishPipe pipe_;
  std::thread waiter_;
};

}  // namespace attn
