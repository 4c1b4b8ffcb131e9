#include "app/document/dumps/vector_dump.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "app/document/dumps/dump_masks.h"
#include "app/document/dumps/dump_rows.h"
#include "app/document/dumps/dump_tokens.h"
#include "app/document/dumps/vector_file.h"
#include "app/document/dumps/vector_masks.h"
#include "app/document/dumps/vector_scene.h"
#include "app/document/files/memory_limit.h"
#include "app/document/files/problem_line.h"
#include "app/document/numbers/numbers.h"
#include "engine/attention/score.h"
#include "engine/attention/trace.h"
#include "engine/base/text.h"
#include "engine/fast/evaluate.h"
#include "engine/reference/check.h"

namespace attn {
namespace {

constexpr double kMostVectorNumbers = 1 << 27;
constexpr std::string_view kVectorScores[] = {"scaled_dot", "dot"};

/// How the weights of a layer are computed.
struct LayerScore {
  const ScoreKind* kind = &score_kind("scaled_dot");
  VectorMask mask{};
  std::string compared{};  ///< "equal to the saved weights within 3e-7"; empty without any
};

/// Attention computed from a file's queries and keys.
class VectorDump : public AttentionDump {
 public:
  VectorDump(std::shared_ptr<const TensorFile> opened, const DumpChoice& choice,
             std::unique_ptr<AttentionDump> saved)
      : saved_(std::move(saved)),
        vectors_(std::move(opened), choice, saved_.get()),
        scores_(static_cast<std::size_t>(vectors_.layer_count())) {
    as = DumpAs::kVectors;
  }

  Index layer_count() const override { return vectors_.layer_count(); }
  Index layer_name(Index n) const override { return vectors_.layer_name(n); }
  Index batch_count() const override { return vectors_.batch_count(); }
  DumpLayer layer(Index n) const override { return vectors_.layer(n); }
  DumpTokens tokens() const override { return tokens_beside(vectors_.file(), vectors_.batch()); }
  std::vector<DumpAxis> axes() const override { return vectors_.axes(); }
  std::vector<DumpDoubt> doubts() const override { return vectors_.doubts(); }
  std::string words() const override { return vectors_.words(); }
  std::string chosen() const override { return vectors_.chosen(); }

  /// Weights; NaN where a mask hides the key.
  Matrix numbers(Index layer, Index head) const override {
    return weights_of(layer, head, score_of(layer));
  }

  std::optional<DumpComputed> computed(Index layer,
                                       const std::vector<Index>& heads) const override {
    const LayerScore& score = score_of(layer);
    const DumpLayer shape = this->layer(layer);
    const bool has_values = vectors_.value_width(layer) > 0;
    std::string words = "softmax(q·k";
    if (!score.kind->plain.empty()) words += "/√" + std::to_string(shape.width);
    words += score.mask.bias ? " + bias)" : ")";
    const std::string kinds = mask_kinds_words(score.mask.masks);
    if (!kinds.empty()) words += ", " + kinds;
    if (!score.mask.words.empty()) words += " (" + score.mask.words + ")";
    if (!score.compared.empty()) words += ": " + score.compared;
    if (!has_values) words += "; no values in the file, so outputs are 0";
    std::set<Index> groups;
    for (const Index head : heads) groups.insert(vectors_.group_of(layer, head));
    return DumpComputed{
        has_values ? "queries, keys and values" : "queries and keys", words,
        numbers_in_vectors({.heads = std::ssize(heads),
                            .groups = std::ssize(groups),
                            .queries = shape.queries,
                            .keys = shape.keys,
                            .width = shape.width,
                            .value_width = has_values ? vectors_.value_width(layer) : 1})};
  }

  DumpVectors vectors(Index layer, const std::vector<Index>& heads) const override {
    const double numbers = computed(layer, heads)->numbers;
    const auto problem = memory_problem(sizeof(float) * numbers);
    if (problem || numbers > kMostVectorNumbers) {
      throw ImportError("too many numbers for a scene of " + counted(heads.size(), "head") +
                        ": --head N takes one" + (problem ? "; " + problem->text : ""));
    }
    DumpVectors found = vectors_.vectors(layer, heads);
    put_score(score_of(layer), found);
    return found;
  }

 private:
  static void put_score(const LayerScore& score, DumpVectors& to) {
    to.score = score.kind;
    to.masks = score.mask.masks;
    to.bias = score.mask.bias;
  }

  Matrix weights_of(Index layer, Index head, const LayerScore& score) const {
    DumpVectors one = vectors_.vectors(layer, {head});
    one.values.clear();  // weights do not depend on them
    put_score(score, one);
    const DumpLayer shape = this->layer(layer);
    // Scores, masked scores and weights, and those returned.
    const double cells = static_cast<double>(shape.queries) * static_cast<double>(shape.keys);
    if (const auto problem = memory_problem(4 * sizeof(float) * cells)) {
      throw ImportError(problem->text);
    }
    Scene scene;
    scene.tokens.assign(static_cast<std::size_t>(shape.keys), "k");
    scene.queries.emplace().tokens.assign(static_cast<std::size_t>(shape.queries), "q");
    put_vectors(scene, one);
    return as_error<ImportError>([&] {
      if (const auto problem = check(scene)) throw SceneError(*problem);
      const Trace trace = evaluate(scene);
      const HeadTrace& of_head = trace.heads.front();
      constexpr float kHidden = std::numeric_limits<float>::quiet_NaN();
      return Matrix((of_head.masked().array() == kMasked).select(kHidden, of_head.weights));
    });
  }

  /// Layer of the saved weights, if it has the same sizes.
  std::optional<Index> saved_layer(Index layer) const {
    if (!saved_) return std::nullopt;
    const auto found = saved_->layer_count() == layer_count()
                           ? std::optional(layer)
                           : layer_called(*saved_, layer_name(layer));
    if (!found) return std::nullopt;
    DumpLayer shape = this->layer(layer);
    shape.width = 0;
    return saved_->layer(*found) == shape ? found : std::nullopt;
  }

  Matrix saved_weights(Index layer, Index head) const {
    Matrix numbers = saved_->numbers(layer, head);
    DumpRows rows = no_rows(*saved_);
    add_head_numbers(rows, numbers);
    meaning_of(rows).make_weights(numbers);
    return numbers;
  }

  /// Masks of the file for a layer, or else of the saved weights; at least one.
  std::vector<VectorMask> masks_of(Index layer, const std::optional<Index>& saved) const {
    const Tensor& queries = vectors_.queries(layer);
    const std::size_t folder = queries.name.find_last_of("./");
    const Tensor* const tensor = mask_array(
        vectors_.file(), folder == std::string::npos ? "" : queries.name.substr(0, folder + 1));
    const DumpLayer shape = this->layer(layer);
    if (tensor != nullptr) {
      std::vector<VectorMask> masks = as_error<ImportError>([&] {
        return read_mask(vectors_.file(), *tensor, vectors_.batch(), shape.queries, shape.keys);
      });
      if (!masks.empty()) return masks;
      return {{{}, {}, about_tensor(tensor->name, axes_words(tensor->axes) + ", not used")}};
    }
    std::vector<VectorMask> masks(1);
    if (!saved) return masks;
    CellsOfHeads zeros;
    for (Index head = 0; head < shape.heads; ++head) {
      zeros.add(saved_weights(*saved, head).array() == 0);
    }
    if (std::vector<Mask> pattern = masks_within(zeros.in_all); !pattern.empty()) {
      masks.push_back({std::move(pattern), {}, ""});
    }
    return masks;
  }

  /// Largest difference from the saved weights; stops above `enough`.
  double difference(Index layer, Index saved, const LayerScore& score, double enough) const {
    double most = 0;
    for (Index head = 0; head < this->layer(layer).heads && most <= enough; ++head) {
      Matrix weights = weights_of(layer, head, score);
      weights = weights.array().isNaN().select(0, weights);
      const Matrix off = (weights - saved_weights(saved, head)).cwiseAbs();
      most = std::max(most, static_cast<double>(off.maxCoeff()));
    }
    return most;
  }

  /// The score and mask of a layer: those that agree with the saved weights, if some do.
  const LayerScore& score_of(Index layer) const {
    std::optional<LayerScore>& known = scores_[static_cast<std::size_t>(layer)];
    if (known) return *known;
    const auto saved = saved_layer(layer);
    const std::vector<VectorMask> masks = masks_of(layer, saved);
    LayerScore first{&score_kind(kVectorScores[0]), masks.front(), ""}, best = first;
    if (!saved) return known.emplace(std::move(first));
    constexpr double kEqual = 0.01;  // as far as half precision goes
    double least = std::numeric_limits<double>::infinity(), of_first = 0;
    for (const std::string_view kind : kVectorScores) {
      for (const VectorMask& mask : masks) {
        const LayerScore score{&score_kind(kind), mask, ""};
        const double off = difference(layer, *saved, score, least);
        if (&mask == &masks.front() && kind == kVectorScores[0]) of_first = off;
        if (off >= least) continue;
        least = off;
        best = score;
      }
    }
    if (least <= kEqual) {
      best.compared = "equal to the saved weights within " + brief(least, 1);
    } else {
      best = first;
      best.compared = "the saved weights differ by up to " + brief(of_first, 2);
    }
    return known.emplace(std::move(best));
  }

  std::unique_ptr<AttentionDump> saved_;
  VectorFile vectors_;
  mutable std::vector<std::optional<LayerScore>> scores_;  // of each layer, once it is needed
};

}  // namespace

std::unique_ptr<AttentionDump> open_vectors(std::shared_ptr<const TensorFile> file,
                                            const DumpChoice& choice,
                                            std::unique_ptr<AttentionDump> saved) {
  return std::make_unique<VectorDump>(std::move(file), choice, std::move(saved));
}

}  // namespace attn
