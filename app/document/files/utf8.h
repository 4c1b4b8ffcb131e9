#pragma once

#include <string>
#include <string_view>

namespace attn {

/// `bytes` as valid UTF-8: invalid bytes become "\uFFFD".
std::string valid_utf8(std::string_view bytes);

/// `text` with small letters for A to Z.
std::string with_small_letters(std::string_view text);

/// `path`, of any bytes except 0, as one line of ASCII: "%" and unprintable bytes are
/// percent-encoded, as in a URI (RFC 3986, 2.1).
std::string percent_encoded(std::string_view path);
/// The inverse. Invalid codes are unchanged.
std::string percent_decoded(std::string_view text);

}  // namespace attn
