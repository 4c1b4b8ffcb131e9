#include "app/model/run/run_dump.h"

#include <utility>

#include "engine/base/text.h"
#include "engine/model/layer_scene.h"
#include "engine/reference/check.h"

namespace attn {

RunDump::RunDump(ModelRun& run, std::vector<std::string> tokens, std::string words)
    : run_(run), tokens_(std::move(tokens)), words_(std::move(words)) {
  for (std::size_t b = 0; b < run.blocks(); ++b) {
    if (run.attention(b) != nullptr) blocks_.push_back(static_cast<Index>(b));
  }
  if (blocks_.empty()) throw ImportError("expected a block with attention, found none");
  as = DumpAs::kWeights;
}

DumpLayer RunDump::layer(Index n) const {
  const auto block = static_cast<std::size_t>(layer_name(n));
  return {.heads = std::ssize(run_.attention(block)->heads),
          .queries = run_.tokens(),
          .keys = run_.tokens()};
}

Scene RunDump::scene(Index layer) const {
  const std::lock_guard lock(mutex_);
  const Index block = layer_name(layer);
  Scene made = scene_of(run_, static_cast<std::size_t>(block), tokens_);
  made.title = words_ + ", layer " + std::to_string(block);
  const auto heads = heads_changed_otherwise(run_, static_cast<std::size_t>(block));
  if (!heads.empty()) {
    made.notes = "Without the changes of " + std::string(heads.size() == 1 ? "head " : "heads ") +
                 attn::joined(heads, [](std::size_t head) { return std::to_string(head); }) +
                 ", which a scene cannot have.";
  }
  if (const auto problem = check(made)) throw ImportError(problem->words());
  return made;
}

Matrix RunDump::numbers(Index layer, Index head) const {
  const std::lock_guard lock(mutex_);
  if (computed_ != layer) {
    computed_ = -1;
    weights_ = run_.weights(static_cast<std::size_t>(layer_name(layer)));
    computed_ = layer;
  }
  return weights_[static_cast<std::size_t>(head)];
}

}  // namespace attn
