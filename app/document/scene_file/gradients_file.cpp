#include "app/document/scene_file/gradients_file.h"

#include <cmath>
#include <optional>

#include "app/document/json/json_read.h"
#include "app/document/json/json_write.h"
#include "app/document/scene_file/fields.h"
#include "app/document/scene_file/matrix_files.h"
#include "app/document/scene_file/scene_file.h"
#include "engine/attention/shapes.h"
#include "engine/base/require.h"
#include "engine/base/text.h"

namespace attn {
namespace {

using json::Place;
using json::Value;

/// Target of weights: a null row has no target.
void read_weights_target(Loss& loss, const Value& value, const Place& place,
                         const SceneReading& reading) {
  const Shape pairs = pair_shape(reading.scene);
  json::require_list(value, place, "a list of rows");
  require_count(std::ssize(value), pairs.rows, "row", place.pointer());
  loss.target = Matrix::Zero(pairs.rows.count, pairs.cols.count);
  json::for_each_item(value, place, [&](std::size_t i, const Value& item, const Place& at) {
    const bool has_target = item.kind() != json::Kind::kNull;
    loss.has_target.push_back(has_target);
    if (!has_target) return;
    const RowVector row = json::read_row(item, at);
    require_count(row.cols(), pairs.cols, "number", at.pointer());
    loss.target.row(static_cast<Index>(i)) = row;
  });
}

void read_target(Loss& loss, const Value& value, const Place& place, SceneReading& reading) {
  if (loss.kind->of_weights) return read_weights_target(loss, value, place, reading);
  loss.target = json::read_matrix(value, place, {});
}

void read_head(Loss& loss, const Value& value, const Place& place, SceneReading&) {
  if (value.kind() == json::Kind::kText && value.text() == "all") return;
  if (!value.is_number()) json::fail_type(place, "a head or \"all\"", value);
  loss.head = json::read_whole(value, place);
}

/// Losses are only read.
constexpr Field<Loss> kLossFields[] = {
    {"target", read_target},
    {"targets", [](Loss& loss, const Value& value, const Place& place,
                   SceneReading&) { loss.targets = json::read_ids(value, place); }},
    {"head", read_head},
    {"factor", [](Loss& loss, const Value& value, const Place& place,
                  SceneReading&) { loss.factor = json::read_number(value, place); }},
};

Loss read_loss(const Value& value, const Place& place, const Scene& scene) {
  Loss loss;
  Scene shapes = scene;
  MatrixFiles none;
  SceneReading reading{shapes, none, kNewestVersion};
  read_kinds(loss, loss_kinds(), kLossFields, value, place, reading);
  loss.place = place.pointer();
  return loss;
}

constexpr int kGradientsVersion = 2;

/// Child of `value` at the first step of `pointer`; empty if there is none.
std::optional<json::Value> step_into(const json::Value& value, std::string_view step) {
  if (value.kind() == json::Kind::kObject) return find_member(value, step);
  std::size_t index = take_parsed<std::size_t>(step).value_or(0);
  if (value.kind() != json::Kind::kList || index >= value.size()) return std::nullopt;
  json::Value item = value.first();
  for (; index > 0; --index) item = item.next();
  return item;
}

/// Keys of numbers need no escapes in pointers.
bool stands_in(const json::Value& file, std::string_view pointer) {
  std::optional<json::Value> value = file;
  while (value && !pointer.empty()) {
    pointer.remove_prefix(1);
    const std::string_view step = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(step.size());
    value = step_into(*value, step);
  }
  return value.has_value();
}

/// Without signed zeros.
Matrix rounded(const PlacedGradient& entry) {
  return (entry.numbers.array() + 0.0).matrix().cast<float>();
}

/// Checked before anything is written.
void require_range(double loss, const Gradients& gradients) {
  require(std::isfinite(static_cast<float>(loss)), "", "the loss leaves the range of float32");
  for (const PlacedGradient& entry : gradients.entries()) {
    require(rounded(entry).allFinite(), entry.place, "the gradient leaves the range of float32");
  }
}

void write_entry(const PlacedGradient& entry, json::Writer& out) {
  const Matrix numbers = rounded(entry);
  switch (entry.form) {
    case GradientForm::kNumber:
      return out.value(numbers(0, 0));
    case GradientForm::kRow:
      return out.value(RowVector(numbers.row(0)));
    case GradientForm::kMatrix:
      return out.value(numbers);
  }
}

}  // namespace

void write_gradients(double loss, const Gradients& gradients, const json::Value& file,
                     const Sink& sink) {
  require_range(loss, gradients);
  json::Writer out(sink);
  out.begin_object();
  out.member("format", "attentoscope/gradients");
  out.member("version", kGradientsVersion);
  out.member("loss", static_cast<float>(loss));
  out.key("gradients");
  out.begin_object();
  for (const PlacedGradient& entry : gradients.entries()) {
    if (!stands_in(file, entry.place)) continue;
    out.key(entry.place);
    write_entry(entry, out);
  }
  out.end_object();
  out.end_object();
  std::move(out).take();
}

std::vector<Loss> parse_losses(std::string_view json, const Scene& scene) {
  return within_memory([&] {
    const json::Tree tree = json::parse(json, {}, json::Whole::kObjectOrList);
    const Value whole(tree, 0);
    std::vector<Loss> losses;
    if (whole.kind() == json::Kind::kObject) {
      losses.push_back(read_loss(whole, Place(), scene));
      return losses;
    }
    require_count(std::ssize(whole), Extent{}, "loss", "");
    json::for_each_item(whole, Place(), [&](std::size_t, const Value& item, const Place& at) {
      losses.push_back(read_loss(item, at, scene));
    });
    return losses;
  });
}

std::vector<Loss> read_losses(const std::string& path, const Scene& scene) {
  return parse_losses(read_whole(path), scene);
}

}  // namespace attn
