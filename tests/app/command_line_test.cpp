// Tests behaviour common to all commands: help, unknown words, invalid and unreadable scenes.

#include "app/command/command_line.h"

#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "app/document/scene_file/scene_file.h"
#include "app/session/received/inbox.h"
#include "tests/app/run_program.h"
#include "tests/support/temporary_folder.h"

namespace attn::command_line_test {
namespace {

using namespace attn::test;
using Words = std::vector<std::string>;

TEST(CommandLine, HelpAndVersionAreOnStandardOutput) {
  for (const Words& words : {Words{"--help"}, Words{"-h"}, Words{"compute", "--help"},
                             Words{"export", "--help"}, Words{"--version"}}) {
    const Answer run = run_program(words);
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.err, "");
    EXPECT_FALSE(run.out.empty());
  }
  const std::string version = run_program({"--version"}).out;
  EXPECT_EQ(version.find("attentoscope "), 0u);
  EXPECT_EQ(version.find('\n'), version.size() - 1);
}

TEST(CommandLine, HelpTellsOfEveryCommandAndOption) {
  const std::string all = run_program({"--help"}).out;
  const std::string compute = run_program({"compute", "--help"}).out;
  const std::string figure = run_program({"export", "--help"}).out;
  for (const char* word : {"SCENE", "compute", "export", "--help", "--version", "--screenshot",
                           "--size", "--ui-map", "--frame-times", "--frames"}) {
    EXPECT_NE(all.find(word), std::string::npos) << word;
  }
  for (const char* word : {"SCENE", "--backend", "eigen", "glsl", "--out"}) {
    EXPECT_NE(all.find(word), std::string::npos) << word;
    EXPECT_NE(compute.find(word), std::string::npos) << word;
  }
  for (const char* word : {"SCENE", "--view", "weights", "--out", ".png", "--head", "--colormap",
                           "viridis", "--scale"}) {
    EXPECT_NE(all.find(word), std::string::npos) << word;
    EXPECT_NE(figure.find(word), std::string::npos) << word;
  }
}

TEST(CommandLine, HelpThatCannotBeWrittenIsAFailure) {
  expect_failure(run_program({"--help"}, {.output_path = "/dev/full"}), 1, "standard output");
  expect_failure(run_program({"--version"}, {.output_is_closed = true}), 1, "standard output");
}

TEST(CommandLine, WrongWordsAreNamed) {
  const std::string scene = example_path();
  const std::pair<Words, const char*> cases[] = {
      {{"--nonsense"}, "--nonsense"},
      {{scene, "--nonsense"}, "--nonsense"},
      {{scene, "another"}, "another"},
      {{"draw", scene}, scene.c_str()},
      {{""}, "SCENE"},
      {{"--size", "640x480x2", scene}, "640x480x2"},
      {{"--size", "640", scene}, "640"},
      {{"--size", "x480", scene}, "x480"},
      {{"--size", "-640x480", scene}, "--size"},
      {{"--size", " 640x480", scene}, "--size"},
      {{"--size", "10x10", scene}, "10x10"},
      {{"--size", "99999x99999", scene}, "99999x99999"},
      {{"--size", "99999999999999999999x480", scene}, "--size"},
      {{scene, "--size"}, "--size"},
      {{scene, "--screenshot"}, "--screenshot"},
      {{scene, "--screenshot", ""}, "--screenshot"},
      {{scene, "--frames", "-1"}, "--frames"},
      {{"compute"}, "SCENE"},
      {{"compute", scene, scene}, scene.c_str()},
      {{"compute", scene, "--nonsense"}, "--nonsense"},
      {{"compute", scene, "--view", "weights"}, "--view"},
      {{"compute", scene, "--screenshot", "x.png"}, "--screenshot"},
      {{"compute", scene, "--backend", "cuda"}, "cuda"},
      {{"compute", scene, "--backend"}, "--backend"},
      {{"compute", scene, "--out"}, "--out"},
      {{"compute", scene, "--out", ""}, "--out"},
      {{"compute", scene, "--out", "a", "--out", "b"}, "--out"},
      {{"compute", scene, "export", scene}, "export"},
      {{scene, "compute", scene}, "compute"},
      {{"--screenshot", "x.png", "compute", scene}, "--screenshot"},
      {{"--size", "640x480", "export", scene, "--view", "weights", "--out", "x.png"}, "--size"},
      {{"export"}, "required"},
      {{"export", scene, "--view", "weights"}, "--out"},
      {{"export", scene, "--out", "x.png"}, "--view"},
      {{"export", scene, "--view", "strange", "--out", "x.png"}, "strange"},
      {{"export", scene, "--view", "weights", "--out", "x.bmp"}, "x.bmp"},
      {{"export", scene, "--view", "weights", "--out", "png"}, "--out"},
      {{"export", scene, "--view", "weights", "--out", ""}, "--out"},
      {{"export", scene, "--view", "weights", "--out", "x.png", "--colormap", "jet"}, "jet"},
      {{"export", scene, "--view", "weights", "--out", "x.png", "--head", "-1"}, "--head"},
      {{"export", scene, "--view", "weights", "--out", "x.png", "--head", "0.5"}, "--head"},
      {{"export", scene, "--view", "weights", "--out", "x.png", "--head", "one"}, "--head"},
      {{"export", scene, "--view", "weights", "--out", "x.png", "--head", "99999999999"}, "--head"},
      {{"export", scene, "--view", "weights", "--out", "x.png", "--scale", "0.1"}, "--scale"},
      {{"export", scene, "--view", "weights", "--out", "x.png", "--scale", "9"}, "--scale"},
      {{"export", scene, "--view", "weights", "--out", "x.png", "--scale", "nan"}, "--scale"},
      {{"export", scene, "--view", "weights", "--out", "x.png", "--scale", "2x"}, "--scale"},
      {{"export", scene, "--view", "weights", "--out", "x.png", "--width", "31"}, "--width"},
      {{"export", scene, "--view", "weights", "--out", "x.png", "--height", "99999"}, "--height"},
      {{"export", scene, "--view", "weights", "--out", "x.png", "--font-size", "big"},
       "--font-size"},
      {{"export", scene, "--view", "weights", "--out", "x.png", "--theme", "pink"}, "pink"},
      {{"export", scene, "--view", "weights", "--out", "x.png", "--range", "2:1"}, "2:1"},
      {{"export", scene, "--view", "scores", "--out", "x.png", "--range", "log"}, "--range"},
      {{"export", scene, "--view", "weights", "--out", "x.png", "--numbers", "maybe"}, "maybe"},
      {{"export", scene, "--view", "weights", "--out", "x.png", "--legend", "no"}, "--legend"},
      {{"export", scene, "--view", "weights", "--out", "x.png", "--query", "99"}, "--query"},
      {{"export", scene, "--view", "weights", "--out", "x.png", "--cell", "3"}, "--bare"},
      {{"export", scene, "--view", "plane", "--out", "x.png", "--bare"}, "--bare"},
      {{"export", scene, "--view", "plane", "--out", "x.png", "--legend", "off"}, "--legend"},
      {{"export", scene, "--view", "weights", "--out", "x.png", "--bare", "--width", "99"},
       "--width"},
  };
  TemporaryFolder folder;
  for (const auto& [words, named] : cases) {
    SCOPED_TRACE(testing::PrintToString(words));
    expect_failure(run_program(words, {.folder = folder.path()}), 2, named);
  }
  EXPECT_EQ(folder.file_count(), 0);
}

TEST(CommandLine, ASceneIsSentToAWindowOrItIsSaidThatThereIsNone) {
  const TemporaryFolder folder;
  const Surroundings here{.environment = {"XDG_RUNTIME_DIR=" + (folder / "")}};
  const Answer none = run_program({"send", example_path()}, here);
  EXPECT_EQ(none.status, 1);
  EXPECT_EQ(none.err, "attentoscope: no window takes scenes: attentoscope --listen opens one\n");
  ::setenv("XDG_RUNTIME_DIR", (folder / "").c_str(), 1);
  Inbox window([] {});
  EXPECT_TRUE(window.listen(window_socket_path()));
  ::unsetenv("XDG_RUNTIME_DIR");
  EXPECT_EQ(run_program({"send", example_path()}, here).status, 0);
  EXPECT_EQ(run_program({"send", example_path(), "--name", "two"}, here).status, 0);
  const auto taken = window.take();
  ASSERT_EQ(taken.size(), 2U);
  EXPECT_EQ(*taken[0].scene, read_scene(example_path()));
  EXPECT_EQ(taken[1].name, "two");
  EXPECT_EQ(run_program({"send", example_path(), "--name", std::string(300, 'n')}, here).status, 2);
}

TEST(CommandLine, AbsurdWordsStayOneLine) {
  const std::string scene = example_path();
  const std::string much(100'000, 'x');
  const std::string controls = "a\nb\x1b\x7f\xff";
  for (const std::string& word : {much, controls}) {
    expect_failure(run_program({"--" + word}), 2);
    expect_failure(run_program({scene, word}), 2);
    expect_failure(run_program({"--size", word}), 2);
    expect_failure(run_program({"compute", scene, "--backend", word}), 2);
    expect_failure(run_program({"export", scene, "--view", word, "--out", "x.png"}), 2);
    expect_failure(run_program({"export", scene, "--view", "weights", "--out", word}), 2);
    expect_failure(run_program({"compute", word}), 2);
    expect_failure(run_program({word}), 2);
    expect_failure(run_program({"compute", scene, "--out", "/missing/" + word + ".json"}), 1);
  }
}

/// Every way to hand over a scene: each must refuse a bad one alike.
std::vector<Words> commands_on(const std::string& scene) {
  return {{"compute", scene},
          {"compute", scene, "--out", "out.json"},
          {"export", scene, "--view", "weights", "--out", "out.png"},
          {scene},
          {scene, "--screenshot", "out.png"}};
}

void expect_refused(const std::string& scene, const std::string& line_has,
                    Surroundings surroundings = {}) {
  const TemporaryFolder folder;
  surroundings.folder = folder.path();
  for (const Words& words : commands_on(scene)) {
    SCOPED_TRACE(testing::PrintToString(words));
    expect_failure(run_program(words, surroundings), 2, line_has);
  }
  EXPECT_EQ(folder.file_count(), 0);
}

TEST(CommandLine, AScenesProblemHasItsFileAndPlace) {
  const std::string path = data_path("golden/bad/w_q-rows.attn.json");
  ASSERT_TRUE(std::filesystem::exists(path));
  expect_refused(path, "attentoscope: " + path + ": /heads/0/w_q: expected ");
}

TEST(CommandLine, AnOverflowIsAProblemOfTheScene) {
  expect_refused("-", "attentoscope: -: /heads/0: ", {.input = overflowing_scene()});
}

TEST(CommandLine, AScenesFileThatCannotBeReadIsWrong) {
  const TemporaryFolder folder;
  expect_refused(folder / "missing", (folder / "missing") + ": No such file or directory");
  expect_refused("/proc/self/mem", "/proc/self/mem: Input/output error");
  put(folder / "file", "x");
  expect_refused(folder / "file/below", "Not a directory");
  expect_refused("/dev/null", "/dev/null: not a regular file");
  expect_refused("-", "attentoscope: -: Is a directory", {.input_path = folder.path()});
  expect_refused("-", "attentoscope: -: expected JSON", {.input = ""});
}

TEST(CommandLine, AFolderIsNoSceneButMayHaveLessons) {
  const TemporaryFolder folder;
  const std::string path = folder.path();
  expect_failure(run_program({"compute", path}), 2, path + ": Is a directory");
  expect_failure(run_program({"export", path, "--view", "weights", "--out", folder / "out.png"}), 2,
                 path + ": Is a directory");
  expect_failure(run_program({path}), 2, path + ": no lessons, *.md, in this folder");
  EXPECT_EQ(folder.file_count(), 0);
}

TEST(CommandLine, PipesAndDevicesAreRefusedAtOnce) {
  const TemporaryFolder folder;
  const std::string pipe = folder / "pipe.attn.json", out = folder / "out.png";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string figure = folder / "f.attn-figure.json", matrix = folder / "m.attn.json";
  put(figure, R"({"format": "attentoscope/figure", "version": 1,
                  "panels": [{"view": "weights", "scene": "pipe.attn.json"}]})");
  put(matrix, R"({"format": "attentoscope/scene", "version": 1, "tokens": ["a"],
                  "embeddings": {"file": "pipe.attn.json"}, "heads": [{}]})");
  for (const std::string& file : {pipe, std::string("/dev/zero"), std::string("/dev/tty")}) {
    SCOPED_TRACE(file);
    expect_failure(run_program({"compute", file}), 2, file);
    expect_failure(run_program({"export", file, "--view", "weights", "--out", out}), 2, file);
    expect_failure(run_program({"import", file, "--out", folder / "o.attn.json"}), 2, file);
    expect_failure(run_program({"lesson", "check", file}), 2, file);
    expect_failure(run_program({"train", file, "--steps", "1"}), 2);
    expect_failure(run_program({"train", "first", "--task", file, "--steps", "1"}), 2);
  }
  expect_failure(run_program({"export", figure, "--out", out}), 2, "pipe.attn.json");
  expect_failure(run_program({"compute", matrix}), 2, "pipe.attn.json");
}

TEST(CommandLine, AScenesFileWithoutPermissionIsWrong) {
  if (::geteuid() == 0) GTEST_SKIP() << "root reads everything";
  const TemporaryFolder folder;
  put(folder / "file", "{}");
  ASSERT_EQ(::chmod((folder / "file").c_str(), 0), 0);
  expect_refused(folder / "file", "file: Permission denied");
}

TEST(CommandLine, AbsurdKeysAndPlacesStayOneLine) {
  const auto with_key = [](const std::string& key) {
    return R"({"format": "attentoscope/scene", "version": 1, "tokens": ["a"], "embeddings": [[1]], ")" +
           key + "\": 1}";
  };
  expect_refused("-", "attentoscope: -: /a\\n\\u001b\\u007f~0~1: ",
                 {.input = with_key("a\\n\\u001b\\u007f~/")});
  expect_refused("-", ": /" + std::string(30, 'k'), {.input = with_key(std::string(200'000, 'k'))});
  std::string controls;
  for (int n = 0; n < 5000; ++n) controls += "\\u0001";
  expect_refused("-", ": /\\u0001\\u0001", {.input = with_key(controls)});
  const std::string whole(1500, 'k');
  expect_refused("-", ": /" + whole + ": ", {.input = with_key(whole)});
}

TEST(CommandLine, AFileOfAnAbsurdNameIsNamedAndSoIsThePlace) {
  const TemporaryFolder folder;
  std::string path = folder.path();
  while (path.size() < 3800) {
    path += "/" + std::string(200, '\n');
    std::filesystem::create_directory(path);
  }
  path += "/scene";
  put(path, R"({"format": "other"})");
  const std::string folder_name = folder.path();
  expect_refused(path, "attentoscope: " + folder_name + "/\\n\\n");
  expect_refused(path, "…: /format: ");
}

TEST(CommandLine, ScenesWhoseNamesBeginWithADashAreReadAfterTwo) {
  const TemporaryFolder folder;
  std::filesystem::copy_file(example_path(), folder / "-x.attn.json");
  const Answer run = run_program({"compute", "--", "-x.attn.json"}, {.folder = folder.path()});
  EXPECT_EQ(run.status, 0) << run.err;
}

}  // namespace
}  // namespace attn::command_line_test
