// The end of the program, while threads of libraries still work.

#include <gtest/gtest.h>

#include "tests/app/run_program.h"
#include "tests/support/temporary_folder.h"

namespace attn::end_test {
namespace {

using namespace attn::test;

// Pango looks for fonts in threads that nobody can wait for; late_fonts.cpp holds them back.
TEST(End, IsInOrderHoweverLatePangosThreadsAre) {
  const TemporaryFolder folder;
  for (const char* ending : {".svg", ".png", ".pdf"}) {
    const std::string path = folder / (std::string("a") + ending);
    const Answer run = run_program({"export", example_path(), "--view", "weights", "--out", path},
                                   {.preload = ATTN_LATE_FONTS});
    EXPECT_EQ(run.status, 0) << ending;
    EXPECT_EQ(run.err, "") << ending;
    EXPECT_NE(bytes_of(path), "") << ending;
  }
}

}  // namespace
}  // namespace attn::end_test
