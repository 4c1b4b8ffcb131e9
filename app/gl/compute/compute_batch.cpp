#include "app/gl/compute/compute_batch.h"

#include <algorithm>

#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/attention/shift.h"
#include "engine/attention/trace.h"

namespace attn::gl {
namespace {

/// Properties that must be equal for heads in one batch.
struct Form {
  bool has_q, has_k, has_v, has_a;
  bool adds_to_q, adds_to_k, adds_to_v;
  Index q_width, k_width, dv;
  bool fades, hides, has_sink, scales_output;
  Index subtract_q_width, subtract_k_width;  ///< 0 if nothing is subtracted
  bool operator==(const Form&) const = default;
};

Form form_of(const Scene& scene, std::size_t h) {
  const Head& head = scene.heads[h];
  const Head& keys = scene.heads[keys_head(scene, h)];
  return {.has_q = head.w_q.has_value(),
          .has_k = keys.w_k.has_value(),
          .has_v = keys.w_v.has_value(),
          .has_a = head.w_a.has_value(),
          .adds_to_q = head.b_q.has_value(),
          .adds_to_k = keys.b_k.has_value(),
          .adds_to_v = keys.b_v.has_value(),
          .q_width = width_of_q(scene, h),
          .k_width = width_of_k(scene, h),
          .dv = width_of_v(scene, h),
          .fades = fades_scores(head),
          .hides = has_given_scores(scene.score) && ((*head.scores)->array() == kMasked).any(),
          .has_sink = head.sink.has_value(),
          .scales_output = head.w_g || head.gain,
          .subtract_q_width = head.subtract ? head.subtract->w_q->cols() : 0,
          .subtract_k_width = head.subtract ? head.subtract->w_k->cols() : 0};
}

/// Size of the largest buffer for one head, in numbers.
Index largest_part(const Scene& scene, const Form& form) {
  const Index M = scene.query_count();
  const Index L = scene.key_count();
  const Index q_width = std::max(form.q_width, form.subtract_q_width);
  const Index k_width = std::max(form.k_width, form.subtract_k_width);
  const Index weights = scene.normalizer.over == Over::kQueriesThenKeys ? 2 : 1;
  return std::max({weights * M * L, M * std::max(q_width, k_width), L * k_width, L * form.dv,
                   M * form.dv, scene.query_embeddings().cols() * q_width,
                   scene.embeddings->cols() * k_width, value_width(scene) * form.dv,
                   q_width * k_width, 2 * L + std::max(M, L)});
}

}  // namespace

std::vector<ComputeBatch> compute_batches(const Scene& scene, const ComputeLimits& limits) {
  std::vector<ComputeBatch> batches;
  Index column = 0;
  for (std::size_t h = 0; h < scene.heads.size();) {
    const Form form = form_of(scene, h);
    const Index room =
        limits.buffer_bytes / static_cast<Index>(sizeof(float)) / largest_part(scene, form);
    ComputeBatch batch;
    batch.first = h;
    batch.q_width = form.q_width;
    batch.k_width = form.k_width;
    batch.subtracted.q_width = form.subtract_q_width;
    batch.subtracted.k_width = form.subtract_k_width;
    batch.dv = form.dv;
    batch.hides = form.hides;
    batch.column = column;
    // At least one head: creating its buffers reports if it is too large.
    do {
      ++h;
      ++batch.count;
    } while (h < scene.heads.size() && static_cast<Index>(batch.count) < room &&
             form_of(scene, h) == form);
    column += static_cast<Index>(batch.count) * batch.dv;
    batches.push_back(std::move(batch));
  }
  return batches;
}

ComputeBuffer upload_by_heads(const ComputeLimits& limits, const ComputeBatch& batch,
                              const std::function<Matrix(std::size_t h)>& numbers) {
  ComputeBuffer buffer;
  for (std::size_t n = 0; n < batch.count; ++n) {
    const Matrix each = numbers(batch.first + n);
    if (n == 0) buffer = ComputeBuffer(limits, each.size() * static_cast<Index>(batch.count));
    buffer.upload(static_cast<Index>(n) * each.size(), each.data(), each.size());
  }
  return buffer;
}

}  // namespace attn::gl
