#pragma once

#include <string>
#include <string_view>

namespace attn {

/// `path`, which may hold any byte but 0, as one line of ASCII: "%" and what is not printable are
/// percent-encoded, as in a URI (RFC 3986, 2.1).
std::string percent_encoded(std::string_view path);
/// The reverse. What is no code stays as it is.
std::string percent_decoded(std::string_view text);

}  // namespace attn
