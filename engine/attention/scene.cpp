#include "engine/attention/scene.h"

namespace attn {
namespace {

bool same_queries(const std::optional<Queries>& a, const std::optional<Queries>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return a->tokens.size() == b->tokens.size() && a->embeddings == b->embeddings;
}

bool same_inputs(const Scene& a, const Scene& b) {
  return a.tokens.size() == b.tokens.size() && a.embeddings == b.embeddings &&
         same_queries(a.queries, b.queries) && a.values == b.values;
}

Normalizer at_one(Normalizer normalizer) {
  normalizer.temperature = 1;
  return normalizer;
}

bool attend_alike_but_for_temperature(const Attention& a, const Attention& b) {
  return a.position == b.position && a.heads == b.heads && a.score == b.score && a.bias == b.bias &&
         a.masks == b.masks && at_one(a.normalizer) == at_one(b.normalizer) &&
         a.combine == b.combine;
}

}  // namespace

bool same_but_temperature(const Scene& a, const Scene& b) {
  return same_inputs(a, b) && attend_alike_but_for_temperature(a, b);
}

bool same_computation(const Scene& a, const Scene& b) {
  const Attention &of_a = a, &of_b = b;
  return same_inputs(a, b) && of_a == of_b;
}

bool same_but_view(const Scene& a, const Scene& b) {
  return same_computation(a, b) && a.tokens == b.tokens && a.query_tokens() == b.query_tokens() &&
         a.title == b.title && a.notes == b.notes;
}

}  // namespace attn
