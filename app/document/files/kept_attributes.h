#pragma once

namespace attn {

/// Gives the file `to` the owner, group, mode and extended attributes (among them access control
/// lists) of the file `from`. False where `to` can't have all of them.
bool keep_attributes(int from, int to);

}  // namespace attn
