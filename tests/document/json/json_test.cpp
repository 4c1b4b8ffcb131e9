#include "app/document/json/json.h"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "app/document/json/json_write.h"

namespace attn::json::json_test {
namespace {

std::string dumped(const std::string& text) {
  const Tree tree = parse(text);
  return Value(tree, 0).dump();
}

TEST(Json, DumpsCompactlyWhatTheLibraryDumps) {
  const std::string text =
      R"( {"a": [1, -2, 3.0, 1e20, -0.0, 18446744073709551615, -9223372036854775808],
           "": {"x": null, "y": [true, false, [], {}]}, "é\n\"\u0001": "猫\\"} )";
  EXPECT_EQ(dumped(text), nlohmann::ordered_json::parse(text).dump());
  EXPECT_EQ(dumped(dumped(text)), dumped(text));
}

TEST(Json, NumbersAreDoubles) {
  const Tree tree = parse(R"({"a": [1, -2, 2.5]})");
  const Value list = Value(tree, 0).first().next();
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list.first().number(), 1);
  EXPECT_EQ(list.first().next().number(), -2);
  EXPECT_EQ(list.first().next().next().number(), 2.5);
}

TEST(Json, NextSkipsWhatAValueContains) {
  const Tree tree = parse(R"({"a": [[1, 2], {"b": 3}], "c": "end"})");
  const Value a = Value(tree, 0).first();
  EXPECT_EQ(a.text(), "a");
  const Value c = a.next().next();
  EXPECT_EQ(c.text(), "c");
  EXPECT_EQ(c.next().text(), "end");
}

TEST(Json, SaysWhatAValueIs) {
  const Tree tree = parse(R"({"a": [null, true, 1.5, "x\ny", [], {}]})");
  Value item = Value(tree, 0).first().next().first();
  std::vector<std::string> words;
  for (int n = 0; n < 6; ++n, item = item.next()) words.push_back(item.described());
  EXPECT_EQ(words, (std::vector<std::string>{"null", "true", "1.5", "text \"x\\ny\"", "a list",
                                             "an object"}));
}

TEST(Place, IsAJsonPointer) {
  const Place top;
  EXPECT_EQ(top.pointer(), "");
  const Place heads = top / "heads";
  const Place head = heads / std::size_t{3};
  EXPECT_EQ((head / "w_q").pointer(), "/heads/3/w_q");
  EXPECT_EQ((head / "").pointer(), "/heads/3/");
  EXPECT_EQ((top / "a/b~c").pointer(), "/a~1b~0c");
}

TEST(Writer, WritesEmptyContainers) {
  Writer out;
  out.begin_object();
  out.key("a");
  out.begin_list();
  out.end_list();
  out.key("b");
  out.value(std::vector<bool>{});
  out.key("c");
  out.value(std::vector<std::pair<int, int>>{});
  out.end_object();
  EXPECT_EQ(std::move(out).take(), "{\n \"a\": [],\n \"b\": [],\n \"c\": []\n}\n");
}

}  // namespace
}  // namespace attn::json::json_test
