#include "app/command/failure.h"

#include <gtest/gtest.h>

#include "app/document/files/utf8.h"

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
