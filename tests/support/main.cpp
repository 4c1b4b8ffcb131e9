// Every room's tests begin here.
#include <cstdlib>

#include <gtest/gtest.h>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  // Here, so that it holds for the programs that tests start too.
  setenv("FONTCONFIG_FILE", ATTN_TEST_FONTS, 1);
  return RUN_ALL_TESTS();
}
