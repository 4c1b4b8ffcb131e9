#pragma once

namespace attn {

/// Copies owner, group, mode and extended attributes (including access control lists) from the file
/// `from` to `to`. Returns false if not all could be copied.
bool keep_attributes(int from, int to);

}  // namespace attn
