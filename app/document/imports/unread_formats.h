#pragma once

#include <string>
#include <string_view>

namespace attn {

/// Name of a format that is not read, by the first bytes of a file, and a line of Python that saves
/// its arrays in one that is: "a file of HDF5; this line saves its arrays: …". Empty for others.
std::string unread_format(std::string_view begin);

}  // namespace attn
