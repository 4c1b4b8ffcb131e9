#include "app/gl/base/quiet_errors.h"

#include "app/platform/process.h"

namespace attn::gl {

QuietErrors::QuietErrors() : hidden_(hide_errors()) {}

QuietErrors::~QuietErrors() { show_errors(hidden_); }

}  // namespace attn::gl
