#include "app/document/scene_file/gradients_file.h"

#include <charconv>
#include <cmath>
#include <optional>

#include "app/document/json/json_write.h"
#include "app/document/scene_file/fields.h"
#include "engine/base/require.h"

namespace attn {
namespace {

constexpr int kGradientsVersion = 2;

/// Child of `value` at the first step of `pointer`; empty if there is none.
std::optional<json::Value> step_into(const json::Value& value, std::string_view step) {
  if (value.kind() == json::Kind::kObject) return find_member(value, step);
  std::size_t index = 0;
  std::from_chars(step.data(), step.data() + step.size(), index);
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
  out.key("format");
  out.value("attentoscope/gradients");
  out.key("version");
  out.value(kGradientsVersion);
  out.key("loss");
  out.value(static_cast<float>(loss));
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

}  // namespace attn
