#include "app/failure.h"

#include <gtest/gtest.h>

#include "app/document/utf8.h"

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

TEST(Failure, StaysBelowItsLength) {
  for (const std::string part : {"x", "\n", "\x01", "é", "猫", "🙂", "\xff", "\u0085"}) {
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
    EXPECT_TRUE(line(Failure(much, {"/a", "b"})).ends_with("…: /a: b"));
  }
}

TEST(Failure, APlaceOfReasonableLengthIsWhole) {
  const std::string place = "/" + std::string(2600, 'k');
  EXPECT_NE(line(Failure("file", {place, "unknown key"})).find(place + ": unknown key"),
            std::string::npos);
}

}  // namespace
}  // namespace attn::failure_test
