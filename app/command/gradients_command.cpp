#include "app/command/gradients_command.h"

#include <vector>

#include "app/command/scene_work.h"
#include "app/document/scene_file/gradients_file.h"
#include "app/document/scene_file/network_file.h"
#include "app/document/scene_file/scene_file.h"
#include "engine/blocks/network_gradients.h"
#include "engine/gradients/scene_gradients.h"

namespace attn {
namespace {

struct LossAndGradients {
  double loss = 0;
  Gradients gradients;
};

/// Reads the losses of `options`, with the tokens of `scene`. `check` throws for an invalid loss.
template <typename Check>
std::vector<Loss> losses_for(const GradientsOptions& options, const Scene& scene,
                             const Check& check) {
  return about_scene(options.loss, [&] {
    std::vector<Loss> losses = read_losses(options.loss, scene);
    for (const Loss& loss : losses) check(loss);
    return losses;
  });
}

LossAndGradients gradients_of(const GradientsOptions& options, const Scene& scene) {
  const std::vector<Loss> losses =
      losses_for(options, scene, [&](const Loss& loss) { check_loss(loss, scene); });
  const WideTrace trace = about_scene(options.scene, [&] { return evaluate_wide(scene); });
  WideTrace by = no_gradient(trace);
  LossAndGradients found;
  about_scene(options.loss, [&] {
    for (const Loss& loss : losses) found.loss += add_loss(loss, scene, trace, by);
  });
  found.gradients = scene_gradients(scene, trace, std::move(by));
  return found;
}

/// Gradients of a network; its losses are functions of the logits.
LossAndGradients gradients_of(const GradientsOptions& options, const Network& network) {
  const Shape logits = stage_kind("unembedding").shape(network);
  Scene tokens;
  tokens.tokens = network.tokens;
  const std::vector<Loss> losses = losses_for(options, tokens, [&](const Loss& loss) {
    check_output_loss(loss, logits.rows.count, logits.cols.count);
  });
  const auto stages = about_scene(options.scene, [&] { return evaluate_wide(network); });
  const WideMatrix& output = stages.back().x;
  WideMatrix by = WideMatrix::Zero(output.rows(), output.cols());
  LossAndGradients found;
  for (const Loss& loss : losses) found.loss += add_output_loss(loss, output, by);
  found.gradients = network_gradients(network, stages, by);
  return found;
}

}  // namespace

void write_gradients_of(const GradientsOptions& options, const Sink& sink) {
  if (options.scene == "-" && options.loss == "-") {
    throw Failure(Status::kWrong, "expected a file for SCENE or --loss, found - for both");
  }
  const std::string text = about_scene(options.scene, [&] { return read_whole(options.scene); });
  const json::Tree file = about_scene(options.scene, [&] { return parse_whole(text); });
  const Computable read = about_scene(options.scene, [&] {
    Computable computable = computable_of(file, MatrixFiles(options.scene));
    require_memory_for_gradients(computable);
    return computable;
  });
  const LossAndGradients found =
      std::visit([&](const auto& it) { return gradients_of(options, it); }, read);
  about_scene(options.scene,
              [&] { write_gradients(found.loss, found.gradients, json::Value(file, 0), sink); });
}

}  // namespace attn
