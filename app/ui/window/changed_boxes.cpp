#include "app/ui/window/changed_boxes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include <epoxy/gl.h>

namespace attn::ui {
namespace {

constexpr float kTile = 32;
constexpr std::size_t kMostBoxes = 4;  // each costs a walk through all that is drawn

using Hash = std::uint64_t;

Hash mixed(Hash hash, Hash more) {
  hash = (hash ^ more) * 0x9e3779b97f4a7c15U;
  return hash ^ (hash >> 32U);
}

template <class T>
Hash hash_of(const T& value) {
  std::array<Hash, (sizeof(T) + 7) / 8> words{};
  std::memcpy(words.data(), &value, sizeof(T));
  Hash hash = sizeof(T);
  for (const Hash word : words) hash = mixed(hash, word);
  return hash;
}

Box common(const Box& a, const Box& b) {
  return {{std::max(a.min.x, b.min.x), std::max(a.min.y, b.min.y)},
          {std::min(a.max.x, b.max.x), std::min(a.max.y, b.max.y)}};
}

Box around(const Box& a, const Box& b) {
  return {{std::min(a.min.x, b.min.x), std::min(a.min.y, b.min.y)},
          {std::max(a.max.x, b.max.x), std::max(a.max.y, b.max.y)}};
}

bool is_empty(const Box& box) { return !(box.min.x < box.max.x && box.min.y < box.max.y); }
float area(const Box& box) { return box.width() * box.height(); }

Box clip_of(const ImDrawCmd& command) {
  const ImVec4& clip = command.ClipRect;
  return {{clip.x, clip.y}, {clip.z, clip.w}};
}

bool draws_by_itself(const ImDrawCmd& command) {
  return command.UserCallback != nullptr && command.UserCallback != ImDrawCallback_ResetRenderState;
}

/// The window in squares, each with a sum of the triangles drawn on it.
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
    const Box seen = common(box, screen);
    if (is_empty(seen)) return;
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
    return common({{screen.min.x + edge(first_column), screen.min.y + edge(row)},
                   {screen.min.x + edge(end_column), screen.min.y + edge(row + 1)}},
                  screen);
  }
};

void add_triangles(Tiles& tiles, const ImDrawList& list, const ImDrawCmd& command,
                   const std::vector<Hash>& vertices) {
  const Box clip = clip_of(command);
  const Hash how = mixed(hash_of(clip), imgui::texture_of(command));
  for (unsigned i = command.IdxOffset; i + 2 < command.IdxOffset + command.ElemCount; i += 3) {
    constexpr float kFar = std::numeric_limits<float>::max();
    Box box{{kFar, kFar}, {-kFar, -kFar}};
    Hash hash = how;
    for (unsigned corner = i; corner < i + 3; ++corner) {
      const unsigned n = command.VtxOffset + list.IdxBuffer[static_cast<int>(corner)];
      const ImVec2 at = list.VtxBuffer[static_cast<int>(n)].pos;
      box = around(box, {at, at});
      hash = mixed(hash, vertices[n]);
    }
    // A level or upright line has no area, but its triangle may be a hair wider than none.
    box.max = {box.max.x + 0.01F, box.max.y + 0.01F};
    tiles.add(common(box, clip), hash);
  }
}

/// Joins the two boxes that lie best together, until there are few.
void join(std::vector<Box>& boxes) {
  while (boxes.size() > kMostBoxes) {
    std::size_t first = 0, second = 1;
    float least = std::numeric_limits<float>::max();
    for (std::size_t a = 0; a < boxes.size(); ++a) {
      for (std::size_t b = a + 1; b < boxes.size(); ++b) {
        const float more = area(around(boxes[a], boxes[b])) - area(boxes[a]) - area(boxes[b]);
        if (more < least) {
          least = more;
          first = a;
          second = b;
        }
      }
    }
    boxes[first] = around(boxes[first], boxes[second]);
    boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(second));
  }
}

}  // namespace

std::vector<Box> ChangedBoxes::since_last(const ImDrawData& data) {
  Tiles tiles(data);
  std::vector<Hash> vertices;
  for (int n = 0; n < data.CmdListsCount; ++n) {
    const ImDrawList& list = *data.CmdLists[n];
    vertices.clear();
    for (const ImDrawVert& vertex : list.VtxBuffer) vertices.push_back(hash_of(vertex));
    for (const ImDrawCmd& command : list.CmdBuffer) {
      if (draws_by_itself(command)) {
        tiles.add(clip_of(command), ++drawings_);
      } else if (command.UserCallback == nullptr) {
        add_triangles(tiles, list, command, vertices);
      }
    }
  }

  const bool is_all = tiles.sums.size() != tiles_.size() || tiles.columns != columns_;
  std::vector<Box> boxes;
  if (is_all) {
    boxes.push_back(tiles.screen);
  } else {
    for (int row = 0; row < tiles.rows; ++row) {
      const auto is_other = [&](int column) {
        return tiles.sums[tiles.at(row, column)] != tiles_[tiles.at(row, column)];
      };
      for (int column = 0; column < tiles.columns; ++column) {
        if (!is_other(column)) continue;
        const int first = column;
        while (column < tiles.columns && is_other(column)) ++column;
        const Box box = tiles.box(row, first, column);
        const auto above = std::find_if(boxes.begin(), boxes.end(), [&](const Box& other) {
          return other.min.x == box.min.x && other.max.x == box.max.x && other.max.y == box.min.y;
        });
        above != boxes.end() ? void(above->max.y = box.max.y) : boxes.push_back(box);
      }
    }
    join(boxes);
  }
  tiles_ = std::move(tiles.sums);
  columns_ = tiles.columns;
  return boxes;
}

void render_within(ImDrawData& data, const Box& box, ImU32 background) {
  const ImVec2 scale = data.FramebufferScale;
  const auto pixel = [](float length) { return static_cast<int>(std::lround(length)); };
  const int left = pixel((box.min.x - data.DisplayPos.x) * scale.x);
  const int right = pixel((box.max.x - data.DisplayPos.x) * scale.x);
  const int bottom = pixel((data.DisplayPos.y + data.DisplaySize.y - box.max.y) * scale.y);
  const int top = pixel((data.DisplayPos.y + data.DisplaySize.y - box.min.y) * scale.y);
  const ImVec4 back = ImGui::ColorConvertU32ToFloat4(background);
  glEnable(GL_SCISSOR_TEST);
  glScissor(left, bottom, right - left, top - bottom);
  glClearColor(back.x, back.y, back.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glDisable(GL_SCISSOR_TEST);

  std::vector<ImVec4> clips;
  for (int n = 0; n < data.CmdListsCount; ++n) {
    for (ImDrawCmd& command : data.CmdLists[n]->CmdBuffer) {
      clips.push_back(command.ClipRect);
      const Box seen = common(clip_of(command), box);
      command.ClipRect = {seen.min.x, seen.min.y, seen.max.x, seen.max.y};
    }
  }
  ImGui_ImplOpenGL3_RenderDrawData(&data);
  auto clip = clips.begin();
  for (int n = 0; n < data.CmdListsCount; ++n) {
    for (ImDrawCmd& command : data.CmdLists[n]->CmdBuffer) command.ClipRect = *clip++;
  }
}

}  // namespace attn::ui
