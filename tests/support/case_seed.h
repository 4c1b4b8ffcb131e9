#pragma once

#include <cstdint>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace attn::test {

/// The seed of a case in the running test: of the test's name, and of what names the case in it, as
/// a kind's id, sizes or the number of a round. So a case has its own random numbers, whichever
/// other cases there are.
template <typename... Names>
unsigned case_seed(const Names&... names) {
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  std::ostringstream words;
  // Without the parameter, as which it may be of several depends on the others and on the machine.
  const std::string name = test.name();
  words << test.test_suite_name() << '.' << name.substr(0, name.find('/'));
  ((words << '/' << names), ...);
  std::uint32_t hash = 2166136261U;  // FNV-1a
  for (const char c : words.str()) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return hash;
}

}  // namespace attn::test
