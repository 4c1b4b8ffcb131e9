#include "app/figure/numbers/position_model.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "engine/attention/shapes.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

constexpr Index kFewestShown = 48, kMostAtFirst = 512;

Index wanted_rows(const Scene& scene, const ViewOptions::Positions& options) {
  const Index tokens = std::max(scene.key_count(), scene.query_count());
  const Index fewest = options.part == kBinaryPart ? 1 : kFewestShown;
  const Index at_first = clamped(tokens, fewest, kMostAtFirst);
  return clamped<Index>(options.rows > 0 ? options.rows : at_first, 1, kMostPositions);
}

/// A bit is a square wave: bit c has period 2^(c + 1).
std::vector<double> square_frequencies(Index width) {
  std::vector<double> result;
  for (Index c = 0; c < width; ++c) {
    result.push_back(std::numbers::pi / std::exp2(static_cast<double>(c)));
  }
  return result;
}

/// Sine and cosine of each pair's angle, in the pair's columns.
Matrix angles(const PositionModel& model, Index rows) {
  const Index pairs = model.width / 2;
  Matrix table(rows, model.width);
  for (Index j = 0; j < pairs; ++j) {
    const auto [sine, cosine] = columns_of_pair(model.layout, model.width, j);
    for (Index i = 0; i < rows; ++i) {
      const double turn = static_cast<double>(i) * model.frequencies[static_cast<std::size_t>(j)];
      table(i, sine) = static_cast<float>(std::sin(turn));
      table(i, cosine) = static_cast<float>(std::cos(turn));
    }
  }
  return table;
}

void set_rope(const Scene& scene, Index head, PositionModel& model) {
  const Position& rope = scene.position;
  const Index width = width_of_k(scene, static_cast<std::size_t>(head));
  model.width = rotated_width(rope, width);
  model.position.base = rope.base;
  model.layout = rope.layout;
  model.frequencies = rates(rope, width);
  if (rope.scaling) {
    Position plain = rope;
    plain.scaling.reset();
    model.unscaled = rates(plain, width);
  }
  const std::string of =
      model.width == width
          ? ""
          : ", of which the first " + std::to_string(model.width) + " dimensions rotate";
  const std::string together =
      rope.layout == PairLayout::kPairs
          ? ""
          : " Dimension j rotates with j + " + std::to_string(model.width / 2) + ".";
  model.words =
      "RoPE adds nothing to the embeddings: these are the sines and cosines of the angles by which "
      "it rotates pair j of q and k" +
      of + "." + together;
}

}  // namespace

double wavelength(double frequency) { return 2 * std::numbers::pi / frequency; }

PairColumns columns_of_pair(PairLayout layout, Index width, Index j) {
  if (layout == PairLayout::kHalves) return {j, j + (width + 1) / 2};
  return {2 * j, 2 * j + 1};
}

WideMatrix shift_matrix(std::span<const double> frequencies, Index pairs, double shift,
                        PairLayout layout) {
  WideMatrix matrix = WideMatrix::Zero(2 * pairs, 2 * pairs);
  for (Index j = 0; j < pairs; ++j) {
    const double turn = shift * frequencies[static_cast<std::size_t>(j)];
    const auto [sine, cosine] = columns_of_pair(layout, 2 * pairs, j);
    matrix(sine, sine) = matrix(cosine, cosine) = std::cos(turn);
    matrix(sine, cosine) = std::sin(turn);
    matrix(cosine, sine) = -std::sin(turn);
  }
  return matrix;
}

double shift_error(const Matrix& table, std::span<const double> frequencies, Index shift,
                   PairLayout layout) {
  const Index pairs = table.cols() / 2;
  std::vector<double> cosines, sines;
  for (Index j = 0; j < pairs; ++j) {
    const double turn = static_cast<double>(shift) * frequencies[static_cast<std::size_t>(j)];
    cosines.push_back(std::cos(turn));
    sines.push_back(std::sin(turn));
  }
  double largest = 0;
  const Index last = std::min(table.rows(), table.rows() - shift);
  for (Index i = std::max<Index>(0, -shift); i < last; ++i) {
    double sum = 0;
    for (Index j = 0; j < pairs; ++j) {
      const auto n = static_cast<std::size_t>(j);
      const PairColumns at = columns_of_pair(layout, table.cols(), j);
      const double sine = table(i, at.sine), cosine = table(i, at.cosine);
      const double one = cosines[n] * sine + sines[n] * cosine - table(i + shift, at.sine);
      const double two = cosines[n] * cosine - sines[n] * sine - table(i + shift, at.cosine);
      sum += one * one + two * two;
    }
    largest = std::max(largest, sum);
  }
  return std::sqrt(largest);
}

Matrix similarity(const Matrix& table) { return product(table, table.transpose()); }

Matrix PositionModel::make(Index count) const {
  if (kind->rotate) return angles(*this, count);
  if (position.table->size() > 0) count = std::min(count, position.table->rows());
  const WideMatrix wide =
      static_cast<double>(position.scale) * position.kind->table(position, count, width);
  return wide.cast<float>();
}

PositionModel position_model(const Scene& scene, Index head,
                             const ViewOptions::Positions& options) {
  PositionModel model;
  model.kind = scene.position.kind;
  model.position = scene.position;
  model.width = scene.embeddings->cols();
  model.tokens = std::max(scene.key_count(), scene.query_count());
  if (!model.kind->table) {
    model.position = Position{};
    model.position.kind = &position_kind("sinusoidal");
  }
  if (model.kind->does_nothing()) {
    model.words = "This scene adds no positions. This is the sinusoidal encoding of its size.";
  } else if (model.kind->rotate) {
    set_rope(scene, head, model);
  } else if (model.kind->slope) {
    model.words =
        "ALiBi has no encoding, only a bias that falls with distance. For comparison this is the "
        "sinusoidal encoding of the scene's size.";
  } else if (model.kind->term) {
    model.words = std::string(model.kind->label) +
                  " positions have no encoding, only a number for each distance. For comparison "
                  "this is the sinusoidal encoding of the scene's size.";
  }
  if (model.width == 0) model.words = "There are no embeddings that positions could be added to.";
  const Wave wave = model.position.kind->wave;
  if (wave == Wave::kSine) {
    if (!model.kind->rotate) {
      model.frequencies = rates(model.position, model.width);
      model.layout = model.position.layout;
    }
    model.turns = true;
  } else if (wave == Wave::kSquare) {
    model.frequencies = square_frequencies(model.width);
    model.dimensions_of_wave = 1;
  }
  model.table = std::make_shared<const Matrix>(model.make(wanted_rows(scene, options)));
  return model;
}

std::vector<Index> drawn_dimensions(const PositionModel& model,
                                    const ViewOptions::Positions& options) {
  std::vector<Index> drawn;
  const auto add = [&drawn, &model](Index c) {
    if (c < model.width && std::ranges::find(drawn, c) == drawn.end()) drawn.push_back(c);
  };
  for (const Index c : options.dimensions) add(c);
  if (!drawn.empty()) {
    drawn.resize(std::min(drawn.size(), kMostDimensions));
    return drawn;
  }
  if (model.dimensions_of_wave == 1) {
    for (Index c = 0; c < 4; ++c) add(c);
    return drawn;
  }
  // Sines from the fastest to the middle: slower ones are almost straight lines.
  const Index waves = (model.width + 1) / 2;
  for (const double share : {0.0, 0.125, 0.25, 0.4375}) {
    add(model.dimension_of(std::lround(share * static_cast<double>(waves))));
  }
  return drawn;
}

void toggle_dimension(const PositionModel& model, ViewOptions::Positions& options, Index c) {
  std::vector<Index> dimensions = drawn_dimensions(model, options);
  if (std::erase(dimensions, c) == 0) dimensions.push_back(c);
  if (dimensions.size() > kMostDimensions) dimensions.erase(dimensions.begin());
  options.dimensions = std::move(dimensions);
}

Index shown_shift(const ViewOptions::Positions& options) {
  return clamped<Index>(options.shift, -kMostPositions, kMostPositions);
}

Index shown_start(const PositionModel& model, const ViewOptions::Positions& options) {
  const Index shift = shown_shift(options);
  Index last = model.rows() - 1;
  if (model.position.table->size() > 0) {
    last = std::min(last, model.position.table->rows() - 1 - shift);
  }
  return clamped<Index>(options.start, std::max<Index>(0, -shift),
                        std::max({Index{0}, -shift, last}));
}

Matrix position_bits(const PositionModel& model) {
  Position binary;
  binary.kind = &position_kind("binary");
  const auto last = static_cast<std::size_t>(model.rows() - 1);
  const auto needed = std::max<Index>(1, static_cast<Index>(std::bit_width(last)));
  const Index bits = model.kind == binary.kind ? model.width : needed;
  return binary.kind->table(binary, model.rows(), bits).cast<float>();
}

double wave_of_bit(Index c, double position) {
  return -std::sin(2 * std::numbers::pi * position / std::exp2(static_cast<double>(c + 1)));
}

double bias_at(const Attention& attention, Index h, Index steps) {
  constexpr double kLargest = 1e38;  // far below float32's maximum, so that a range can be computed
  const Position& position = attention.position;
  const auto H = std::ssize(attention.heads);
  return clamped(position.kind->term(position, h, H, steps), -kLargest, kLargest);
}

Matrix bias_by_distance(const Attention& attention, Index h, Index rows) {
  std::vector<float> of_steps;
  for (Index steps = 1 - rows; steps < rows; ++steps) {
    of_steps.push_back(static_cast<float>(bias_at(attention, h, steps)));
  }
  Matrix bias(rows, rows);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < rows; ++j) {
      bias(i, j) = of_steps[static_cast<std::size_t>(j - i + rows - 1)];
    }
  }
  return bias;
}

}  // namespace attn
