// Every room's tests begin here.
#include <cstdlib>

#include <gtest/gtest.h>

#include "tests/support/paths.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  // Here, so that it holds for the programs that tests start too.
  setenv("FONTCONFIG_FILE", attn::test::data_path("support/fonts.conf").c_str(), 1);
  return RUN_ALL_TESTS();
}
