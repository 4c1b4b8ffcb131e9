#include "engine/attention/warnings.h"

#include "engine/base/text.h"

namespace attn {

std::vector<std::string> unseeing_warnings(const Scene& scene, const BoolMatrix* seen) {
  std::vector<std::string> warnings;
  if (!seen) return warnings;
  for (Index i = 0; i < seen->rows(); ++i) {
    if (seen->row(i).any()) continue;
    warnings.push_back("query " + std::to_string(i) + " (" +
                       shown(scene.query_tokens()[static_cast<std::size_t>(i)]) +
                       ") sees no key: its weights and its output are 0");
  }
  return warnings;
}

}  // namespace attn
