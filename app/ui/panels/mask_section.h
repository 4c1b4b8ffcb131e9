#pragma once

#include <string>

#include "app/session/workspace/access.h"
#include "app/ui/numbers/section.h"

namespace attn::ui {

/// What the part is called; `value` is what it comes to, and must last as long.
SectionHead mask_head(const Scene& scene, std::string& value);

/// The masks with their parameters: each can be changed, painted or taken away, and more added.
void mask_section(Ui& ui, Access access, Pen& pen);

}  // namespace attn::ui
