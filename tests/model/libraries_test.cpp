// Functions of the C library that libraries of models also have.

#include <string>

#include <dlfcn.h>
#include <gtest/gtest.h>

namespace attn::libraries_test {
namespace {

// Mesa calls them; Oniguruma's are others, and a mixture blocked for ever.
TEST(Libraries, FindRegularExpressionsInTheCLibrary) {
  for (const char* const name : {"regcomp", "regexec", "regfree"}) {
    Dl_info found{};
    ASSERT_NE(dladdr(dlsym(RTLD_NEXT, name), &found), 0) << name;
    EXPECT_NE(std::string(found.dli_fname).find("libc.so"), std::string::npos) << found.dli_fname;
  }
}

}  // namespace
}  // namespace attn::libraries_test
