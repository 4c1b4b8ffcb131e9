#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace attn::test {

/// `number` in so many bytes, the lowest first.
inline std::string little(std::uint64_t number, int bytes) {
  std::string made;
  for (int n = 0; n < bytes; ++n, number >>= 8) made += static_cast<char>(number & 0xff);
  return made;
}

inline std::string floats(const std::vector<float>& numbers) {
  std::string bytes(numbers.size() * sizeof(float), '\0');
  if (!numbers.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

/// A .npy file with this dictionary.
inline std::string npy_of(const std::string& dictionary, const std::string& data, int version = 1) {
  return "\x93NUMPY" + little(static_cast<std::uint64_t>(version), 1) + little(0, 1) +
         little(dictionary.size(), version == 1 ? 2 : 4) + dictionary + data;
}

/// One of float32 in C order; `shape` is "(2, 3)".
inline std::string npy(const std::string& shape, const std::string& data,
                       const std::string& type = "<f4") {
  return npy_of("{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }\n",
                data);
}

inline std::string safetensors(const std::string& header, const std::string& data) {
  return little(header.size(), 8) + header + data;
}

/// How a member of an archive differs from what it should be.
struct ZipLie {
  std::uint64_t bytes_more = 0;   ///< that the directory adds to the sizes
  std::uint64_t offset_more = 0;  ///< and to the place
  int method = 0;
  int flags = 0;
};

/// An archive of stored members.
inline std::string zip(const std::vector<std::pair<std::string, std::string>>& members,
                       const ZipLie& lie = {}) {
  std::string file, directory;
  for (const auto& [name, data] : members) {
    const std::string sizes = little(0, 4) + little(data.size() + lie.bytes_more, 4) +
                              little(data.size() + lie.bytes_more, 4) + little(name.size(), 2) +
                              little(0, 2);
    const std::string about = little(20, 2) + little(static_cast<std::uint64_t>(lie.flags), 2) +
                              little(static_cast<std::uint64_t>(lie.method), 2) + little(0, 4);
    directory += "PK\x01\x02" + little(20, 2) + about + sizes + little(0, 2 + 2 + 2 + 4) +
                 little(file.size() + lie.offset_more, 4) + name;
    file += "PK\x03\x04" + about + sizes + name + data;
  }
  const std::uint64_t at = file.size();
  return file + directory + "PK\x05\x06" + little(0, 4) + little(members.size(), 2) +
         little(members.size(), 2) + little(directory.size(), 4) + little(at, 4) + little(0, 2);
}

}  // namespace attn::test
