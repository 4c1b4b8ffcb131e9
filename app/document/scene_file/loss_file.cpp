#include "app/document/scene_file/loss_file.h"

#include "app/document/json/json_read.h"
#include "app/document/scene_file/fields.h"
#include "app/document/scene_file/matrix_files.h"
#include "app/document/scene_file/scene_file.h"
#include "engine/attention/shapes.h"

namespace attn {
namespace {

using json::Place;
using json::Value;

/// Target of weights: a null row has no target.
void read_weights_target(Loss& loss, const Value& value, const Place& place,
                         const SceneReading& reading) {
  const Shape pairs = pair_shape(reading.scene);
  json::require_list(value, place, "a list of rows");
  require_count(static_cast<Index>(value.size()), pairs.rows, "row", place.pointer());
  loss.target = Matrix::Zero(pairs.rows.count, pairs.cols.count);
  Value item = value.first();
  for (std::size_t i = 0; i < value.size(); ++i, item = item.next()) {
    const bool has_target = item.kind() != json::Kind::kNull;
    loss.has_target.push_back(has_target);
    if (!has_target) continue;
    const RowVector row = json::read_row(item, place / i);
    require_count(row.cols(), pairs.cols, "number", (place / i).pointer());
    loss.target.row(static_cast<Index>(i)) = row;
  }
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

// Losses are only read.
void write_nothing(const Loss&, json::Writer&) {}
bool never_default(const Loss&) { return false; }

constexpr Field<Loss> kLossFields[] = {
    {"target", read_target, write_nothing, never_default},
    {"targets",
     [](Loss& loss, const Value& value, const Place& place, SceneReading&) {
       loss.targets = json::read_ids(value, place);
     },
     write_nothing, never_default},
    {"head", read_head, write_nothing, never_default},
    {"factor",
     [](Loss& loss, const Value& value, const Place& place, SceneReading&) {
       loss.factor = json::read_number(value, place);
     },
     write_nothing, never_default},
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

}  // namespace

std::vector<Loss> parse_losses(std::string_view json, const Scene& scene) {
  return within_memory([&] {
    const json::Tree tree = json::parse(json, {}, json::Whole::kObjectOrList);
    const Value whole(tree, 0);
    std::vector<Loss> losses;
    if (whole.kind() == json::Kind::kObject) {
      losses.push_back(read_loss(whole, Place(), scene));
      return losses;
    }
    require_count(static_cast<Index>(whole.size()), Extent{}, "loss", "");
    Value item = whole.first();
    const Place top;
    for (std::size_t n = 0; n < whole.size(); ++n, item = item.next()) {
      losses.push_back(read_loss(item, top / n, scene));
    }
    return losses;
  });
}

std::vector<Loss> read_losses(const std::string& path, const Scene& scene) {
  return parse_losses(read_whole(path), scene);
}

}  // namespace attn
