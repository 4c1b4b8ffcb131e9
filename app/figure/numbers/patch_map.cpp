#include "app/figure/numbers/patch_map.h"

#include <string_view>
#include <utility>

#include "app/document/numbers/numbers.h"
#include "app/figure/text/visible_text.h"
#include "engine/base/text.h"

namespace attn {
namespace {

std::shared_ptr<const Matrix> shared(Matrix matrix) {
  return std::make_shared<const Matrix>(std::move(matrix));
}

Matrix map_of(const Matrix& numbers, const PatchGrid& grid, Index query) {
  return numbers.row(query)
      .segment(grid.skip, grid.count())
      .reshaped<Eigen::RowMajor>(grid.rows, grid.columns);
}

Matrix others_of(const Matrix& numbers, const PatchGrid& grid, Index query) {
  Matrix others(numbers.cols() - grid.count(), 1);
  for (Index n = 0; n < others.rows(); ++n) others(n, 0) = numbers(query, grid.other_key(n));
  return others;
}

double sum_of(const Matrix& numbers) { return numbers.cast<double>().sum(); }

}  // namespace

PatchMap patch_map(const HeadTrace& head, const PatchGrid& grid, Index query) {
  const Matrix& mask = head.masked();
  PatchMap map{.weights = shared(map_of(head.weights, grid, query)),
               .mask = shared(map_of(mask, grid, query)),
               .others = nullptr,
               .others_mask = nullptr};
  map.patch_sum = sum_of(*map.weights);
  if (head.weights.cols() == grid.count()) return map;
  map.others = shared(others_of(head.weights, grid, query));
  map.others_mask = shared(others_of(mask, grid, query));
  map.other_sum = sum_of(*map.others);
  return map;
}

bool PatchMap::has_masked() const {
  return mask->minCoeff() == kMasked || (others_mask && others_mask->minCoeff() == kMasked);
}

std::string numbered_name(const std::string& name, Index n) {
  const std::string number = std::to_string(n);
  return "token " + number + (name == number ? "" : " “" + visible_text(name) + "”");
}

std::vector<std::string> other_names(const Scene& scene, const PatchGrid& grid) {
  std::vector<std::string> names;
  for (Index n = 0; n < scene.key_count() - grid.count(); ++n) {
    const Index key = grid.other_key(n);
    const std::string& name = scene.tokens[static_cast<std::size_t>(key)];
    names.push_back(name == std::to_string(key) ? "token " + name : name);
  }
  return names;
}

std::string patch_query_words(const Scene& scene, const PatchGrid& grid, Index query) {
  const auto patch = are_queries_keys(scene) ? grid.patch(query) : std::nullopt;
  std::string words = numbered_name(scene.query_token(query), query);
  words.replace(0, std::string_view("token").size(), "query");
  if (!patch) return words;
  return words + ", patch row " + std::to_string(patch->query) + ", column " +
         std::to_string(patch->key);
}

std::vector<std::string> patch_sums(const PatchMap& map) {
  std::vector<std::string> words = {"patches " + fixed(map.patch_sum, 2)};
  if (map.others) {
    words.push_back(counted(map.others->rows(), "other token") + " " + fixed(map.other_sum, 2));
  }
  return words;
}

}  // namespace attn
