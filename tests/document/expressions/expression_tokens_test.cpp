#include "app/document/expressions/expression_tokens.h"

#include <vector>

#include <gtest/gtest.h>

#include "app/document/expressions/lesson_error.h"

namespace attn::expression_tokens_test {
namespace {

std::vector<std::string> tokens_of(std::string_view text) {
  ExpressionTokens tokens(text);
  std::vector<std::string> found;
  while (!tokens.peek().empty()) found.emplace_back(tokens.next());
  return found;
}

TEST(ExpressionTokens, AreNamesNumbersTextsAndSigns) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(tokens_of(" \t"), Words{});
  EXPECT_EQ(tokens_of("w_q[\"The cat\"][0]>=1.5e-3"),
            (Words{"w_q", "[", "\"The cat\"", "]", "[", "0", "]", ">=", "1.5e-3"}));
  EXPECT_EQ(tokens_of("a==.5 != b2<c=d"), (Words{"a", "==", ".5", "!=", "b2", "<", "c", "=", "d"}));
}

TEST(ExpressionTokens, SayWhatWasExpectedAndFound) {
  const auto failure = [](std::string_view text) {
    ExpressionTokens tokens(text);
    try {
      tokens.need("(");
    } catch (const LessonError& error) {
      return std::string(error.what());
    }
    return std::string("taken");
  };
  EXPECT_EQ(failure("("), "taken");
  EXPECT_NE(failure("a").find("expected (, found "), std::string::npos) << failure("a");
  EXPECT_NE(failure("").find("expected (, found the end"), std::string::npos) << failure("");
  EXPECT_THROW(tokens_of("\"open"), LessonError);
}

}  // namespace
}  // namespace attn::expression_tokens_test
