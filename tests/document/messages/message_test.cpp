// Messages to a window: whole however their bytes arrive, and refused before memory is taken for
// sizes that nobody sent.

#include "app/document/messages/message.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "tests/document/tensors/made_files.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"

namespace attn::message_test {
namespace {

constexpr const char* kSmall =
    R"({"format": "attentoscope/scene", "version": 1, "tokens": ["a", "b"], "embeddings": )";

Message small_message(const std::string& name = "a name") {
  return {name, std::string(kSmall) + "[[1, 2], [3, 4]]}", ""};
}

/// Adds `bytes` in pieces of up to `piece` bytes; the messages that are complete.
std::vector<Message> read_in_pieces(MessageReader& reader, std::string_view bytes,
                                    std::size_t piece) {
  std::vector<Message> messages;
  while (!bytes.empty()) {
    const std::size_t count = std::min({piece, bytes.size(), std::size_t(reader.missing())});
    reader.buffer() += bytes.substr(0, count);
    bytes.remove_prefix(count);
    reader.advance();
    if (reader.missing() == 0) messages.push_back(reader.take());
  }
  return messages;
}

TEST(Message, IsWholeInPiecesOfAnySize) {
  const Message first = small_message(), second{"zwei", first.text, "tensors"};
  const std::string bytes = bytes_of(first) + bytes_of(second);
  for (const std::size_t piece : {1U, 2U, 7U, 39U, 40U, 41U, 1000U}) {
    MessageReader reader;
    const auto messages = read_in_pieces(reader, bytes, piece);
    ASSERT_EQ(messages.size(), 2U) << piece;
    EXPECT_EQ(messages[0].name, "a name");
    EXPECT_EQ(messages[0].text, first.text);
    EXPECT_EQ(messages[0].tensors, "");
    EXPECT_EQ(messages[1].name, "zwei");
    EXPECT_EQ(messages[1].tensors, "tensors");
    EXPECT_EQ(reader.held(), 0U);
    EXPECT_EQ(reader.missing(), kMessageHeaderBytes);
  }
}

/// The message of the reader's error for `bytes`; empty if there is none.
std::string error_for(const std::string& bytes) {
  MessageReader reader;
  try {
    read_in_pieces(reader, bytes, 1);
  } catch (const MessageError& error) {
    EXPECT_LT(reader.held(), 300U) << "nothing is allocated for it";
    return error.what();
  }
  return "";
}

TEST(Message, OfAnotherProtocolIsRefusedAtItsFirstWrongByte) {
  EXPECT_EQ(error_for("GET / HTTP/1.1"), "message: expected ATTNSHOW at its start");
  MessageReader reader;
  reader.buffer() += "ATTX";
  EXPECT_THROW(reader.advance(), MessageError);
}

TEST(Message, OfAWrongVersionKindOrSizeIsRefused) {
  const std::string good = bytes_of(small_message());
  const auto with = [&](std::size_t at, char byte) {
    std::string bytes = good;
    bytes[at] = byte;
    return error_for(bytes);
  };
  EXPECT_EQ(with(8, 2), "message: expected version 1, found 2");
  EXPECT_EQ(with(12, 9), "message: expected kind 1, a scene, found 9");
  EXPECT_EQ(with(16, 0), "message: expected 1 to 200 bytes of name, found 0");
  EXPECT_EQ(with(17, 1), "message: expected 1 to 200 bytes of name, found 262");
  EXPECT_EQ(with(31, char(0x80)).substr(0, 44), "message: expected 1 to 268435456 bytes of sc");
  EXPECT_EQ(with(37, 1).substr(0, 47), "message: expected 0 to 2147483648 bytes of tens");
  EXPECT_THROW(bytes_of({"", "x", ""}), MessageError);
  EXPECT_THROW(bytes_of({std::string(201, 'n'), "x", ""}), MessageError);
}

TEST(Message, ThatBytesWereChangedInIsRefusedOrAMessage) {
  test::Random random(test::case_seed());
  const std::string good = bytes_of(small_message());
  int refused = 0;
  for (int n = 0; n < 2000; ++n) {
    std::string bytes = good;
    for (int changes = random.below(4) + 1; changes > 0; --changes) {
      bytes[static_cast<std::size_t>(random.below(static_cast<int>(bytes.size())))] =
          static_cast<char>(random.below(256));
    }
    MessageReader reader;
    try {
      for (Message& message : read_in_pieces(reader, bytes, 16)) scene_in(std::move(message));
    } catch (const MessageError&) {
      ++refused;
    } catch (const SceneError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 1000);
}

TEST(Message, HasASceneWithItsTensors) {
  EXPECT_EQ(scene_in(small_message()), parse_scene(small_message().text));
  Message message = small_message();
  message.text = std::string(kSmall) + R"({"file": ""}})";
  message.tensors = test::npy("(2, 2)", test::floats({1, 2, 3, 4}));
  EXPECT_EQ(*scene_in(message).embeddings, (Matrix(2, 2) << 1, 2, 3, 4).finished());
  message.tensors = "no tensors";
  EXPECT_THROW(scene_in(message), SceneError);
  message.tensors = "";
  try {
    scene_in(message);
    ADD_FAILURE() << "without tensors";
  } catch (const SceneError& error) {
    EXPECT_EQ(error.problem().place, "/embeddings/file");
    EXPECT_EQ(error.problem().text,
              "expected rows: only a scene in a file can refer to other files");
  }
  message.text = std::string(kSmall) + R"({"file": "/etc/passwd"}})";
  EXPECT_THROW(scene_in(message), SceneError);
}

TEST(Message, IsAnsweredByALine) {
  std::string bytes = answer_bytes("") + answer_bytes("a\nproblem");
  const std::string start = bytes.substr(0, 3);
  std::string part = start;
  EXPECT_FALSE(take_answer(part));
  EXPECT_EQ(take_answer(bytes), "");
  EXPECT_EQ(take_answer(bytes), "a\\nproblem");
  EXPECT_FALSE(take_answer(bytes));
  bytes = "\xff\xff\xff\xff";
  EXPECT_THROW(take_answer(bytes), MessageError);
}

}  // namespace
}  // namespace attn::message_test
