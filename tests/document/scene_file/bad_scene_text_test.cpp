// Tests errors in a scene file's text: no JSON, too deep, too long.

#include <chrono>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "tests/document/full_scene.h"
#include "tests/document/scene_problem.h"

namespace attn::bad_scene_text_test {
namespace {

using test::kFullScene;
using test::problem_of;
using test::with;

TEST(BadSceneText, WhatIsNotJsonHasNoPlace) {
  const std::vector<std::string> texts{
      "",
      " ",
      "\n",
      "hello",
      "[",
      "{",
      "{}}",
      "{\"a\"}",
      "{\"a\":}",
      "{'a':1}",
      "{\"a\":1,}",
      "{\"a\":01}",
      "{\"a\":.5}",
      "{\"a\":+1}",
      "{\"a\":NaN}",
      "{\"a\":Infinity}",
      "{\"a\":0x1}",
      "{\"a\":1}{",
      "{\"a\":\"\n\"}",
      "{\"a\":\"\\x\"}",
      "{\"a\":\"\\ud800\"}",
      "{\"a\":\"\xff\"}",
      "{\"a\":\"\xc0\x80\"}",
      "{\"a\":\"\xed\xa0\x80\"}",
      "{\"a\":\"\xf4\x90\x80\x80\"}",
      "// comment\n{}",
      "{/**/}",
      "\xef\xbb",
      "\xef\xbb\xbf",
      "\xef\xbb\xbf\xef\xbb\xbf{}",
      "\xff\xfe{\0}\0",
      std::string("{\"a\":\0}", 7),
      std::string(1 << 20, '['),
      "[1, 2, 3]",
      "\"text\"",
      "12",
      "true",
      "null",
      std::string(kFullScene) + "x",
      with("\"version\": 1,", "\"version\": 1,,"),
  };
  for (const std::string& text : texts) {
    const Problem problem = problem_of(text);
    EXPECT_EQ(problem.place, "") << text.substr(0, 40) << ": " << problem.text;
    EXPECT_EQ(problem.text.find("expected"), 0u) << problem.text;
    EXPECT_LT(problem.text.size(), 400u);
    for (const char c : problem.text) EXPECT_GE(static_cast<unsigned char>(c), 0x20);
  }
}

TEST(BadSceneText, AByteOrderMarkIsSkipped) {
  EXPECT_EQ(problem_of("\xef\xbb\xbf" + std::string(kFullScene)).place, "taken");
}

std::string nested(std::size_t levels) {
  return std::string(levels, '[') + std::string(levels, ']');
}

TEST(BadSceneText, NestingIsBounded) {
  // The scene, its view, and 98 lists are 100 levels.
  const auto view = [](std::size_t levels) {
    return with("\"tab\": \"heads\"", "\"deep\": " + nested(levels));
  };
  EXPECT_EQ(problem_of(view(98)).place, "taken");
  std::string place = "/view/deep";
  for (int n = 0; n < 98; ++n) place += "/0";
  EXPECT_EQ(problem_of(view(99)).place, place);
  EXPECT_EQ(problem_of(view(1'000'000)).place, place);
  EXPECT_EQ(problem_of(with("\"t\"", nested(50))).place, "/title");
}

TEST(BadSceneText, LongTextIsQuotedInShort) {
  const std::string long_text(100'000, 'x');
  const Problem kind = problem_of(with("\"entmax15\"", "\"" + long_text + "\""));
  EXPECT_EQ(kind.place, "/normalizer/kind");
  EXPECT_LT(kind.text.size(), 200u);
  const Problem key = problem_of(with("\"title\"", "\"" + long_text + "\""));
  EXPECT_EQ(key.place.find("/xxxx"), 0u);
  EXPECT_LT(key.place.size() + key.text.size(), 3000u);
}

TEST(BadSceneText, AKeyOfReasonableLengthIsNamedWhole) {
  const std::string key(1500, 'k');
  EXPECT_EQ(problem_of(with("\"title\"", "\"" + key + "\"")).place, "/" + key);
}

TEST(BadSceneText, DeepPlacesOfLongKeysAreShortened) {
  std::string keys;
  for (int n = 0; n < 97; ++n) keys += "{\"" + std::string(500, 'k') + "\\u0001\":";
  const Problem bounded =
      problem_of(with("\"tab\": \"heads\"", "\"deep\": " + keys + "1e99" + std::string(97, '}')));
  EXPECT_EQ(bounded.place.find("/view/deep/kkkk"), 0u);
  EXPECT_NE(bounded.place.find("…"), std::string::npos);
  EXPECT_LT(bounded.place.size(), 3000u);
}

TEST(BadSceneText, ControlCharactersAreEscapedInPlacesAndWords) {
  const Problem key = problem_of(with("\"title\"", R"("a\n\u0000\t\u0007~/b")"));
  EXPECT_EQ(key.place, "/a\\n\\u0000\\t\\u0007~0~1b");
  const Problem value = problem_of(with("\"entmax15\"", R"("a\nb\u001f")"));
  EXPECT_NE(value.text.find("a\\nb\\u001f"), std::string::npos);
}

TEST(BadSceneText, ATextBeyondTheLimitIsRefused) {
  const std::string text(static_cast<std::size_t>(kMaxSceneBytes) + 1, ' ');
  EXPECT_EQ(problem_of(text), (Problem{"", "expected at most 256 MiB"}));
}

TEST(BadSceneText, ManyKeysTakeTimeInProportion) {
  std::string members;
  for (int n = 0; n < 300'000; ++n) members += ",\"k" + std::to_string(n) + "\":1";
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(problem_of(with("\"tab\": \"heads\"", "\"tab\": 1" + members)).place, "/view");
  EXPECT_EQ(problem_of(with("\"title\": \"t\"", "\"title\": \"t\"" + members)).place, "/k0");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

}  // namespace
}  // namespace attn::bad_scene_text_test
