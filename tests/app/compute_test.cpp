// attentoscope compute, from the outside.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_code.h"
#include "tests/app/run_program.h"
#include "tests/document/json_compare.h"
#include "tests/support/temporary_folder.h"

namespace attn::compute_test {
namespace {

using namespace attn::test;
using nlohmann::json;
namespace fs = std::filesystem;

std::vector<std::string> cases(const std::string& folder) {
  constexpr std::string_view kEnding = ".attn.json";
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().string();
    if (name.ends_with(kEnding)) names.push_back(name.substr(0, name.size() - kEnding.size()));
  }
  std::ranges::sort(names);
  return names;
}

/// Computes every `step`th golden case.
void expect_golden_results(const std::string& backend, const std::string& folder,
                           std::size_t step = 1) {
  const auto names = cases(data_path(folder));
  ASSERT_GT(names.size(), 40u);
  for (std::size_t n = 0; n < names.size(); n += step) {
    const std::string& name = names[n];
    SCOPED_TRACE(name);
    const Answer run = run_program({"compute", name + ".attn.json", "--backend", backend});
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.err, "");
    const json found = json::parse(run.out);
    json expected = json::parse(bytes_of(name + ".result.json"));
    EXPECT_EQ(found["warnings"].empty(), expected["warnings"].empty());
    expected["warnings"] = found["warnings"];
    expected["backend"] = backend;
    EXPECT_EQ(difference(found, expected), "");
    EXPECT_EQ(found.size(), expected.size()) << "no other keys";
  }
}

TEST(Compute, GoldenScenesGiveTheirResults) {
  expect_golden_results("eigen", "golden");
  expect_golden_results("eigen", "golden2");
}

TEST(Compute, BadScenesAreRefusedAtTheirPlace) {
  const auto names = cases(data_path("golden/bad"));
  ASSERT_GT(names.size(), 20u);
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    std::istringstream expect(bytes_of(name + ".expect"));
    std::string place;
    std::getline(expect, place);
    const std::string file = name + ".attn.json";
    const std::string start = place == "file" ? ": expected" : ": " + place + ": ";
    expect_failure(run_program({"compute", file}), 2, "attentoscope: " + file + start);
  }
}

TEST(Compute, OutIsTheSameAndLeavesStandardOutputEmpty) {
  const TemporaryFolder folder;
  const std::string printed = run_program({"compute", example_path()}).out;
  const Answer run = run_program({"compute", "--out", folder / "result.json", example_path()});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(bytes_of(folder / "result.json"), printed);
  EXPECT_EQ(folder.file_count(), 1);
}

TEST(Compute, ASceneCanBeGivenByItsCode) {
  const std::string code = scene_code(bytes_of(example_path()));
  const Answer run = run_program({"compute", code});
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(run.out, run_program({"compute", example_path()}).out);
  expect_failure(run_program({"compute", code.substr(0, 90)}), 2,
                 "attentoscope: attn:…: the code of the scene is cut or changed: copy all of it");
  const std::string long_one = code + std::string(100000, 'A');
  expect_failure(run_program({"export", long_one, "--view", "weights", "--out", "a.png"}), 2,
                 "attentoscope: attn:…: ");
  expect_failure(run_program({long_one}), 2, "attentoscope: attn:…: ");
}

TEST(Compute, TheBackendIsEigenUnlessAskedFor) {
  const Answer plain = run_program({"compute", example_path()});
  const Answer eigen = run_program({"compute", example_path(), "--backend", "eigen"});
  EXPECT_EQ(eigen.status, 0);
  EXPECT_EQ(plain.out, eigen.out);
  EXPECT_EQ(json::parse(plain.out)["backend"], "eigen");
}

/// Runs `work` while an environment variable has another value.
template <typename Work>
void with_variable(const char* name, const char* value, Work work) {
  ::setenv(name, value, 1);
  work();
  ::unsetenv(name);
}

TEST(Compute, AGlslThatIsNotToBeHadIsAFailureAndNoSilentChange) {
  const TemporaryFolder folder;
  const auto expect_none = [&] {
    expect_failure(run_program({"compute", example_path(), "--backend", "glsl"}), 1,
                   "attentoscope: no glsl backend: ");
    expect_failure(
        run_program({"compute", example_path(), "--backend", "glsl", "--out", folder / "o.json"}),
        1);
    EXPECT_EQ(folder.file_count(), 0);
    EXPECT_EQ(run_program({"compute", example_path()}).status, 0) << "eigen needs no driver";
  };
  with_variable("MESA_GL_VERSION_OVERRIDE", "3.3", expect_none);
  with_variable("__EGL_VENDOR_LIBRARY_FILENAMES", "/nowhere", expect_none);
}

TEST(Compute, WhatMesaSaysOfMissingDriversIsNotPrinted) {
  with_variable("LIBGL_DRIVERS_PATH", "/nowhere", [] {
    const Answer run = run_program({"compute", example_path(), "--backend", "glsl"});
    if (run.status == 0) return;  // newer ones look for none
    expect_failure(run, 1, "attentoscope: no glsl backend: ");
  });
}

/// Whether the program holds compute shaders, each of which says how many threads are in a group,
/// and what runs them.
void expect_compute_shaders(bool are_there) {
  const std::string program = bytes_of(program_path());
  for (const char* word : {"local_size_x", "ComputeDevice"}) {
    EXPECT_EQ(program.find(word) != std::string::npos, are_there) << word;
  }
}

#ifdef ATTN_GLSL

TEST(Compute, GoldenScenesGiveTheirResultsByGlslWithoutAScreen) {
  // A driver starts for each; the tests of compute shaders go through all of them in one process.
  expect_golden_results("glsl", "golden", 4);
  expect_golden_results("glsl", "golden2", 4);
}

TEST(Compute, GlslRefusesWhatEigenDoesInTheSameWords) {
  for (const std::string& name : cases(data_path("golden/bad"))) {
    const std::string file = name + ".attn.json";
    EXPECT_EQ(run_program({"compute", file, "--backend", "glsl"}).err,
              run_program({"compute", file}).err);
  }
  const Surroundings input{.input = overflowing_scene()};
  const Answer run = run_program({"compute", "-", "--backend", "glsl"}, input);
  expect_failure(run, 2, "/heads/0: scores leave the range of float32");
  EXPECT_EQ(run.err, run_program({"compute", "-"}, input).err);
}

TEST(Compute, TheProgramHoldsItsShaders) { expect_compute_shaders(true); }

#else

TEST(Compute, AProgramThatWasBuiltWithoutGlslSaysSoAndHoldsNothingOfIt) {
  expect_failure(run_program({"compute", example_path(), "--backend", "glsl"}), 1,
                 "attentoscope: no glsl backend: this program was built without compute shaders");
  expect_compute_shaders(false);
}

#endif

TEST(Compute, ADashReadsStandardInput) {
  const std::string bytes = bytes_of(example_path());
  const Answer file = run_program({"compute", example_path()});
  for (const Answer& run : {run_program({"compute", "-"}, {.input = bytes}),
                            run_program({"compute", "-"}, {.input_path = example_path()}),
                            run_program({"compute", "-"}, {.input = "\xef\xbb\xbf" + bytes})}) {
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, file.out);
  }
}

TEST(Compute, WarningsArePartOfTheResultAlone) {
  const Answer run = run_program({"compute", data_path("golden/mask-no-key.attn.json")});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_FALSE(json::parse(run.out)["warnings"].empty());
}

TEST(Compute, RefusesWhatNeedsMoreMemoryThanItMay) {
  ::setenv("ATTENTOSCOPE_MEMORY", "0.001", 1);
  const Answer refused = run_program({"compute", example_path()});
  ::unsetenv("ATTENTOSCOPE_MEMORY");
  expect_failure(refused, 2, "needs 1 MB of memory, and the limit is 1 MB");
  EXPECT_EQ(run_program({"compute", example_path()}).status, 0);
}

TEST(Compute, StandardOutputThatFailsIsAFailure) {
  expect_failure(run_program({"compute", example_path()}, {.output_path = "/dev/full"}), 1,
                 "standard output: No space left on device");
  expect_failure(run_program({"compute", example_path()}, {.output_is_closed = true}), 1,
                 "standard output: Broken pipe");
}

TEST(Compute, AnOutputThatCannotBeWrittenLeavesNothing) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& out, unsigned long long file_bytes = 0) {
    return run_program({"compute", example_path(), "--out", out}, {.file_bytes = file_bytes});
  };
  expect_failure(run("/dev/full"), 1, "/dev/full: No space left on device");
  expect_failure(run(folder / "missing/out.json"), 1, "No such file or directory");
  expect_failure(run(folder.path()), 1, "Is a directory");
  expect_failure(run(folder / "out.json", 100), 1, "out.json: File too large");
  EXPECT_EQ(folder.file_count(), 0);
}

TEST(Compute, AnOutputThatCannotBeWrittenLeavesTheOldOneWhole) {
  const TemporaryFolder folder;
  const std::string out = folder / "out.json";
  put(out, "old");
  expect_failure(run_program({"compute", example_path(), "--out", out}, {.file_bytes = 100}), 1);
  expect_failure(run_program({"compute", "-", "--out", out}, {.input = overflowing_scene()}), 2);
  EXPECT_EQ(bytes_of(out), "old");
  EXPECT_EQ(folder.file_count(), 1);
}

}  // namespace
}  // namespace attn::compute_test
