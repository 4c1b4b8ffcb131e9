#include "app/figure/files/sweep.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "app/document/numbers/numbers.h"
#include "engine/attention/lookup.h"
#include "engine/attention/score.h"
#include "engine/base/clamped.h"
#include "engine/base/problem.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr std::string_view kShape = "NAME=FROM:TO:FRAMES, with :log or :linear if needed";

[[noreturn]] void fail(const std::string& words) { throw std::runtime_error(words); }

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

double read_end(std::string_view text) {
  const auto number = typed_number(text);
  if (!number) fail("expected a number, found " + std::string(text));
  return *number;
}

int read_frames(std::string_view text) {
  const auto frames = parsed<int>(text);
  if (!frames || *frames < 2 || *frames > kMostFrames) {
    fail("expected 2 to " + std::to_string(kMostFrames) + " frames, found " + std::string(text));
  }
  return *frames;
}

bool read_is_log(const Sweep& sweep, std::string_view text) {
  const bool can_be = sweep.from > 0 && sweep.to > 0;
  if (text.empty()) return can_be && sweep.name == "temperature";
  if (text == "linear") return false;
  if (text != "log") fail("expected log or linear, found " + std::string(text));
  if (!can_be) fail("expected numbers above 0 for log");
  return true;
}

/// Numbers in the scene's file that `name` refers to.
std::vector<std::string> pointers_of(const std::string& name, const Scene& scene) {
  if (name == "temperature") return {"/normalizer/temperature"};
  return name == "width" ? width_pointers(scene) : std::vector{name};
}

/// Decimals that distinguish values `step` apart.
int decimals_for(double step) {
  if (step == std::floor(step)) return 0;
  return clamped(static_cast<int>(std::ceil(-std::log10(step))) + 1, 0, 9);
}

/// Decimal exponent of `number`, which is above 0.
int power_of(double number) { return static_cast<int>(std::floor(std::log10(number))); }

/// Digits that distinguish values of a geometric sweep, at least 3.
int digits_for_factor(const Sweep& sweep) {
  const double factor = std::abs(std::log(sweep.to / sweep.from)) / (sweep.frames - 1);
  return clamped(1 - static_cast<int>(std::floor(std::log10(factor))), 3, 9);
}

/// `number` (> 0), rounded to `digits` significant digits.
double rounded_to(double number, int digits) {
  const double unit = std::pow(10.0, power_of(number) - digits + 1);
  return std::round(number / unit) * unit;
}

}  // namespace

std::vector<std::string> width_pointers(const Scene& scene) {
  if (!takes_of_head(*scene.score.kind, "width")) {
    throw SceneError({"/score/kind", "expected a score that has a width, found " +
                                         std::string(scene.score.kind->id)});
  }
  std::vector<std::string> pointers;
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    pointers.push_back("/heads/" + std::to_string(h) + "/width");
  }
  return pointers;
}

double Sweep::value(int n) const {
  if (n <= 0) return from;
  if (n >= frames - 1) return to;
  const double share = static_cast<double>(n) / (frames - 1);
  if (is_log) return rounded_to(from * std::pow(to / from, share), digits_for_factor(*this));
  // Rounding noise is removed: 0.1 · 3 is 0.3.
  const double value = from + (to - from) * share;
  const double rounded = std::round(value * 1e9) / 1e9;
  return std::abs(rounded - value) < 1e-12 ? rounded : value;
}

std::string Sweep::words(int n) const {
  const double number = value(n);
  int decimals = decimals_for(std::abs(to - from) / (frames - 1));
  if (is_log) decimals = clamped(digits_for_factor(*this) - 1 - power_of(number), 0, 12);
  if (name == "shift") decimals = 0;
  return name + " = " + fixed(name == "shift" ? std::round(number) : number, decimals);
}

Sweep parse_sweep(std::string_view text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string_view::npos || equals == 0) {
    fail("expected " + std::string(kShape) + ", found " + std::string(text));
  }
  const auto parts = split(text.substr(equals + 1), ':');
  if (parts.size() < 3 || parts.size() > 4) {
    fail("expected " + std::string(kShape) + ", found " + std::string(text));
  }
  Sweep sweep{.name = std::string(text.substr(0, equals)),
              .from = read_end(parts[0]),
              .to = read_end(parts[1]),
              .frames = read_frames(parts[2])};
  const bool is_known = sweep.name == "temperature" || sweep.name == "shift" ||
                        sweep.name == "width" || sweep.name.starts_with('/');
  if (!is_known) {
    fail("expected temperature, shift, width or a JSON pointer that begins with /, found " +
         sweep.name);
  }
  if (sweep.from == sweep.to) fail("expected two different ends, found " + std::string(parts[0]));
  sweep.is_log = read_is_log(sweep, parts.size() == 4 ? parts[3] : "");
  return sweep;
}

std::optional<SceneNumber> swept_number(const Scene& scene, const Sweep& sweep) {
  if (sweep.name == "shift") return std::nullopt;
  return SceneNumber(scene, pointers_of(sweep.name, scene));
}
}  // namespace attn
