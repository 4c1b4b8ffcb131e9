#pragma once

#include <string>
#include <string_view>

namespace attn {

/// The bytes of the file at `path`, "-" for standard input. Throws std::runtime_error in words
/// ("No such file or directory"), also where there are more than `max_bytes`.
std::string read_file(const std::string& path, long long max_bytes);

/// Whether a file is to outlive a power failure that comes right after. What can be made again, as
/// a figure, needn't: to wait for the disk takes longer than to draw it.
enum class Durable { yes, no };

/// Writes `bytes` beside `path`, syncs, and renames over it: `path` is whole at any moment, and
/// nothing is left behind where it fails. Writes through a device or pipe as it stands. Throws
/// std::runtime_error in words.
void write_file(const std::string& path, std::string_view bytes, Durable durable = Durable::yes);

}  // namespace attn
