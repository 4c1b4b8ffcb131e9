#pragma once

#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace attn {

/// Handler of the signals kEndingSignals: the program ends immediately and leaves no unfinished
/// file. If outputs are missing, it prints the line and exits with status 1; if all outputs are
/// written, it exits silently with its normal status. Signals ignored at the start, for example by
/// nohup, stay ignored.
namespace interrupt {

/// Installs the handler, which prints `line`. Call it once, before other threads are started.
void begin(std::string line);

/// Declares the output files of the command; it is complete when all are settled. A command without
/// declared files is complete at done().
void expect_outputs(std::vector<std::string> paths);

/// Sets the exit status to use when all outputs are settled.
void set_exit_status(int status);
/// Marks all outputs as settled.
void done(int status);

}  // namespace interrupt

/// Marks an output as written, or as failed and reported. A FileWriter calls this itself.
void settle_output(const std::string& path);

/// During its lifetime, the first signal calls `ask` on a separate thread; the second signal ends
/// the program.
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
