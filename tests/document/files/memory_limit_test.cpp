#include "app/document/files/memory_limit.h"

#include <cstdlib>

#include <gtest/gtest.h>

namespace attn::memory_limit_test {
namespace {

/// The variable as it is told, and as it was again at the end.
class MemoryLimit : public testing::Test {
 protected:
  void SetUp() override { ::unsetenv("ATTENTOSCOPE_MEMORY"); }
  void TearDown() override { ::unsetenv("ATTENTOSCOPE_MEMORY"); }
  static void tell(const char* megabytes) { ::setenv("ATTENTOSCOPE_MEMORY", megabytes, 1); }
};

TEST_F(MemoryLimit, IsAShareOfTheMachinesOrWhatIsTold) {
  const double own = memory_limit();
  EXPECT_GT(own, 1e8);
  EXPECT_LT(own, 1e14);
  tell("250");
  EXPECT_EQ(memory_limit(), 250e6);
  for (const char* nonsense : {"", "much", "-3", "0", "nan"}) {
    tell(nonsense);
    EXPECT_EQ(memory_limit(), own) << nonsense;
  }
}

TEST_F(MemoryLimit, NamesBothNumbers) {
  EXPECT_EQ(memory_problem(1e9, 1e9), std::nullopt);
  const auto problem = memory_problem(1.64e9, 250e6);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->text, "needs 1.6 GB of memory, and the limit is 250 MB");
  EXPECT_EQ(problem->place, "");
}

TEST_F(MemoryLimit, IsSaidInWords) {
  EXPECT_EQ(memory_words(1), "1 MB");
  EXPECT_EQ(memory_words(12.3e6), "12 MB");
  EXPECT_EQ(memory_words(2.56e9), "2.6 GB");
}

TEST_F(MemoryLimit, CountsWhatIsKeptBeside) {
  EXPECT_EQ(memory_problem(0.9e9, 1e9), std::nullopt);
  {
    const KeptMemory a(0.3e9);
    const auto problem = memory_problem(0.9e9, 1e9);
    ASSERT_TRUE(problem);
    EXPECT_EQ(problem->text,
              "needs 900 MB of memory in addition to 300 MB stored as A, and the limit is 1.0 GB");
    EXPECT_EQ(memory_problem(0.7e9, 1e9), std::nullopt);
  }
  EXPECT_EQ(memory_problem(0.9e9, 1e9), std::nullopt);
}

}  // namespace
}  // namespace attn::memory_limit_test
