#include "app/document/recovery/autosave.h"

#include <filesystem>
#include <thread>

#include <gtest/gtest.h>

#include "app/document/files/files.h"
#include "app/document/scene_file/scene_file.h"
#include "tests/document/recovery/autosave_records.h"
#include "tests/support/case_seed.h"
#include "tests/support/temporary_folder.h"

namespace attn::autosave_test {
namespace {

namespace fs = std::filesystem;
using namespace attn::test;
using namespace std::chrono_literals;

TEST(Autosave, SaysHowManyThereAre) {
  const TemporaryFolder temp;
  for (const char* title : {"a", "b", "c"}) leave(temp.path(), titled(title));
  Autosave autosave(temp.path());
  for (const std::size_t more : {2U, 1U, 0U}) {
    EXPECT_TRUE(autosave.find_recovered());
    EXPECT_EQ(autosave.more_to_recover(), more);
  }
  EXPECT_FALSE(autosave.find_recovered());
  EXPECT_EQ(autosave.more_to_recover(), 0U);
  EXPECT_TRUE(autosave.unreadable().empty());
}

TEST(Autosave, ARecordKnowsWhatWasInItsFile) {
  const TemporaryFolder temp;
  const FileStamp stamp{12, 0xFFFFFFFFFFFFFFFFU, 1'800'000'000'123'456'789, true};
  {
    Autosave autosave(temp.path());
    autosave.keep(titled("work"), {"/a b.attn.json", stamp});
  }
  const auto kept = Autosave(temp.path()).find_recovered();
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->path, "/a b.attn.json");
  EXPECT_EQ(kept->stamp, stamp);
  const std::string old =
      "attentoscope/recovery 1 ended /a%20b.attn.json\n" + format_scene(titled("x"));
  const auto first = parse_record(old);
  ASSERT_TRUE(first) << "records of earlier versions are read";
  EXPECT_EQ(first->path, "/a b.attn.json");
  EXPECT_TRUE(first->ended);
  EXPECT_FALSE(first->stamp);
}

TEST(Autosave, WhatWasOpenIsFoundAfterACrash) {
  const TemporaryFolder temp;
  for (int round = 0; round < 20; ++round) {
    Random random(case_seed(round));
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

}  // namespace
}  // namespace attn::autosave_test
