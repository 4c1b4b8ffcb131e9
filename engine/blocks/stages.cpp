#include "engine/blocks/stages.h"

#include "engine/base/problem.h"
#include "engine/base/require.h"
#include "engine/base/text_bounds.h"
#include "engine/reference/check.h"

namespace attn {
namespace {

/// Builds the list of stages.
class StageList {
 public:
  std::size_t last() const { return stages_.size() - 1; }

  /// Adds a stage that reads the last one, and returns its index.
  std::size_t add(const StageKind& kind, std::string place, int block) {
    return add(kind, std::move(place), block, stages_.empty() ? 0 : last());
  }
  void add_norm(const std::optional<Norm>& norm, std::string place, int block) {
    add_norm(norm, std::move(place), block, last());
  }
  /// Adds the parts of a block with their norms and residual connections.
  void add_block(const Block& block, int number) {
    const std::size_t x = last();
    std::size_t read = x;  // by the block's first part
    for (const StageKind& kind : stage_kinds()) {
      if (!kind.is_in || !kind.is_in(block)) continue;
      const bool is_beside = block.parallel && last() != x;
      const std::size_t input = is_beside ? (block.*kind.norm ? x : read) : last();
      const std::size_t normed = add_part(block, number, kind, input);
      if (!is_beside) read = normed;
    }
  }
  std::vector<Stage> take() && { return std::move(stages_); }

 private:
  std::size_t add(const StageKind& kind, std::string place, int block, std::size_t input) {
    stages_.push_back({&kind, block, input, 0, nullptr, std::move(place)});
    return last();
  }
  /// Returns the index of the normed stage, or `input` without a norm.
  std::size_t add_norm(const std::optional<Norm>& norm, std::string place, int block,
                       std::size_t input) {
    if (!norm) return input;
    add(stage_kind("norm"), std::move(place), block, input);
    stages_.back().norm = &*norm;
    return last();
  }
  /// Adds a part that reads the stage `input`. Returns the index of what it reads after its norm.
  std::size_t add_part(const Block& block, int number, const StageKind& kind, std::size_t input) {
    const std::string whole = "/blocks/" + std::to_string(number);
    const std::string place = whole + "/" + std::string(kind.id);
    const std::size_t x = last();
    const bool is_post = block.norm_place == NormPlace::kPost;
    if (!is_post) input = add_norm(block.*kind.norm, place + "_norm", number, input);
    add(kind, place, number, input);
    add_norm(block.*kind.norm_after, place + "_norm_after", number);
    if (block.residual) {
      add(stage_kind("residual"), whole + "/residual", number);
      stages_.back().skip = x;
    }
    if (is_post) add_norm(block.*kind.norm, place + "_norm", number);
    return input;
  }

  std::vector<Stage> stages_;
};

/// Requires a part, no norm of a missing part, and a second norm of each part exactly if
/// `norm_place` asks for it.
void check_block(const Block& block, const std::string& place) {
  std::string ids;
  std::size_t parts = 0, kinds = 0;
  for (const StageKind& kind : stage_kinds()) {
    if (!kind.is_in) continue;
    const bool is_in = kind.is_in(block);
    const std::string id(kind.id);
    std::string norm = place;
    norm.append("/").append(id).append("_norm");
    require(is_in || !(block.*kind.norm), norm, "expected with " + id);
    const bool is_both = block.norm_place == NormPlace::kBoth;
    const std::string after = norm + "_after";
    require(is_in || !(block.*kind.norm_after), after, "expected with " + id);
    require(is_both || !(block.*kind.norm_after), after, "expected with norm_place both");
    require(!is_both || !is_in || (block.*kind.norm_after), after,
            "missing key: norm_place both has a second norm");
    ids += (ids.empty() ? "" : ", ") + id;
    parts += is_in ? 1 : 0;
    ++kinds;
  }
  require(parts > 0, place, "expected at least one of " + ids);
  require(
      !block.parallel || (parts == kinds && block.residual && block.norm_place == NormPlace::kPre),
      place + "/parallel", "expected with " + ids + ", a residual, and norm_place pre");
}

void evaluate_stage(const Network& network, const Stage& stage, NetworkTrace& trace) {
  StageTrace made;
  stage.kind->forward(network, stage, trace.stages, made);
  require(made.x.allFinite(), stage.place, "numbers leave the range of float32");
  const std::string which = "block " + std::to_string(stage.block) + ": ";
  for (std::size_t n = 0; made.attention && n < made.attention->trace.warnings.size(); ++n) {
    trace.warnings.push_back(which + made.attention->trace.warnings[n]);
  }
  trace.stages.push_back(std::move(made));
}

}  // namespace

std::vector<Stage> stages_of(const Network& network) {
  StageList way;
  way.add(stage_kind("embedding"), "/embedding", -1);
  way.add_norm(network.norm_in, "/norm_in", -1);
  int number = 0;
  for (const Block& block : network.blocks) way.add_block(block, number++);
  way.add_norm(network.norm_out, "/norm_out", number);
  if (network.head) {
    way.add(stage_kind("head"), "/head", number);
    way.add_norm(network.head->norm, "/head/norm", number);
  }
  way.add(stage_kind("unembedding"), "/unembedding", number);
  return std::move(way).take();
}

std::vector<StageCells> feeding_cells(const Network& network, const Stage& stage, Cell cell) {
  std::vector<StageCells> cells;
  stage.kind->feeds(network, stage, cell, cells);
  return cells;
}

double trace_numbers(const Network& network) {
  double numbers = 0;
  for (const Stage& stage : stages_of(network)) {
    const Shape x = stage.kind->shape(network);
    numbers += static_cast<double>(x.rows.count) * static_cast<double>(x.cols.count);
    if (stage.kind->numbers) numbers += stage.kind->numbers(network, stage);
  }
  return numbers;
}

void require_valid(const Network& network) {
  require_bytes(network.title.size(), kMaxTitleBytes, "/title");
  require_bytes(network.notes.size(), kMaxNotesBytes, "/notes");
  require_count(std::ssize(network.tokens), Extent{}, "token", "/tokens");
  for (std::size_t b = 0; b < network.blocks.size(); ++b) {
    check_block(network.blocks[b], "/blocks/" + std::to_string(b));
  }
  for (const Stage& stage : stages_of(network)) {
    if (stage.kind->check) stage.kind->check(network, stage);
  }
  require(trace_numbers(network) <= static_cast<double>(kMaxTraceNumbers), "/blocks",
          "expected an evaluation of at most " + std::to_string(kMaxTraceNumbers) +
              " numbers, found more");
}

std::shared_ptr<const Evaluation> attention_of(const Network& network, const NetworkTrace& trace,
                                               Index block) {
  const std::vector<Stage> stages = stages_of(network);
  for (std::size_t n = 0; n < stages.size(); ++n) {
    if (stages[n].block == block && trace.stages[n].attention) return trace.stages[n].attention;
  }
  return nullptr;
}

NetworkTrace evaluate_plainly(const Network& network) {
  NetworkTrace trace;
  for (const Stage& stage : stages_of(network)) evaluate_stage(network, stage, trace);
  return trace;
}

}  // namespace attn
