#pragma once

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/app/run_program.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/desktop.h"

namespace attn::test {

/// Signals that end a program.
inline constexpr int kEndedBy[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

/// The program while it runs, its standard error in a file.
class StartedProgram {
 public:
  StartedProgram(const std::vector<std::string>& words, const std::string& err,
                 const std::string& display = "", bool ignores = false,
                 const std::string& preload = "")
      : err_(err) {
    std::vector<std::string> copy{program_path()};
    copy.insert(copy.end(), words.begin(), words.end());
    std::vector<char*> pointers;
    for (std::string& word : copy) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ != 0) return;
    constexpr unsigned kSeconds = 60;
    ::alarm(kSeconds);
    ::dup2(::open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
    ::unsetenv("WAYLAND_DISPLAY");
    display.empty() ? ::unsetenv("DISPLAY") : ::setenv("DISPLAY", display.c_str(), 1);
    if (!preload.empty()) {
      ::setenv("LD_PRELOAD", preload.c_str(), 1);
      const char* options = ::getenv("ASAN_OPTIONS");
      const std::string all = std::string(options ? options : "") + ":verify_asan_link_order=0";
      ::setenv("ASAN_OPTIONS", all.c_str(), 1);
    }
    for (const int signal : kEndedBy) ::signal(signal, ignores ? SIG_IGN : SIG_DFL);
    ::execv(pointers[0], pointers.data());
    ::_exit(127);
  }
  ~StartedProgram() {
    if (pid_ > 0) send(SIGKILL), wait();
  }
  StartedProgram(const StartedProgram&) = delete;
  StartedProgram& operator=(const StartedProgram&) = delete;

  void send(int signal) const { ::kill(pid_, signal); }
  bool runs() const {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == 0;
  }
  /// Waits until it answers `signal` itself; or ignores it.
  void await_answer_to(int signal, const std::string& by = "SigCgt:") const {
    const auto answers = [&] {
      std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
      for (std::string line; std::getline(status, line);) {
        if (!line.starts_with(by)) continue;
        return (std::stoull(line.substr(by.size()), nullptr, 16) >> (signal - 1) & 1U) != 0;
      }
      return false;
    };
    EXPECT_TRUE(eventually(answers));
  }
  /// How many files without a name it has open.
  int unnamed_files() const {
    int count = 0;
    std::error_code ignored;
    const auto open = "/proc/" + std::to_string(pid_) + "/fd";
    for (const auto& file : std::filesystem::directory_iterator(open, ignored)) {
      const auto name = std::filesystem::read_symlink(file.path(), ignored).string();
      count += name.ends_with(" (deleted)") && !name.starts_with("/memfd:");
    }
    return count;
  }
  int wait() {
    int status = 0;
    ::waitpid(std::exchange(pid_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  std::string err() const { return bytes_of(err_); }

 private:
  pid_t pid_ = -1;
  std::string err_;
};

}  // namespace attn::test
