#include "engine/blocks/network.h"

#include <array>
#include <cmath>
#include <unordered_map>

#include "engine/attention/lookup.h"

namespace attn {
namespace {

double relu(double x) { return x > 0 ? x : 0; }
double slope_of_relu(double x) { return x > 0 ? 1 : 0; }

/// x · Φ(x). Hendrycks & Gimpel 2016, section 2.
double gelu(double x) { return x / 2 * (1 + std::erf(x / std::sqrt(2.0))); }

/// Derivative of GELU: Φ(x) + x · φ(x), φ the normal density.
double slope_of_gelu(double x) {
  const double density = std::exp(-x * x / 2) / std::sqrt(2 * 3.14159265358979323846);
  return (1 + std::erf(x / std::sqrt(2.0))) / 2 + x * density;
}

/// Approximation of GELU by tanh from the same paper, used by GPT-2.
double gelu_tanh(double x) {
  const double root_2_over_pi = std::sqrt(2 / 3.14159265358979323846);
  return x / 2 * (1 + std::tanh(root_2_over_pi * (x + 0.044715 * x * x * x)));
}

double slope_of_gelu_tanh(double x) {
  const double root_2_over_pi = std::sqrt(2 / 3.14159265358979323846);
  const double t = std::tanh(root_2_over_pi * (x + 0.044715 * x * x * x));
  return (1 + t) / 2 + x / 2 * (1 - t * t) * root_2_over_pi * (1 + 3 * 0.044715 * x * x);
}

/// x · σ(x). Elfwing et al. 2018, eq. 5.
double silu(double x) { return x / (1 + std::exp(-x)); }

double slope_of_silu(double x) {
  const double share = 1 / (1 + std::exp(-x));
  return share * (1 + x * (1 - share));
}

constexpr std::array kActivationKinds{
    ActivationKind{"relu", relu, slope_of_relu, LaneBend::kRelu},
    ActivationKind{"gelu", gelu, slope_of_gelu, LaneBend::kGelu},
    ActivationKind{"gelu_tanh", gelu_tanh, slope_of_gelu_tanh, LaneBend::kGeluTanh},
    ActivationKind{"silu", silu, slope_of_silu, LaneBend::kSilu},
};

}  // namespace

std::vector<Index> places_in_vocabulary(const Network& network) {
  std::unordered_map<std::string_view, Index> places;
  for (const std::string& word : network.vocabulary) {
    places.emplace(word, std::ssize(places));
  }
  std::vector<Index> found;
  for (const std::string& token : network.tokens) found.push_back(places.at(token));
  return found;
}

Scene scene_of(const Network& network, std::size_t block, Matrix x) {
  Scene scene;
  static_cast<Attention&>(scene) = *network.blocks[block].attention;
  scene.tokens = network.tokens;
  scene.embeddings = Cow<Matrix>(std::move(x));
  return scene;
}

std::span<const ActivationKind> activation_kinds() { return kActivationKinds; }
const ActivationKind& activation_kind(std::string_view id) {
  return row_of(activation_kinds(), id);
}

}  // namespace attn
