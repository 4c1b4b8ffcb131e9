#include "app/ui/window/changed_boxes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "app/ui/toolkit/ui.h"

namespace attn::ui {
namespace {

constexpr float kTile = 32;
constexpr std::size_t kMostBoxes = 12;  // each costs a pass over the commands near it

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

Box around(const Box& a, const Box& b) {
  return {{std::min(a.min.x, b.min.x), std::min(a.min.y, b.min.y)},
          {std::max(a.max.x, b.max.x), std::max(a.max.y, b.max.y)}};
}

float area(const Box& box) { return box.width() * box.height(); }

bool draws_by_itself(const ImDrawCmd& command) {
  return command.UserCallback != nullptr && command.UserCallback != ImDrawCallback_ResetRenderState;
}

/// Tiles of the window, each with a hash sum of the triangles on it.
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

std::vector<DrawnCommand> commands_of(const ImDrawList& list) {
  std::vector<DrawnCommand> commands;
  for (const ImDrawCmd& command : list.CmdBuffer) {
    if (draws_by_itself(command)) {
      commands.push_back({.clip = clip_of(command),
                          .is_by_itself = true,
                          .drawn = Ui::GlDraw::of(command).look,
                          .first_vertex = 0,
                          .first_index = 0,
                          .triangles = 1});
    } else if (command.UserCallback == nullptr) {
      commands.push_back({.clip = clip_of(command),
                          .is_by_itself = false,
                          .drawn = imgui::texture_of(command),
                          .first_vertex = command.VtxOffset,
                          .first_index = command.IdxOffset,
                          .triangles = command.ElemCount / 3});
    }
  }
  return commands;
}

template <class T>
bool is_same(const ImVector<T>& now, const std::vector<T>& before) {
  const auto size = static_cast<std::size_t>(now.Size);
  return size == before.size() &&
         (size == 0 || std::memcmp(now.Data, before.data(), size * sizeof(T)) == 0);
}

/// Whether a list is unchanged.
bool is_same(const DrawnList& before, const ImDrawList& list,
             const std::vector<DrawnCommand>& commands) {
  const auto is_same_command = [](const DrawnCommand& a, const DrawnCommand& b) {
    return a.is_like(b) && a.first_vertex == b.first_vertex && a.first_index == b.first_index &&
           a.triangles == b.triangles;
  };
  return std::ranges::equal(before.commands, commands, is_same_command) &&
         is_same(list.IdxBuffer, before.indices) && is_same(list.VtxBuffer, before.vertices);
}

/// First of a triangle's three indices.
const ImDrawIdx* corners_of(const DrawnList& list, const DrawnCommand& command, unsigned triangle) {
  return list.indices.data() + command.first_index + 3 * std::size_t{triangle};
}

/// Whether two triangles of equal commands are equal.
bool is_same(const DrawnList& a, const DrawnCommand& of_a, unsigned in_a, const DrawnList& b,
             const DrawnCommand& of_b, unsigned in_b) {
  if (of_a.is_by_itself) return true;
  const ImDrawIdx* corners_a = corners_of(a, of_a, in_a);
  const ImDrawIdx* corners_b = corners_of(b, of_b, in_b);
  for (int n = 0; n < 3; ++n) {
    const ImDrawVert& one = a.vertices[of_a.first_vertex + corners_a[n]];
    const ImDrawVert& other = b.vertices[of_b.first_vertex + corners_b[n]];
    const bool is_there = one.pos.x == other.pos.x && one.pos.y == other.pos.y;
    const bool is_so = one.uv.x == other.uv.x && one.uv.y == other.uv.y && one.col == other.col;
    if (!is_there || !is_so) return false;
  }
  return true;
}

/// Number of equal triangles at the front of both lists.
std::size_t same_from_front(const DrawnList& a, const DrawnList& b) {
  std::size_t count = 0;
  for (std::size_t n = 0; n < std::min(a.commands.size(), b.commands.size()); ++n) {
    const DrawnCommand &of_a = a.commands[n], &of_b = b.commands[n];
    if (!of_a.is_like(of_b)) break;
    const unsigned most = std::min(of_a.triangles, of_b.triangles);
    unsigned same = 0;
    while (same < most && is_same(a, of_a, same, b, of_b, same)) ++same;
    count += same;
    if (same < std::max(of_a.triangles, of_b.triangles)) break;
  }
  return count;
}

/// Number of equal triangles at the end of both lists, at most `most`.
std::size_t same_from_back(const DrawnList& a, const DrawnList& b, std::size_t most) {
  std::size_t count = 0;
  for (std::size_t n = 1; n <= std::min(a.commands.size(), b.commands.size()); ++n) {
    const DrawnCommand &of_a = a.commands[a.commands.size() - n],
                       &of_b = b.commands[b.commands.size() - n];
    if (!of_a.is_like(of_b)) break;
    const unsigned fewer = std::min(of_a.triangles, of_b.triangles);
    unsigned same = 0;
    while (same < fewer && count < most &&
           is_same(a, of_a, of_a.triangles - 1 - same, b, of_b, of_b.triangles - 1 - same)) {
      ++same;
      ++count;
    }
    if (same < std::max(of_a.triangles, of_b.triangles)) break;
  }
  return count;
}

std::size_t triangles_of(const DrawnList& list) {
  std::size_t count = 0;
  for (const DrawnCommand& command : list.commands) count += command.triangles;
  return count;
}

/// Hash of one or two triangles, with their bounding box.
struct TriangleSum {
  Hash hash;
  Box box{{std::numeric_limits<float>::max(), std::numeric_limits<float>::max()},
          {-std::numeric_limits<float>::max(), -std::numeric_limits<float>::max()}};

  void add(const ImDrawVert& vertex) {
    box = around(box, {vertex.pos, vertex.pos});
    hash = mixed(hash, hash_of(vertex));
  }
};

/// Adds the list's triangles in [first, last).
void add_triangles(Tiles& tiles, const DrawnList& list, std::size_t first, std::size_t last) {
  std::size_t begin = 0;
  for (const DrawnCommand& command : list.commands) {
    const Hash how = mixed(hash_of(command.clip), command.drawn);
    const std::size_t end = begin + command.triangles;
    const std::size_t until = std::min(end, last);
    const ImDrawVert* vertices = list.vertices.data() + command.first_vertex;
    for (std::size_t n = std::max(begin, first); n < until; ++n) {
      if (command.is_by_itself) {
        tiles.add(command.clip, how);
        continue;
      }
      const ImDrawIdx* corners = corners_of(list, command, static_cast<unsigned>(n - begin));
      TriangleSum sum{how};
      for (int corner = 0; corner < 3; ++corner) sum.add(vertices[corners[corner]]);
      // Most triangles are half of a rectangle followed by the other half: 0 1 2, 0 2 3.
      if (n + 1 < until && corners[3] == corners[0] && corners[4] == corners[2]) {
        sum.hash = mixed(sum.hash, 1);
        sum.add(vertices[corners[5]]);
        ++n;
      }
      // Horizontal and vertical lines have no area; enlarge them slightly.
      sum.box.max = {sum.box.max.x + 0.01F, sum.box.max.y + 0.01F};
      tiles.add(sum.box.common(command.clip), sum.hash);
    }
    begin = end;
  }
}

/// Marks the tiles on which a list changed.
void mark_changes(const DrawnList& before, const DrawnList& now, const Tiles& none,
                  std::vector<bool>& changed) {
  const std::size_t count_before = triangles_of(before), count = triangles_of(now);
  const std::size_t front = same_from_front(before, now);
  const std::size_t back = same_from_back(before, now, std::min(count_before, count) - front);
  Tiles was = none, is = none;
  add_triangles(was, before, front, count_before - back);
  add_triangles(is, now, front, count - back);
  for (std::size_t n = 0; n < changed.size(); ++n) {
    if (was.sums[n] != is.sums[n]) changed[n] = true;
  }
}

/// Changed tiles as boxes, row by row; equal boxes below each other are merged.
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

/// Merges the pair of boxes with the least extra area until few disjoint ones are left.
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

bool DrawnCommand::is_like(const DrawnCommand& other) const {
  return is_by_itself == other.is_by_itself && drawn == other.drawn &&
         clip.min.x == other.clip.min.x && clip.min.y == other.clip.min.y &&
         clip.max.x == other.clip.max.x && clip.max.y == other.clip.max.y;
}

std::vector<Box> ChangedBoxes::since_last(const ImDrawData& data) {
  const Tiles tiles(data);
  const bool is_all = columns_ != tiles.columns || rows_ != tiles.rows;
  columns_ = tiles.columns, rows_ = tiles.rows;
  std::vector<bool> changed(tiles.sums.size(), is_all);
  const auto count = static_cast<std::size_t>(data.CmdListsCount);
  lists_.resize(std::max(count, lists_.size()));
  for (std::size_t n = 0; n < lists_.size(); ++n) {
    now_.commands.clear();  // empty if the list no longer exists
    now_.indices.clear();
    now_.vertices.clear();
    if (n < count) {
      const ImDrawList& list = *data.CmdLists[static_cast<int>(n)];
      now_.commands = commands_of(list);
      if (is_same(lists_[n], list, now_.commands)) continue;
      now_.indices.assign(list.IdxBuffer.begin(), list.IdxBuffer.end());
      now_.vertices.assign(list.VtxBuffer.begin(), list.VtxBuffer.end());
    }
    if (!is_all) mark_changes(lists_[n], now_, tiles, changed);
    std::swap(lists_[n], now_);
  }
  lists_.resize(count);
  std::vector<Box> boxes = boxes_of(tiles, changed);
  join(boxes);
  return boxes;
}

}  // namespace attn::ui
