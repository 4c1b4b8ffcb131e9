#include "app/gl/compute/compute_batch.h"

#include <algorithm>

#include "engine/attention/shapes.h"

namespace attn::gl {
namespace {

/// What must be equal for heads to go together.
struct Form {
  bool has_q, has_k, has_v, has_a;
  Index q_width, k_width, dv;
  bool operator==(const Form&) const = default;
};

Form form_of(const Scene& scene, std::size_t h) {
  const Head& head = scene.heads[h];
  return {head.w_q.has_value(), head.w_k.has_value(), head.w_v.has_value(), head.w_a.has_value(),
          width_of_q(scene, h), width_of_k(scene, h), width_of_v(scene, h)};
}

/// Numbers of the largest buffer for one head.
Index largest_part(const Scene& scene, const Form& form) {
  const Index M = scene.query_count();
  const Index L = scene.key_count();
  return std::max({M * L, M * std::max(form.q_width, form.k_width), L * form.k_width, L * form.dv,
                   scene.query_embeddings().cols() * form.q_width,
                   scene.embeddings->cols() * form.k_width, value_width(scene) * form.dv,
                   form.q_width * form.k_width});
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
    batch.dv = form.dv;
    batch.column = column;
    // One at least: making its buffers then says that it is too large.
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

ComputeBuffer upload_weights(const ComputeLimits& limits, const Scene& scene,
                             const ComputeBatch& batch, std::optional<Cow<Matrix>> Head::*member) {
  const Index each = (**(scene.heads[batch.first].*member)).size();
  ComputeBuffer buffer(limits, each * static_cast<Index>(batch.count));
  for (std::size_t n = 0; n < batch.count; ++n) {
    const Matrix& weights = **(scene.heads[batch.first + n].*member);
    buffer.upload(static_cast<Index>(n) * each, weights.data(), each);
  }
  return buffer;
}

}  // namespace attn::gl
