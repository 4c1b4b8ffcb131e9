#include "engine/blocks/network_gradients.h"

#include "engine/gradients/scene_gradients.h"

namespace attn {

std::vector<WideStage> evaluate_wide(const Network& network) {
  std::vector<WideStage> traces;
  for (const Stage& stage : stages_of(network)) {
    WideStage made;
    stage.kind->wide(network, stage, traces, made);
    traces.push_back(std::move(made));
  }
  return traces;
}

Gradients network_gradients(const Network& network, const std::vector<WideStage>& traces,
                            const WideMatrix& by_logits, const BlockLoss* more) {
  Gradients gradients;
  visit_network_numbers(network, [&](const std::string& place, const auto& numbers) {
    begin_gradient(gradients, place, numbers);
  });
  std::vector<WideMatrix> by;
  by.reserve(traces.size());
  for (const WideStage& made : traces) {
    by.emplace_back(WideMatrix::Zero(made.x.rows(), made.x.cols()));
  }
  by.back() = by_logits;
  const std::vector<Stage> stages = stages_of(network);
  for (std::size_t n = stages.size(); n-- > 0;) {
    stages[n].kind->backward({network, stages[n], traces, n, by, gradients, more});
  }
  return gradients;
}

}  // namespace attn
