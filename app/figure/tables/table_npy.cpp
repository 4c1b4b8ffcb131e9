#include <bit>
#include <cstdint>
#include <cstring>

#include "app/document/tensors/tensor_headers.h"
#include "app/figure/tables/table_format.h"

namespace attn {
namespace {

void write_numbers(const Matrix& values, const Sink& sink) {
  const auto count = static_cast<std::size_t>(values.size());
  if constexpr (std::endian::native == std::endian::little) {
    sink({reinterpret_cast<const char*>(values.data()), count * sizeof(float)});
    return;
  }
  std::string held;
  for (std::size_t n = 0; n < count; ++n) {
    const auto bits = std::bit_cast<std::uint32_t>(values.data()[n]);
    for (int shift = 0; shift < 32; shift += 8) held += static_cast<char>(bits >> shift & 0xff);
    pour_full(held, sink);
  }
  sink(held);
}

}  // namespace

void write_npy(const ViewTable& table, const Sink& sink) {
  if (!table.is_even()) {
    throw NoNumbers("the heads are not equally wide, and an array has one width: choose a head");
  }
  const Matrix& first = *table.layers[0].values;
  std::string shape = std::to_string(first.rows()) + ", " + std::to_string(first.cols());
  if (table.is_stack()) shape = std::to_string(table.layers.size()) + ", " + shape;
  sink(npy_header(shape));
  for (const auto& layer : table.layers) write_numbers(*layer.values, sink);
}

}  // namespace attn
