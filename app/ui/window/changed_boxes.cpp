#include "app/ui/window/changed_boxes.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "app/ui/toolkit/ui.h"

namespace attn::ui {
namespace {

constexpr float kTile = 32;
// Each box costs an iteration over everything drawn near it, but one box around all changes made
// frames 1.6 to 3.6 times as long under llvmpipe (a number dragged among 6 tokens, among 64).
constexpr std::size_t kMostBoxes = 12;

using Hash = std::uint64_t;

Hash mixed(Hash hash, Hash more) {
  hash = (hash ^ more) * 0x9e3779b97f4a7c15U;
  return hash ^ (hash >> 32U);
}

Hash hash_of_bytes(const void* bytes, std::size_t size) {
  const auto* at = static_cast<const unsigned char*>(bytes);
  Hash hash = size;
  for (; size >= sizeof hash; at += sizeof hash, size -= sizeof hash) {
    Hash word;
    std::memcpy(&word, at, sizeof word);
    hash = mixed(hash, word);
  }
  for (; size > 0; ++at, --size) hash = mixed(hash, *at);
  return hash;
}

template <class T>
Hash hash_of(const T& value) {
  return hash_of_bytes(&value, sizeof(T));
}

template <class T>
Hash hash_of(const ImVector<T>& values) {
  return hash_of_bytes(values.Data, static_cast<std::size_t>(values.Size) * sizeof(T));
}

Box around(const Box& a, const Box& b) {
  return {{std::min(a.min.x, b.min.x), std::min(a.min.y, b.min.y)},
          {std::max(a.max.x, b.max.x), std::max(a.max.y, b.max.y)}};
}

float area(const Box& box) { return box.width() * box.height(); }

bool draws_by_itself(const ImDrawCmd& command) {
  return command.UserCallback != nullptr && command.UserCallback != ImDrawCallback_ResetRenderState;
}

/// Grid of squares over the window, each with a hash of the triangles drawn on it.
struct Tiles {
  Box screen;
  int columns, rows;
  std::vector<Hash> sums;

  explicit Tiles(const ImDrawData& data)
      : screen{data.DisplayPos,
               {data.DisplayPos.x + data.DisplaySize.x, data.DisplayPos.y + data.DisplaySize.y}},
        columns(static_cast<int>(std::ceil(data.DisplaySize.x / kTile))),
        rows(static_cast<int>(std::ceil(data.DisplaySize.y / kTile))),
        sums(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows)) {}

  std::size_t at(int row, int column) const {
    return static_cast<std::size_t>(row * columns + column);
  }

  void add(const Box& box, Hash hash) {
    const Box seen = box.common(screen);
    if (seen.is_empty()) return;
    const auto first = [](float from) { return static_cast<int>(from / kTile); };
    const int last_x = std::min(columns - 1, first(seen.max.x - screen.min.x));
    const int last_y = std::min(rows - 1, first(seen.max.y - screen.min.y));
    for (int y = first(seen.min.y - screen.min.y); y <= last_y; ++y) {
      for (int x = first(seen.min.x - screen.min.x); x <= last_x; ++x) {
        sums[at(y, x)] = mixed(sums[at(y, x)], hash);
      }
    }
  }

  Box box(int row, int first_column, int end_column) const {
    const auto edge = [](int n) { return static_cast<float>(n) * kTile; };
    return Box{{screen.min.x + edge(first_column), screen.min.y + edge(row)},
               {screen.min.x + edge(end_column), screen.min.y + edge(row + 1)}}
        .common(screen);
  }
};

/// A hash of how the triangles of a command look.
Hash look_of(const ImDrawCmd& command) {
  const Hash drawn = draws_by_itself(command) ? mixed(1, Ui::GlDraw::of(command).look)
                                              : Hash{imgui::texture_of(command)};
  return mixed(hash_of(clip_of(command)), drawn);
}

Hash hash_of(const ImDrawList& list) {
  Hash hash = mixed(hash_of(list.IdxBuffer), hash_of(list.VtxBuffer));
  for (const ImDrawCmd& command : list.CmdBuffer) {
    hash = mixed(mixed(hash, look_of(command)), command.ElemCount);
    hash = mixed(mixed(hash, command.VtxOffset), command.IdxOffset);
  }
  return hash;
}

/// Hash of one or two triangles, and their bounding box.
struct TriangleSum {
  Hash hash;
  Box box{{std::numeric_limits<float>::max(), std::numeric_limits<float>::max()},
          {-std::numeric_limits<float>::max(), -std::numeric_limits<float>::max()}};

  void add(const ImDrawVert& vertex) {
    box = around(box, {vertex.pos, vertex.pos});
    hash = mixed(hash, hash_of(vertex));
  }
};

void add_triangles(Tiles& tiles, const ImDrawList& list) {
  for (const ImDrawCmd& command : list.CmdBuffer) {
    const Hash look = look_of(command);
    if (draws_by_itself(command)) tiles.add(clip_of(command), look);
    if (command.UserCallback != nullptr) continue;
    const ImDrawVert* vertices = list.VtxBuffer.Data + command.VtxOffset;
    const ImDrawIdx* corners = list.IdxBuffer.Data + command.IdxOffset;
    const ImDrawIdx* const end = corners + command.ElemCount;
    for (; corners != end; corners += 3) {
      TriangleSum sum{look};
      for (int corner = 0; corner < 3; ++corner) sum.add(vertices[corners[corner]]);
      // Most triangles are half of a rectangle, whose other half is the next: 0 1 2, 0 2 3.
      if (end - corners > 3 && corners[3] == corners[0] && corners[4] == corners[2]) {
        sum.hash = mixed(sum.hash, 1);
        sum.add(vertices[corners[5]]);
        corners += 3;
      }
      // A horizontal or vertical line has no area, so its box is widened slightly.
      sum.box.max = {sum.box.max.x + 0.01F, sum.box.max.y + 0.01F};
      tiles.add(sum.box.common(clip_of(command)), sum.hash);
    }
  }
}

/// Boxes of changed squares, row by row; boxes of equal width below each other are joined.
std::vector<Box> boxes_of(const Tiles& tiles, const std::vector<bool>& changed) {
  std::vector<Box> boxes;
  for (int row = 0; row < tiles.rows; ++row) {
    const auto is_changed = [&](int column) { return changed[tiles.at(row, column)]; };
    for (int column = 0; column < tiles.columns; ++column) {
      if (!is_changed(column)) continue;
      const int first = column;
      while (column < tiles.columns && is_changed(column)) ++column;
      const Box box = tiles.box(row, first, column);
      const auto above = std::find_if(boxes.begin(), boxes.end(), [&](const Box& other) {
        return other.min.x == box.min.x && other.max.x == box.max.x && other.max.y == box.min.y;
      });
      above != boxes.end() ? void(above->max.y = box.max.y) : boxes.push_back(box);
    }
  }
  return boxes;
}

/// Repeatedly joins the two boxes whose union adds the least area, until at most kMostBoxes remain
/// and none overlap.
void join(std::vector<Box>& boxes) {
  while (boxes.size() > 1) {
    std::size_t first = 0, second = 1;
    float least = std::numeric_limits<float>::max();
    for (std::size_t a = 0; a < boxes.size(); ++a) {
      for (std::size_t b = a + 1; b < boxes.size(); ++b) {
        const float more = boxes[a].overlaps(boxes[b])
                               ? -std::numeric_limits<float>::max()
                               : area(around(boxes[a], boxes[b])) - area(boxes[a]) - area(boxes[b]);
        if (more < least) {
          least = more;
          first = a;
          second = b;
        }
      }
    }
    if (boxes.size() <= kMostBoxes && least >= 0) break;
    boxes[first] = around(boxes[first], boxes[second]);
    boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(second));
  }
}

}  // namespace

std::vector<Box> ChangedBoxes::since_last(const ImDrawData& data) {
  const Tiles none(data);
  const bool is_all = columns_ != none.columns || rows_ != none.rows;
  columns_ = none.columns, rows_ = none.rows;
  if (is_all) lists_.clear();
  std::vector<bool> changed(none.sums.size(), is_all);
  const auto count = static_cast<std::size_t>(data.CmdListsCount);
  lists_.resize(std::max(count, lists_.size()), {0, none.sums});
  for (std::size_t n = 0; n < lists_.size(); ++n) {
    const ImDrawList* list = n < count ? data.CmdLists[static_cast<int>(n)] : nullptr;
    const Hash whole = list ? hash_of(*list) : 0;
    if (whole == lists_[n].whole) continue;
    Tiles now = none;
    if (list) add_triangles(now, *list);
    for (std::size_t tile = 0; tile < changed.size(); ++tile) {
      if (now.sums[tile] != lists_[n].tiles[tile]) changed[tile] = true;
    }
    lists_[n] = {whole, std::move(now.sums)};
  }
  lists_.resize(count);
  std::vector<Box> boxes = boxes_of(none, changed);
  join(boxes);
  return boxes;
}

}  // namespace attn::ui
