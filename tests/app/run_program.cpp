#include "tests/app/run_program.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/document/files/utf8.h"
#include "engine/base/text.h"
#include "tests/app/crash.h"

namespace attn::test {
namespace {

struct Pipe {
  Pipe() {
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  }
  int ends[2];
  int reading() const { return ends[0]; }
  int writing() const { return ends[1]; }
};

std::string read_all(int fd) {
  std::string bytes;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t count = ::read(fd, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    bytes.append(buffer, static_cast<std::size_t>(count));
  }
  ::close(fd);
  return bytes;
}

void write_all(int fd, const std::string& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::write(fd, bytes.data() + done, bytes.size() - done);
    if (count <= 0) break;  // it need not read all
    done += static_cast<std::size_t>(count);
  }
  ::close(fd);
}

int open_for(const std::string& path, int flags, int otherwise) {
  return path.empty() ? otherwise : ::open(path.c_str(), flags, 0644);
}

void add_asan_option(const std::string& option) {
  const char* options = ::getenv("ASAN_OPTIONS");
  ::setenv("ASAN_OPTIONS", ((options ? options : "") + (":" + option)).c_str(), 1);
}

/// In the child: becomes the program.
[[noreturn]] void become(char* const* words, const Surroundings& surroundings, const Pipe& in,
                         const Pipe& out, const Pipe& err) {
  constexpr unsigned kSeconds = 60;
  ::dup2(open_for(surroundings.input_path, O_RDONLY, in.reading()), STDIN_FILENO);
  ::dup2(open_for(surroundings.output_path, O_WRONLY | O_CREAT, out.writing()), STDOUT_FILENO);
  ::dup2(err.writing(), STDERR_FILENO);
  ::unsetenv("WAYLAND_DISPLAY");
  ::unsetenv("DISPLAY");
  if (!surroundings.display.empty()) {
    ::setenv("DISPLAY", surroundings.display.c_str(), 1);
    // Drivers of displays leak a little, and are gone when the sanitizer would look them up.
    add_asan_option("detect_leaks=0");
  }
  if (!surroundings.preload.empty()) {
    ::setenv("LD_PRELOAD", surroundings.preload.c_str(), 1);
    add_asan_option("verify_asan_link_order=0");
  }
  allow_core();
  for (const std::string& one : surroundings.environment) ::putenv(const_cast<char*>(one.c_str()));
  if (!surroundings.folder.empty() && ::chdir(surroundings.folder.c_str()) != 0) ::_exit(126);
  const auto limit = [](auto resource, unsigned long long bytes) {
    const rlimit limit{bytes, RLIM_INFINITY};
    if (bytes > 0) ::setrlimit(resource, &limit);
  };
  limit(RLIMIT_FSIZE, surroundings.file_bytes);
  limit(RLIMIT_AS, surroundings.address_bytes);
  ::signal(SIGPIPE, SIG_DFL);
  ::signal(SIGXFSZ, SIG_DFL);
  ::alarm(kSeconds);
  ::execv(words[0], words);
  ::_exit(127);
}

}  // namespace

Answer run_program(const std::vector<std::string>& words, const Surroundings& surroundings) {
  std::vector<std::string> copy{program_path()};
  copy.insert(copy.end(), words.begin(), words.end());
  std::vector<char*> pointers;
  for (std::string& word : copy) pointers.push_back(word.data());
  pointers.push_back(nullptr);

  const Pipe in, out, err;
  if (surroundings.output_is_closed) ::close(out.reading());
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) become(pointers.data(), surroundings, in, out, err);
  for (const int fd : {in.reading(), out.writing(), err.writing()}) ::close(fd);

  const auto before = std::signal(SIGPIPE, SIG_IGN);
  Answer run;
  std::thread writer([&] { write_all(in.writing(), surroundings.input); });
  std::thread reader([&] { run.err = read_all(err.reading()); });
  if (!surroundings.output_is_closed) run.out = read_all(out.reading());
  writer.join();
  reader.join();
  std::signal(SIGPIPE, before);
  int status = 0;
  rusage used{};
  ::wait4(child, &status, 0, &used);
  run.peak_kilobytes = used.ru_maxrss;
  tell_crash({program_path(), child, status, surroundings.folder});
  run.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return run;
}

std::string example_path() { return data_path("../assets/examples/01-sleepy-child.attn.json"); }

std::string overflowing_scene() {
  return R"({"format": "attentoscope/scene", "version": 1, "tokens": ["a", "b"],
    "embeddings": [[1e30], [2e30]], "heads": [{}, {"w_q": [[1e-30]]}], "score": {"kind": "dot"}})";
}

void expect_failure(const Answer& run, int status, const std::string& line_has) {
  EXPECT_EQ(run.status, status) << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err.find("attentoscope: "), 0u) << run.err;
  EXPECT_LT(run.err.size(), 4000u);
  EXPECT_EQ(run.err.find('\n'), run.err.size() - 1) << run.err;
  EXPECT_EQ(valid_utf8(run.err), run.err);
  for (std::size_t n = 0; n + 1 < run.err.size(); ++n) {
    const auto byte = static_cast<unsigned char>(run.err[n]);
    EXPECT_FALSE(byte < 0x20 || byte == 0x7F) << "byte " << int{byte} << " at " << n;
  }
  const std::string line = run.err.substr(0, run.err.size() - 1);
  EXPECT_EQ(escaped_line(line), line);
  EXPECT_NE(run.err.find(line_has), std::string::npos) << run.err;
}

}  // namespace attn::test
