// The window's end of its socket: senders that die, lie, flood or fall silent stop nobody.

#include "app/session/received/inbox.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "app/document/messages/message.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"
#include "tests/support/temporary_folder.h"

namespace attn::inbox_test {
namespace {

using namespace std::chrono_literals;

Message message_of(const std::string& name, int number) {
  return {name,
          R"({"format": "attentoscope/scene", "version": 1, "tokens": ["a"], "embeddings": [[)" +
              std::to_string(number) + "]]}",
          ""};
}

/// Waits until `is_true`, for a minute at most.
bool comes_true(const std::function<bool()>& is_true) {
  for (int n = 0; n < 6000; ++n) {
    if (is_true()) return true;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

/// The window's answer to what was sent; "closed" where it closed the connection.
std::string answer_on(const Descriptor& connection) {
  std::string bytes;
  for (;;) {
    if (auto answer = take_answer(bytes)) return *answer;
    if (!wait_for_bytes(connection, 60s)) return "none";
    if (!receive_some(connection, bytes, 4096)) return "closed";
  }
}

class InboxOfAWindow : public testing::Test {
 protected:
  InboxOfAWindow() : inbox([this] { ++wakes; }) { EXPECT_TRUE(inbox.listen(path)); }

  std::string send(const Message& message) {
    const auto connection = connect_to(path);
    send_all(*connection, bytes_of(message), 10s);
    return answer_on(*connection);
  }
  /// Sends any bytes and ends; whatever the window does with them.
  void send_and_die(std::string_view bytes) {
    const auto connection = connect_to(path);
    try {
      send_all(*connection, bytes, 10s);
    } catch (const std::runtime_error&) {  // it closed the connection first
    }
  }
  /// The number that the newest scene of this name has, once it has arrived.
  float number_of(const std::string& name) {
    float number = -1;
    comes_true([&] {
      for (const ReceivedScene& one : inbox.take()) {
        if (one.name == name) number = (*one.scene->embeddings)(0, 0);
      }
      return number >= 0;
    });
    return number;
  }

  const test::TemporaryFolder folder;
  const std::string path = folder / "window";
  std::atomic<int> wakes = 0;
  Inbox inbox;
};

TEST_F(InboxOfAWindow, KeepsTheNewestSceneOfEachName) {
  for (int n = 0; n < 5; ++n) EXPECT_EQ(send(message_of("a", n)), "");
  EXPECT_EQ(send(message_of("b", 9)), "");
  EXPECT_TRUE(inbox.has_arrived());
  EXPECT_GE(wakes, 2);
  const auto taken = inbox.take();
  ASSERT_EQ(taken.size(), 2U);
  EXPECT_EQ(taken[0].name, "a");
  EXPECT_EQ((*taken[0].scene->embeddings)(0, 0), 4);
  EXPECT_EQ(taken[1].name, "b");
  EXPECT_FALSE(inbox.has_arrived());
}

TEST_F(InboxOfAWindow, TakesManyScenesOnOneConnection) {
  const auto connection = connect_to(path);
  for (int n = 0; n < 20; ++n) {
    send_all(*connection, bytes_of(message_of("a", n)), 10s);
    EXPECT_EQ(answer_on(*connection), "");
  }
  EXPECT_EQ(number_of("a"), 19);
}

TEST_F(InboxOfAWindow, IsOfThisUserAlone) {
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  const test::TemporaryFolder open;
  std::filesystem::permissions(open / "", std::filesystem::perms::all);
  ::setenv("XDG_RUNTIME_DIR", (open / "").c_str(), 1);
  const std::string made = window_socket_path();
  const std::string own = made.substr(0, made.rfind('/'));
  ASSERT_EQ(::stat(own.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0700U);
  ASSERT_EQ(::chmod(own.c_str(), 0755), 0);
  EXPECT_THROW(window_socket_path(), std::runtime_error) << "others could enter";
  ::unsetenv("XDG_RUNTIME_DIR");
}

TEST_F(InboxOfAWindow, IsOneForAllWindows) {
  Inbox second([] {});
  EXPECT_FALSE(second.listen(path));
  EXPECT_EQ(send(message_of("a", 3)), "");
  EXPECT_EQ(number_of("a"), 3);
}

TEST(InboxAfterAnother, ReplacesTheSocketThatADeadProcessLeft) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "window";
  { std::filesystem::create_directories(folder / "gone"); }
  {
    Inbox first([] {});
    EXPECT_TRUE(first.listen(path));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_EQ(connect_to(path), nullptr);
  {  // bound, and nobody listens any more
    const auto lost = LocalListener::at(folder / "other");
    std::filesystem::rename(folder / "other", path);
  }
  EXPECT_EQ(connect_to(path), nullptr);
  Inbox next([] {});
  EXPECT_TRUE(next.listen(path));
  EXPECT_NE(connect_to(path), nullptr);
}

TEST_F(InboxOfAWindow, AnswersWhatIsWrongWithAScene) {
  Message message = message_of("a", 1);
  message.text.replace(message.text.find("[["), 2, "[[null, ");
  EXPECT_NE(send(message).find("/embeddings/0/0: expected"), std::string::npos);
  message.text = "{";
  EXPECT_NE(send(message), "");
  EXPECT_FALSE(inbox.has_arrived());
  EXPECT_EQ(send(message_of("a", 2)), "");
}

TEST_F(InboxOfAWindow, SendersThatDieOrLieStopNobody) {
  const std::string good = bytes_of(message_of("a", 1));
  send_and_die("");
  send_and_die("GET / HTTP/1.1\r\n\r\n");
  for (std::size_t n = 1; n < good.size(); n += 5) send_and_die(good.substr(0, n));
  std::string lie = good;
  lie[27] = 0x0f;  // bytes of text: 251 million, of which few arrive
  send_and_die(lie);
  const auto silent = connect_to(path);
  send_all(*silent, good.substr(0, 50), 10s);
  EXPECT_EQ(send(message_of("a", 7)), "");
  EXPECT_EQ(number_of("a"), 7);
}

TEST_F(InboxOfAWindow, SilentConnectionsMakeRoomForOthers) {
  std::vector<std::unique_ptr<Descriptor>> silent;
  for (std::size_t n = 0; n < 3 * Inbox::kMostSenders; ++n) silent.push_back(connect_to(path));
  EXPECT_EQ(send(message_of("a", 5)), "");
  EXPECT_EQ(answer_on(*silent.front()), "closed");
}

TEST_F(InboxOfAWindow, ManyNamesAreRefusedAndKnownOnesTaken) {
  for (std::size_t n = 0; n < Inbox::kMostNames; ++n) {
    EXPECT_EQ(send(message_of("name " + std::to_string(n), 1)), "");
  }
  EXPECT_NE(send(message_of("one more", 1)), "");
  EXPECT_EQ(send(message_of("name 3", 8)), "");
  EXPECT_EQ(inbox.take().size(), Inbox::kMostNames);
}

TEST_F(InboxOfAWindow, TenThousandHostileMessagesEndInRefusals) {
  test::Random random(test::case_seed());
  const std::string good = bytes_of(message_of("a", 1));
  // On few connections, as each is closed at its first wrong byte.
  for (int n = 0; n < 10000; ++n) {
    std::string bytes = good;
    for (int changes = random.below(6) + 1; changes > 0; --changes) {
      bytes[static_cast<std::size_t>(random.below(static_cast<int>(kMessageHeaderBytes)))] =
          static_cast<char>(random.below(255) + 1);
    }
    send_and_die(bytes);
  }
  EXPECT_EQ(send(message_of("last", 4)), "");
  EXPECT_EQ(number_of("last"), 4);
}

TEST_F(InboxOfAWindow, AFloodIsSlowedDown) {
  const auto connection = connect_to(path);
  std::string many;
  for (int n = 0; n < 30; ++n) many += bytes_of(message_of("flood", n));
  const auto begun = std::chrono::steady_clock::now();
  send_all(*connection, many, 60s);
  for (int n = 0; n < 30; ++n) EXPECT_EQ(answer_on(*connection), "");
  EXPECT_GE(std::chrono::steady_clock::now() - begun, 29 * (1000ms / Inbox::kMostMessages - 1ms));
}

}  // namespace
}  // namespace attn::inbox_test
