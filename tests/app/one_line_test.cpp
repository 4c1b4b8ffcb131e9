// A command that fails says one line on standard error, whatever the graphics libraries say there
// when a driver or a display is missing or broken, and whatever names it was given.

#include <fstream>

#include <gtest/gtest.h>

#include "app/command/failure.h"
#include "app/document/files/utf8.h"
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

// The line itself.
namespace attn::failure_test {
namespace {

std::string line(const Failure& failure) { return failure.what(); }

TEST(Failure, NamesTheFileThePlaceAndWhatIsWrong) {
  EXPECT_EQ(line(Failure("a.json", {"/heads/0/w_q", "expected 3 rows (D), found 2"})),
            "attentoscope: a.json: /heads/0/w_q: expected 3 rows (D), found 2");
  EXPECT_EQ(line(Failure("a.json", {"", "expected JSON"})), "attentoscope: a.json: expected JSON");
  EXPECT_EQ(line(Failure(Status::kCouldNot, "a.png", "full")), "attentoscope: a.png: full");
  EXPECT_EQ(line(Failure(Status::kWrong, "--size: wrong")), "attentoscope: --size: wrong");
}

TEST(Failure, HasItsStatus) {
  EXPECT_EQ(Failure("a", {"/x", "y"}).status(), Status::kWrong);
  EXPECT_EQ(Failure(Status::kCouldNot, "a", "b").status(), Status::kCouldNot);
}

TEST(Failure, IsOneLineOfUtf8) {
  EXPECT_EQ(line(Failure("a\nb\x1b[1m\x7f\t", {"/k\\n\r", "x\u2028y"})),
            "attentoscope: a\\nb\\u001b[1m\\u007f\\t: /k\\n\\r: x\\u2028y");
  EXPECT_EQ(line(Failure(Status::kCouldNot, "caf\xe9", "猫")), "attentoscope: caf\uFFFD: 猫");
}

// Right-to-left text must not reorder the words and numbers after it.
TEST(Failure, KeepsTheOrderOfItsWords) {
  EXPECT_EQ(line(Failure("שלום.json", {"/א/0", "expected 3, found \"ב\""})),
            "attentoscope: \u2068שלום.json\u2069: \u2068/א/0\u2069: expected 3, found "
            "\"\u2068ב\u2069\"");
  EXPECT_EQ(line(Failure("a\u202e.json", {"/\u2066", "\u061c\u200e\u2069 3"})),
            "attentoscope: a\\u202e.json: /\\u2066: \\u061c\\u200e\\u2069 3");
  EXPECT_EQ(line(Failure(Status::kWrong, "--view: מבט 3")),
            "attentoscope: --view: \u2068מבט\u2069 3");
}

TEST(Failure, StaysBelowItsLength) {
  for (const std::string part : {"x", "\n", "\x01", "é", "猫", "🙂", "\xff", "\u0085", "ש",
                                 "\u202e", "\u2068ש", "\u2069"}) {
    std::string much;
    for (int n = 0; n < 10'000; ++n) much += part;
    for (const std::string& text :
         {line(Failure(much, {much, much})), line(Failure(much, {"/a", "b"})),
          line(Failure(Status::kWrong, much)), line(Failure(Status::kCouldNot, much, much))}) {
      EXPECT_LT(text.size() + 1, kMaxLineBytes);
      EXPECT_EQ(valid_utf8(text), text);
      EXPECT_NE(text.find("…"), std::string::npos);
    }
    EXPECT_GT(line(Failure(much, {"/a", "b"})).size(), kMaxLineBytes - 20) << "cut too early";
    const std::string end = line(Failure(much, {"/a", "b"}));
    EXPECT_TRUE(end.ends_with("…: /a: b") || end.ends_with("…\u2069: /a: b")) << end;
  }
}

TEST(Failure, APlaceOfReasonableLengthIsWhole) {
  const std::string place = "/" + std::string(2600, 'k');
  EXPECT_NE(line(Failure("file", {place, "unknown key"})).find(place + ": unknown key"),
            std::string::npos);
}

}  // namespace
}  // namespace attn::failure_test
