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

  void add(const StageKind& kind, std::string place, int block) {
    const std::size_t input = stages_.empty() ? 0 : last();
    stages_.push_back({&kind, block, input, 0, nullptr, std::move(place)});
  }
  void add_norm(const std::optional<Norm>& norm, std::string place, int block) {
    if (!norm) return;
    add(stage_kind("norm"), std::move(place), block);
    stages_.back().norm = &*norm;
  }
  /// Adds a part of a block with its norm and residual connection.
  void add_part(const Block& block, int number, const StageKind& kind) {
    const std::string whole = "/blocks/" + std::to_string(number);
    const std::string place = whole + "/" + std::string(kind.id);
    const std::optional<Norm>& norm = block.*kind.norm;
    const std::size_t x = last();
    if (block.norm_place == NormPlace::kPre) add_norm(norm, place + "_norm", number);
    add(kind, place, number);
    if (block.residual) {
      add(stage_kind("residual"), whole + "/residual", number);
      stages_.back().skip = x;
    }
    if (block.norm_place == NormPlace::kPost) add_norm(norm, place + "_norm", number);
  }
  std::vector<Stage> take() && { return std::move(stages_); }

 private:
  std::vector<Stage> stages_;
};

/// Requires a part, and no norm of a missing part.
void check_block(const Block& block, const std::string& place) {
  std::string ids;
  bool has_any = false;
  for (const StageKind& kind : stage_kinds()) {
    if (!kind.is_in) continue;
    const bool is_in = kind.is_in(block);
    const std::string id(kind.id);
    std::string norm = place;
    norm.append("/").append(id).append("_norm");
    require(is_in || !(block.*kind.norm), norm, "expected with " + id);
    ids += (ids.empty() ? "" : ", ") + id;
    has_any |= is_in;
  }
  require(has_any, place, "expected at least one of " + ids);
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
  for (const Block& block : network.blocks) {
    for (const StageKind& kind : stage_kinds()) {
      if (kind.is_in && kind.is_in(block)) way.add_part(block, number, kind);
    }
    ++number;
  }
  way.add_norm(network.norm_out, "/norm_out", number);
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
