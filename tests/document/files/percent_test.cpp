#include <gtest/gtest.h>

#include "app/document/files/utf8.h"

namespace attn::percent_test {
namespace {

TEST(Percent, EveryByteComesBack) {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
  const std::string text = percent_encoded(bytes);
  EXPECT_EQ(percent_decoded(text), bytes);
  for (const char c : text) EXPECT_TRUE(c >= ' ' && c < 0x7F) << text;
}

TEST(Percent, LeavesPlainPathsReadable) {
  EXPECT_EQ(percent_encoded("/home/a b/x.attn.json"), "/home/a b/x.attn.json");
  EXPECT_EQ(percent_encoded("100%\n"), "100%25%0A");
}

TEST(Percent, TakesWhatIsNoCodeAsItIs) {
  for (const std::string text : {"%", "%4", "%zz", "100% sure", "%-1", "% 1"}) {
    EXPECT_EQ(percent_decoded(text), text);
  }
  EXPECT_EQ(percent_decoded("%41%4a"), "AJ");
}

}  // namespace
}  // namespace attn::percent_test
