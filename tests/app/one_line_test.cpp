// A command that fails says one line on standard error, whatever the graphics libraries say there
// when a driver or a display is missing or broken, and whatever names it was given.

#include <fstream>

#include <gtest/gtest.h>

#include "tests/app/run_program.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/desktop.h"

namespace attn::one_line_test {
namespace {

using namespace attn::test;
using Words = std::vector<std::string>;

const std::vector<Words> kTroubles{
    {},
    {"LIBGL_DRIVERS_PATH=/nonexistent"},
    {"LIBGL_DRIVERS_PATH=/nonexistent", "LIBGL_DEBUG=verbose", "EGL_LOG_LEVEL=debug"},
    {"LIBGL_DEBUG=verbose", "EGL_LOG_LEVEL=debug", "MESA_DEBUG=1"},
    {"MESA_LOADER_DRIVER_OVERRIDE=nonexistent"},
    {"GALLIUM_DRIVER=nonexistent", "LIBGL_ALWAYS_SOFTWARE=true"},
    {"__EGL_VENDOR_LIBRARY_DIRS=/nonexistent"},
    {"__GLX_VENDOR_LIBRARY_NAME=nonexistent"},
    {"MESA_GL_VERSION_OVERRIDE=2.1", "MESA_GLSL_VERSION_OVERRIDE=120"},
};

void expect_one_line(const Answer& run) {
  EXPECT_TRUE(run.status == 1 || run.status == 2) << run.status;
  expect_failure(run, run.status);
}

/// Whether a word of the line turns what is around it: what stands in no isolate is written from
/// right to left, or directs. By bytes, and by nothing that the program has.
bool turns(const std::string& line) {
  int depth = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const std::string three = line.substr(at, 3);
    if (three >= "\u2066" && three <= "\u2068") {
      ++depth;
    } else if (three == "\u2069") {
      if (--depth < 0) return true;
    } else if (three == "\u200e" || three == "\u200f" || (three >= "\u202a" && three <= "\u202e")) {
      return true;
    } else if (const auto byte = static_cast<unsigned char>(line[at]);
               byte >= 0xD6 && byte < 0xE0) {
      if (depth == 0) return true;  // U+0580 … U+07FF: Hebrew, Arabic and their neighbours
    }
  }
  return depth != 0;
}

void expect_told(const Answer& run, int status, const std::string& line_has = "") {
  expect_failure(run, status, line_has);
  EXPECT_FALSE(turns(run.err)) << run.err;
}

class OneLine : public testing::Test {
 protected:
  OneLine() {
    std::ofstream(folder_ / "bad.attn.json") << "{\"format\": 3}";
    std::ofstream(folder_ / "bad.md") << "no lesson";
  }

  /// Each fails, with a display or without.
  std::vector<Words> failing() const {
    const std::string bad = folder_ / "bad.attn.json", good = example_path();
    return {{bad},
            {bad, "--screenshot", folder_ / "a.png"},
            {good, "--screenshot", "/dev/null/a.png"},
            {good, "--screenshot", "/dev/full"},
            {"compute", bad},
            {"compute", bad, "--backend", "glsl"},
            {"compute", "-", "--backend", "glsl"},
            {"compute", good, "--out", "/dev/full"},
            {"export", bad, "--view", "weights", "--out", folder_ / "a.png"},
            {"export", good, "--view", "weights", "--out", "/dev/full"},
            {"export", good, "--view", "nothing", "--out", folder_ / "a.svg"},
            {"export", good, "--view", "weights", "--out", folder_ / "a.bmp"},
            {"lesson", "check", folder_ / "bad.md"},
            {"--no-such-option"}};
  }

  TemporaryFolder folder_;
};

TEST_F(OneLine, WithoutADisplay) {
  for (const Words& trouble : kTroubles) {
    for (const Words& words : failing()) {
      SCOPED_TRACE(testing::PrintToString(trouble) + " " + testing::PrintToString(words));
      // A driver that finds nothing leaks, and is gone when that is told.
      Words environment = trouble;
      environment.emplace_back("ASAN_OPTIONS=detect_leaks=0");
      expect_one_line(
          run_program(words, {.input = overflowing_scene(), .environment = environment}));
    }
  }
}

TEST_F(OneLine, OnADisplay) {
  Desktop desktop;
  for (const Words& trouble : kTroubles) {
    for (const Words& words : {failing()[0], failing()[3]}) {
      SCOPED_TRACE(testing::PrintToString(trouble) + " " + testing::PrintToString(words));
      expect_one_line(run_program(words, {.display = desktop.display(), .environment = trouble}));
    }
  }
}

// Names and words of others are escaped, and isolated where they run from right to left.
TEST_F(OneLine, OfAnyNames) {
  const std::vector<std::string> names{
      "a\u202eb", "\u2066\u2067\u2068", "\u2069",       "\u061c\u200e\u200f", "שלום 12",
      "انتباه",   "a\nb\x1b[1m",        "\u2028\u0085", "\u202aשלום"};
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    const std::string file = folder_ / (name + ".attn.json");
    std::ofstream(file) << R"({"format": "attentoscope/scene", "version": 1, "tokens": ["a"],
      "embeddings": [[1]], ")" +
                               (name.find('\n') == name.npos ? name : "x") + R"(": 1})";
    expect_told(run_program({"compute", file}), 2, "unknown key");
    expect_told(run_program({"compute", file + "x"}), 2, "No such file");
    expect_told(run_program({"compute", name}), 2, "No such file");
    expect_told(run_program({"export", example_path(), "--view", name, "--out", "a.png"}), 2);
    expect_told(run_program({"export", example_path(), "--view", "weights", "--out", name}), 2);
    expect_told(run_program({"compute", example_path(), "--out", "/dev/null/" + name + ".json"}),
                1);
    expect_told(run_program({"--" + name}), 2);
  }
}

}  // namespace
}  // namespace attn::one_line_test
