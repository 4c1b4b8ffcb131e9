// Tests that autosaved work survives a full disk, inaccessible folders, foreign files, and kill -9.

#include <csignal>
#include <filesystem>
#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/document/files/files.h"
#include "app/document/recovery/autosave.h"
#include "tests/document/recovery/autosave_records.h"
#include "tests/support/case_seed.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_cases.h"

namespace attn::autosave_trouble_test {
namespace {

namespace fs = std::filesystem;
using namespace attn::test;
using namespace std::chrono_literals;

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

TEST(AutosaveTrouble, AFullDiskLosesNothingThatWasKept) {
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

TEST(AutosaveTrouble, AFolderThatCantBeHadIsAnErrorInWords) {
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

TEST(AutosaveTrouble, FilesOfOthersAreLeftAlone) {
  const TemporaryFolder temp;
  leave(temp.path(), titled("work"));
  const std::string record = read_file(only_record(temp.path()), 1 << 20);
  const std::string records[] = {"",
                                 "\xFF\xFE garbage",
                                 record.substr(0, record.size() / 2),
                                 record.substr(record.find('\n') + 1),
                                 "attentoscope/recovery 3" + record.substr(23),
                                 "attentoscope/recovery 1 running ",
                                 record + "x",
                                 "attentoscope/recovery 1 running \n" + std::string(66000, '[')};
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
  EXPECT_EQ(autosave.unreadable().size(), std::size(records)) << "each is told";
  autosave.forget_recovered();
  EXPECT_EQ(read_file(temp / "1-00000002/record", 1 << 20), records[2]);
  EXPECT_EQ(read_file(temp / "other/record", 1 << 20), record);
}

/// Symbolic links are not read, written or removed anywhere in the folder.
TEST(AutosaveTrouble, LinksAreNotFollowed) {
  const TemporaryFolder temp, elsewhere;
  leave(elsewhere.path(), titled("of another"));
  const std::string record = only_record(elsewhere.path());
  const std::string bytes = read_file(record, 1 << 20);
  const std::string slot = fs::path(record).parent_path().string();
  fs::create_directory_symlink(slot, temp / "1-00000001");
  fs::create_directory(temp / "1-00000002");
  fs::create_symlink(record, temp / "1-00000002/record");
  fs::create_directory(temp / "1-00000003");
  fs::create_symlink(elsewhere / "lock", temp / "1-00000003/lock");
  write_file(temp / "1-00000003/record", bytes);
  {
    Autosave autosave(temp.path());
    EXPECT_EQ(found_title(autosave), "nothing");
    autosave.forget_recovered();
  }
  EXPECT_EQ(read_file(record, 1 << 20), bytes);
  EXPECT_FALSE(fs::exists(elsewhere / "lock"));
  EXPECT_TRUE(fs::exists(slot + "/lock")) << "of the program that left it";
}

TEST(AutosaveTrouble, ALinkThatIsPutWhereARecordGoesIsNotWrittenThrough) {
  const TemporaryFolder temp;
  write_file(temp / "precious", "mine");
  const std::string folder = temp / "autosave";
  Autosave autosave(folder, 0ms);
  autosave.keep(titled("a"), "");
  autosave.flush();
  const std::string record = only_record(folder);
  fs::remove(record);
  fs::create_symlink(temp / "precious", record);
  autosave.keep(titled("b"), "");
  autosave.flush();
  EXPECT_EQ(autosave.error(), "");
  EXPECT_EQ(read_file(temp / "precious", 1 << 20), "mine");
  EXPECT_FALSE(fs::is_symlink(record));
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

TEST(AutosaveTrouble, AProgramKilledAtAnyMomentLeavesAWholeScene) {
  const TemporaryFolder temp;
  for (int round = 0; round < test::test_cases(25); ++round) {
    Random random(case_seed(round));
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
}  // namespace attn::autosave_trouble_test
