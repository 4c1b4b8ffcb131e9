#include "tests/support/paths.h"

namespace attn::test {

std::string data_path(const std::string& name) { return ATTN_TEST_DATA "/" + name; }

std::string program_path() { return ATTN_PROGRAM; }

}  // namespace attn::test
