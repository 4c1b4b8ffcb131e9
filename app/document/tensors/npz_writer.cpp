#include "app/document/tensors/npz_writer.h"

#include <limits>

#include <zlib.h>

#include "app/document/tensors/tensor_headers.h"

namespace attn {
namespace {

constexpr std::uint16_t kVersion = 20, kSizesFollow = 8, kFirstDay = 0x21;  // 1980-01-01

template <typename Number>
void put(std::string& to, Number number) {
  for (std::size_t n = 0; n < sizeof number; ++n) {
    to += static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * n));
  }
}

std::uint32_t small(std::uint64_t number) { return static_cast<std::uint32_t>(number); }

}  // namespace

void NpzWriter::write(std::string_view bytes) {
  sink_(bytes);
  written_ += bytes.size();
  if (written_ > std::numeric_limits<std::uint32_t>::max()) {
    throw TensorFileError("expected arrays of less than 4 GB together: choose fewer");
  }
}

void NpzWriter::begin(const std::string& name, const Axes& axes, std::string_view type) {
  end_member();
  Member& member = members_.emplace_back();
  member.name = name + ".npy";
  member.at = written_;
  member.crc = small(crc32(0, nullptr, 0));
  std::string header;
  put<std::uint32_t>(header, 0x04034b50);
  for (const std::uint16_t field :
       {kVersion, kSizesFollow, std::uint16_t{0}, std::uint16_t{0}, kFirstDay}) {
    put(header, field);
  }
  for (int n = 0; n < 3; ++n) put<std::uint32_t>(header, 0);  // CRC and sizes, which follow
  put(header, static_cast<std::uint16_t>(member.name.size()));
  put<std::uint16_t>(header, 0);
  write(header + member.name);
  is_open_ = true;
  std::string shape;
  for (const Index axis : axes) shape += std::to_string(axis) + ", ";
  append(npy_header(shape, type));
}

void NpzWriter::append(std::string_view bytes) {
  Member& member = members_.back();
  member.crc =
      small(crc32_z(member.crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
  member.bytes += bytes.size();
  write(bytes);
}

void NpzWriter::end_member() {
  if (!is_open_) return;
  is_open_ = false;
  const Member& member = members_.back();
  std::string sizes;
  put<std::uint32_t>(sizes, 0x08074b50);
  for (const std::uint32_t field : {member.crc, small(member.bytes), small(member.bytes)}) {
    put(sizes, field);
  }
  write(sizes);
}

void NpzWriter::finish() {
  end_member();
  std::string list;
  for (const Member& member : members_) {
    put<std::uint32_t>(list, 0x02014b50);
    for (const std::uint16_t field :
         {kVersion, kVersion, kSizesFollow, std::uint16_t{0}, std::uint16_t{0}, kFirstDay}) {
      put(list, field);
    }
    for (const std::uint32_t field : {member.crc, small(member.bytes), small(member.bytes)}) {
      put(list, field);
    }
    put(list, static_cast<std::uint16_t>(member.name.size()));
    for (int n = 0; n < 4; ++n) put<std::uint16_t>(list, 0);  // no extras, comment or attributes
    put<std::uint32_t>(list, 0);
    put(list, small(member.at));
    list += member.name;
  }
  const auto count = static_cast<std::uint16_t>(members_.size());
  const std::uint64_t at = written_;
  const std::uint32_t bytes = small(list.size());
  put<std::uint32_t>(list, 0x06054b50);
  for (const std::uint16_t field : {std::uint16_t{0}, std::uint16_t{0}, count, count})
    put(list, field);
  put(list, bytes);
  put(list, small(at));
  put<std::uint16_t>(list, 0);
  write(list);
}

}  // namespace attn
