#include "app/model/run/next_tokens.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace attn {
namespace {

std::vector<double> softmax(const RowVector& logits, double temperature = 1) {
  const double largest = static_cast<double>(logits.maxCoeff());
  std::vector<double> p(static_cast<std::size_t>(logits.size()));
  double sum = 0;
  for (std::size_t n = 0; n < p.size(); ++n) {
    p[n] = std::exp((static_cast<double>(logits(static_cast<Index>(n))) - largest) / temperature);
    sum += p[n];
  }
  for (double& one : p) one /= sum;
  return p;
}

/// Ids of the `count` largest logits, the largest first.
std::vector<int> largest_ids(const RowVector& logits, std::size_t count) {
  std::vector<int> ids(static_cast<std::size_t>(logits.size()));
  std::iota(ids.begin(), ids.end(), 0);
  count = std::min(count, ids.size());
  std::partial_sort(
      ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(count), ids.end(),
      [&](int a, int b) { return logits(a) != logits(b) ? logits(a) > logits(b) : a < b; });
  ids.resize(count);
  return ids;
}

}  // namespace

NextTokens next_tokens(const RowVector& logits, int count, const RowVector* before) {
  const std::vector<double> p = softmax(logits);
  const std::vector<double> old = before != nullptr ? softmax(*before) : std::vector<double>();
  NextTokens made;
  double sum = 0, old_sum = 0;
  for (const int id : largest_ids(logits, static_cast<std::size_t>(count))) {
    const auto at = static_cast<std::size_t>(id);
    made.likeliest.push_back({id, logits(id), p[at], old.empty() ? 0 : old[at]});
    sum += p[at];
    old_sum += old.empty() ? 0 : old[at];
  }
  made.rest = logits.size() - std::ssize(made.likeliest);
  made.rest_p = made.rest > 0 ? std::max(0.0, 1 - sum) : 0;
  if (old.empty()) return made;
  made.rest_before = made.rest > 0 ? std::max(0.0, 1 - old_sum) : 0;
  // ln p from the logits: p itself may be 0.
  const auto log_sum = [](const RowVector& of) {
    const double largest = static_cast<double>(of.maxCoeff());
    return largest + std::log((of.cast<double>().array() - largest).exp().sum());
  };
  const double change = log_sum(logits) - log_sum(*before);
  for (std::size_t n = 0; n < old.size(); ++n) {
    const auto at = static_cast<Index>(n);
    made.kl +=
        old[n] * (static_cast<double>((*before)(at)) - static_cast<double>(logits(at)) + change);
  }
  made.kl = std::max(0.0, made.kl);
  return made;
}

double probability_of(const RowVector& logits, int id) {
  return softmax(logits)[static_cast<std::size_t>(id)];
}

int draw_token(const RowVector& logits, const Sampling& sampling, double uniform) {
  const bool is_greedy = sampling.temperature == 0 || sampling.top_k == 1;
  const auto all = static_cast<std::size_t>(logits.size());
  const std::size_t most = is_greedy            ? 1
                           : sampling.top_k > 0 ? static_cast<std::size_t>(sampling.top_k)
                                                : all;
  const std::vector<int> ids = largest_ids(logits, most);
  if (ids.size() == 1) return ids.front();
  RowVector some(std::ssize(ids));
  for (std::size_t n = 0; n < ids.size(); ++n) some(static_cast<Index>(n)) = logits(ids[n]);
  const std::vector<double> p = softmax(some, sampling.temperature);
  std::size_t kept = 0;
  double sum = 0;
  while (kept < p.size() && (kept == 0 || sum < sampling.top_p)) sum += p[kept++];
  double left = uniform * sum;
  for (std::size_t n = 0; n < kept; ++n) {
    left -= p[n];
    if (left < 0) return ids[n];
  }
  return ids[kept - 1];
}

}  // namespace attn
