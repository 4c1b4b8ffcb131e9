// Any bytes as a table that is pasted: it is refused in one bounded line, or it is finite numbers
// that each way of writing brings back.

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "app/document/tables/table_text.h"
#include "tests/fuzz/require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using attn::test::require;
  try {
    const attn::Matrix matrix = attn::parse_table({reinterpret_cast<const char*>(data), size});
    require(matrix.size() > 0 && matrix.allFinite(), "a table is finite numbers");
    const attn::TableShape shape{matrix.rows(), matrix.cols()};
    for (const auto write : {attn::to_tsv, attn::to_csv, attn::to_python}) {
      const attn::Matrix again = attn::parse_table(write(matrix), shape);
      require(again == matrix, "what is written is read back equal");
    }
  } catch (const std::runtime_error& error) {
    attn::test::require_one_line(error.what());
  }
  return 0;
}
