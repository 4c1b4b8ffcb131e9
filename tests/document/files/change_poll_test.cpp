// Files that another program changes while they are open.
#include "app/document/files/change_poll.h"

#include <chrono>
#include <filesystem>

#include <gtest/gtest.h>

#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace attn::change_poll_test {
namespace {

class ChangedWhileOpen : public testing::Test {
 protected:
  ChangedWhileOpen() {
    test::put(a, "one");
    test::put(b, "one");
    read = state_now({{a, {}}, {b, {}}});
  }
  std::string changed() { return poll.find_changed(read); }

  const test::TemporaryFolder folder;
  const std::string a = folder / "a", b = folder / "b";
  ReadFiles read;
  ChangePoll poll{false};
};

TEST_F(ChangedWhileOpen, IsFoundOnceAfterItStayedTheSame) {
  EXPECT_EQ(changed(), "");
  test::put(b, "more than one");
  EXPECT_EQ(changed(), "") << "it is probably being written";
  test::put(b, "more than one and two");
  EXPECT_EQ(changed(), "") << "it still is";
  EXPECT_EQ(changed(), b);
  EXPECT_EQ(changed(), "");
  test::put(b, "again");
  EXPECT_EQ(changed(), "");
  EXPECT_EQ(changed(), b);
}

TEST_F(ChangedWhileOpen, IsNotFoundWhileOneIsMissing) {
  test::put(b, "more than one");
  std::filesystem::remove(a);
  for (int n = 0; n < 3; ++n) EXPECT_EQ(changed(), "");
  test::put(a, "two");
  EXPECT_EQ(changed(), "");
  EXPECT_EQ(changed(), a);
}

TEST_F(ChangedWhileOpen, IsFoundInTheBackground) {
  ChangePoll behind(true);
  EXPECT_EQ(behind.find_changed(read), "");
  test::put(b, "more than one");
  std::string found;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (found.empty() && std::chrono::steady_clock::now() < end) {
    found = behind.find_changed(read);
  }
  EXPECT_EQ(found, b);
  EXPECT_EQ(behind.find_changed({{a, read[0].identity}}), "") << "the last poll was of others";
}

TEST_F(ChangedWhileOpen, IsAnotherFileWithTheSameSizeAndTime) {
  const auto time = std::filesystem::last_write_time(a);
  test::put(folder / "c", "two");
  std::filesystem::rename(folder / "c", a);
  std::filesystem::last_write_time(a, time);
  changed();
  EXPECT_EQ(changed(), a);
}

}  // namespace
}  // namespace attn::change_poll_test
