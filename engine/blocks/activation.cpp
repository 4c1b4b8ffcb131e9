#include <array>
#include <cmath>

#include "engine/attention/lookup.h"
#include "engine/blocks/network.h"

namespace attn {
namespace {

double relu(double x) { return x > 0 ? x : 0; }

/// x · Φ(x). Hendrycks & Gimpel 2016, section 2.
double gelu(double x) { return x / 2 * (1 + std::erf(x / std::sqrt(2.0))); }

/// The same paper's approximation by tanh, with which GPT-2 was trained.
double gelu_tanh(double x) {
  const double root_2_over_pi = std::sqrt(2 / 3.14159265358979323846);
  return x / 2 * (1 + std::tanh(root_2_over_pi * (x + 0.044715 * x * x * x)));
}

/// x · σ(x). Elfwing et al. 2018, eq. 5.
double silu(double x) { return x / (1 + std::exp(-x)); }

constexpr std::array kActivationKinds{
    ActivationKind{"relu", "ReLU", R"(\max(x, 0))", relu},
    ActivationKind{"gelu", "GELU", R"(x \, \Phi(x))", gelu},
    ActivationKind{
        "gelu_tanh", "GELU by tanh",
        R"(\frac{x}{2} \left( 1 + \tanh\left( \sqrt{2/\pi} \, (x + 0.044715 \, x^3) \right) \right))",
        gelu_tanh},
    ActivationKind{"silu", "SiLU", R"(x \, \sigma(x))", silu},
};

}  // namespace

std::span<const ActivationKind> activation_kinds() { return kActivationKinds; }
const ActivationKind& activation_kind(std::string_view id) {
  return row_of(activation_kinds(), id);
}

}  // namespace attn
