#include "app/document/autosave.h"

#include <csignal>
#include <filesystem>
#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/document/files.h"
#include "tests/engine/random_scene.h"
#include "tests/support/temporary_folder.h"

namespace attn::autosave_test {
namespace {

namespace fs = std::filesystem;
using namespace attn::test;
using namespace std::chrono_literals;

Scene titled(const std::string& title, Index L = 3) {
  Scene scene = self_attention(L, 2);
  scene.title = title;
  return scene;
}

/// As if a program had kept this, and was then cut off.
void leave(const std::string& folder, const Scene& scene, const std::string& path = "") {
  Autosave autosave(folder);
  autosave.keep(scene, path);
  autosave.flush();
  ASSERT_EQ(autosave.error(), "");
}

std::string found_title(Autosave& autosave) {
  const auto recovered = autosave.find_recovered();
  return recovered ? recovered->scene.title : "nothing";
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

/// The record of the only slot in `folder`.
std::string only_record(const std::string& folder) {
  const auto names = names_in(folder);
  EXPECT_EQ(names.size(), 1u);
  return folder + "/" + names.at(0) + "/record";
}

ino_t file_number(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
  return status.st_ino;
}

TEST(Autosave, WhatWasOpenIsFoundAfterACrash) {
  const TemporaryFolder temp;
  Random random(1);
  for (int round = 0; round < 20; ++round) {
    const Scene scene = random_scene(random);
    leave(temp / "a/b", scene, "/home/ada/la\nb.attn.json");
    Autosave next(temp / "a/b");
    const auto recovered = next.find_recovered();
    ASSERT_TRUE(recovered);
    EXPECT_EQ(recovered->scene, scene);
    EXPECT_EQ(recovered->path, "/home/ada/la\nb.attn.json");
    EXPECT_FALSE(recovered->ended);
    next.forget_recovered();
  }
  EXPECT_TRUE(fs::is_empty(temp / "a/b"));
}

TEST(Autosave, WorkThatWasLeftUnsavedIsFoundToo) {
  const TemporaryFolder temp;
  {
    Autosave autosave(temp.path());
    autosave.keep(titled("left"), "relative.attn.json");
    autosave.end();
  }
  Autosave next(temp.path());
  const auto recovered = next.find_recovered();
  ASSERT_TRUE(recovered);
  EXPECT_TRUE(recovered->ended);
  EXPECT_EQ(recovered->scene, titled("left"));
  EXPECT_EQ(recovered->path, (fs::current_path() / "relative.attn.json").string());
}

TEST(Autosave, NothingIsLeftOfWhatWasSaved) {
  const TemporaryFolder temp;
  {
    Autosave autosave(temp.path());
    autosave.keep(titled("a"), "");
    autosave.flush();
    EXPECT_FALSE(fs::is_empty(temp.path()));
    autosave.discard();
    autosave.end();
    EXPECT_EQ(autosave.error(), "");
  }
  EXPECT_TRUE(fs::is_empty(temp.path()));
}

TEST(Autosave, RunningProgramsDoNotTakeEachOthersWork) {
  const TemporaryFolder temp;
  Autosave second(temp.path());
  {
    Autosave first(temp.path());
    first.keep(titled("first"), "");
    second.keep(titled("second"), "");
    first.flush();
    second.flush();
    EXPECT_EQ(found_title(first), "nothing");
    EXPECT_EQ(found_title(second), "nothing");
    Autosave third(temp.path());
    EXPECT_EQ(found_title(third), "nothing");
  }
  Autosave third(temp.path());
  EXPECT_EQ(found_title(third), "first");
  EXPECT_EQ(found_title(third), "nothing");
  EXPECT_EQ(found_title(second), "nothing");
}

TEST(Autosave, TheLatestIsFoundFirst) {
  const TemporaryFolder temp;
  for (const char* title : {"one", "two", "three"}) {
    leave(temp.path(), titled(title));
    std::this_thread::sleep_for(20ms);
  }
  Autosave autosave(temp.path());
  EXPECT_EQ(found_title(autosave), "three");
  EXPECT_EQ(found_title(autosave), "two");
  Autosave other(temp.path());
  EXPECT_EQ(found_title(other), "one");
  EXPECT_EQ(found_title(other), "nothing");
}

TEST(Autosave, IsOfferedOnceButNotLostBeforeTheAnswer) {
  const TemporaryFolder temp;
  leave(temp.path(), titled("work"));
  {
    Autosave cut_off(temp.path());
    EXPECT_EQ(found_title(cut_off), "work");
    cut_off.keep(titled("something else"), "");  // while it is on offer
    cut_off.flush();
    cut_off.discard();
  }
  {
    Autosave declines(temp.path());
    EXPECT_EQ(found_title(declines), "work");
    declines.forget_recovered();
    EXPECT_EQ(found_title(declines), "nothing");
  }
  Autosave last(temp.path());
  EXPECT_EQ(found_title(last), "nothing");
  EXPECT_TRUE(fs::is_empty(temp.path()));
}

TEST(Autosave, WhatIsTakenIsKeptBeforeItsRecordGoes) {
  const TemporaryFolder temp;
  leave(temp.path(), titled("work"));
  Autosave autosave(temp.path(), 1h);
  autosave.keep(titled("empty"), "");
  autosave.flush();
  const auto recovered = autosave.find_recovered();
  ASSERT_TRUE(recovered);
  autosave.keep(recovered->scene, recovered->path);
  autosave.forget_recovered();
  const std::string record = read_file(only_record(temp.path()), 1 << 20);
  EXPECT_EQ(parse_record(record)->scene.title, "work");
}

/// No file can be written as long as one of these lives; for root too.
class FullDisk {
 public:
  FullDisk() {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit none{0, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &none);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int) = nullptr;
};

TEST(Autosave, AFullDiskLosesNothingThatWasKept) {
  const TemporaryFolder temp;
  leave(temp.path(), titled("work"));
  {
    Autosave autosave(temp.path(), 0ms);
    const auto recovered = autosave.find_recovered();
    ASSERT_TRUE(recovered);
    const FullDisk full;
    autosave.keep(recovered->scene, "");
    autosave.forget_recovered();
    EXPECT_TRUE(autosave.error().ends_with("/record: File too large")) << autosave.error();
  }
  Autosave autosave(temp.path(), 0ms);
  EXPECT_EQ(found_title(autosave), "work");
  {
    const FullDisk full;
    autosave.keep(titled("again"), "");
    autosave.flush();
    EXPECT_NE(autosave.error(), "");
  }
  autosave.keep(titled("again"), "");  // the same, and yet it is tried again
  autosave.flush();
  EXPECT_EQ(autosave.error(), "");
  EXPECT_EQ(names_in(temp.path()).size(), 2u);
}

TEST(Autosave, AFolderThatCantBeHadIsAnErrorInWords) {
  const TemporaryFolder temp;
  write_file(temp / "file", "");
  for (const std::string& folder :
       {temp / "file", temp / "file/below", std::string("/proc/a/b"), std::string()}) {
    Autosave autosave(folder, 0ms);
    EXPECT_EQ(found_title(autosave), "nothing");
    EXPECT_EQ(autosave.error(), "");
    autosave.keep(titled("a"), "");
    autosave.flush();
    EXPECT_NE(autosave.error(), "") << folder;
    autosave.forget_recovered();
    autosave.discard();
    autosave.end();
    EXPECT_EQ(autosave.error(), "") << folder;
  }
}

TEST(Autosave, FilesOfOthersAreLeftAlone) {
  const TemporaryFolder temp;
  leave(temp.path(), titled("work"));
  const std::string record = read_file(only_record(temp.path()), 1 << 20);
  const std::string records[] = {"",
                                 "\xFF\xFE garbage",
                                 record.substr(0, record.size() / 2),
                                 record.substr(record.find('\n') + 1),
                                 "attentoscope/recovery 2" + record.substr(23),
                                 "attentoscope/recovery 1 running "};
  int n = 0;
  const auto slot = [&] { return temp / ("1-0000000" + std::to_string(n++)); };
  for (const std::string& bytes : records) {
    fs::create_directory(temp / ("1-0000000" + std::to_string(n)));
    write_file(slot() + "/record", bytes);
  }
  const std::string piped = slot();
  fs::create_directory(piped);
  ASSERT_EQ(::mkfifo((piped + "/record").c_str(), 0600), 0);
  write_file(piped + "/mine", "x");
  write_file(slot(), "a file");
  fs::create_symlink("nowhere", slot());
  fs::create_directories(temp / "other/lock");
  write_file(temp / "other/record", record);

  Autosave autosave(temp.path());
  EXPECT_EQ(found_title(autosave), "work");
  EXPECT_EQ(found_title(autosave), "nothing");
  autosave.forget_recovered();
  EXPECT_EQ(read_file(temp / "1-00000002/record", 1 << 20), records[2]);
  EXPECT_EQ(read_file(temp / "other/record", 1 << 20), record);
}

TEST(Autosave, WritesNothingWhereNothingChanged) {
  const TemporaryFolder temp;
  Autosave autosave(temp.path(), 0ms);
  autosave.keep(titled("a"), "/x");
  autosave.flush();
  const std::string record = only_record(temp.path());
  const ino_t number = file_number(record);
  autosave.keep(titled("a"), "/x");
  autosave.flush();
  EXPECT_EQ(file_number(record), number);
  autosave.keep(titled("a"), "/y");
  autosave.flush();
  EXPECT_NE(file_number(record), number);
}

TEST(Autosave, WritesSeldomAndTheLastOfAll) {
  const TemporaryFolder temp;
  Autosave autosave(temp.path(), 300ms);
  autosave.keep(titled("0"), "");
  autosave.flush();
  const std::string record = only_record(temp.path());
  const ino_t number = file_number(record);
  for (int n = 1; n <= 1000; ++n) autosave.keep(titled(std::to_string(n)), "");
  EXPECT_EQ(file_number(record), number);
  std::this_thread::sleep_for(1500ms);  // nobody calls any more
  EXPECT_EQ(parse_record(read_file(record, 1 << 20))->scene.title, "1000");
}

/// Keeps scenes whose numbers are all one number until it is killed.
[[noreturn]] void keep_forever(const std::string& folder) {
  Autosave autosave(folder, 0ms);
  for (int n = 1;; ++n) {
    Scene scene = titled(std::to_string(n), 500);
    scene.embeddings.edit().setConstant(static_cast<float>(n));
    autosave.keep(scene, "");
    if (n % 3 == 0) std::this_thread::sleep_for(1ms);
  }
}

bool waits_for_a_record(const std::string& folder) {
  for (int n = 0; n < 10000; ++n) {
    for (const std::string& name : names_in(folder)) {
      if (fs::exists(folder + "/" + name + "/record")) return true;
    }
    std::this_thread::sleep_for(1ms);
  }
  return false;
}

TEST(Autosave, AProgramKilledAtAnyMomentLeavesAWholeScene) {
  const TemporaryFolder temp;
  Random random(3);
  for (int round = 0; round < 25; ++round) {
    const pid_t child = ::fork();
    if (child == 0) keep_forever(temp.path());
    ASSERT_GT(child, 0);
    const bool has_begun = waits_for_a_record(temp.path());
    std::this_thread::sleep_for(std::chrono::milliseconds(random.below(40)));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);

    ASSERT_TRUE(has_begun);
    Autosave next(temp.path());
    const auto recovered = next.find_recovered();
    ASSERT_TRUE(recovered);
    const float number = (*recovered->scene.embeddings)(0, 0);
    EXPECT_EQ(recovered->scene.title, std::to_string(static_cast<int>(number)));
    EXPECT_EQ(recovered->scene.embeddings->rows(), 500);
    EXPECT_TRUE((recovered->scene.embeddings->array() == number).all());
    EXPECT_FALSE(recovered->ended);
    next.forget_recovered();
  }
  Autosave tidies(temp.path());
  EXPECT_EQ(found_title(tidies), "nothing");
  EXPECT_TRUE(fs::is_empty(temp.path())) << names_in(temp.path()).at(0);
}

}  // namespace
}  // namespace attn::autosave_test
