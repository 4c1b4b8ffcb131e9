#include "app/ui/window/presenter.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <GLFW/glfw3.h>
#include <epoxy/gl.h>

#include "app/gl/base/renderer.h"
#include "app/ui/toolkit/display.h"
#include "app/ui/toolkit/ui.h"

namespace attn::ui {
namespace {

constexpr int kNowhere = -1;

/// Maximum of an index.
constexpr auto kMostVertices = static_cast<long long>(std::numeric_limits<ImDrawIdx>::max());

Box box_around(ImVec2 a, ImVec2 b, ImVec2 c) {
  return {{std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y})},
          {std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y})}};
}

/// Horizontal and vertical lines are drawn although their area is 0.
bool reaches_into(const Box& triangle, const Box& box) {
  return triangle.min.x <= box.max.x && box.min.x <= triangle.max.x &&
         triangle.min.y <= box.max.y && box.min.y <= triangle.max.y;
}

void clear_box(const ImDrawData& data, const Box& box, ImU32 background) {
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
}

/// Middle row of the back buffer, which crosses many different parts.
std::vector<GLubyte> middle_row(int width, int height) {
  std::vector<GLubyte> pixels(4 * static_cast<std::size_t>(width));
  glReadPixels(0, height / 2, width, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  return pixels;
}

}  // namespace

Presenter::Presenter(GLFWwindow* window)
    : window_(window),
      target_(gl::renders_by_software() && !is_on_wayland() ? DrawsTo::kTried : DrawsTo::kPicture) {
}

void Presenter::show(const Ui& ui, int width, int height) {
  const std::pair size(width, height);
  const auto textures = ui.theme.texture_changes();
  const ImU32 background = ui.theme.colors().panel;
  ImDrawData& data = *ImGui::GetDrawData();
  if (std::exchange(size_, size) != size || std::exchange(textures_, textures) != textures ||
      std::exchange(background_, background) != background || imgui::changes_textures(data)) {
    changes_.forget();
  }
  if (target_ != DrawsTo::kPicture) {
    glViewport(0, 0, width, height);
  } else {
    if (!picture_ || picture_->width() != width || picture_->height() != height) {
      picture_.reset();
      picture_ = std::make_unique<gl::Framebuffer>(width, height);
    }
    picture_->bind();
  }
  renderer_.render(data, changes_.since_last(data), background);
  if (picture_) picture_->show();
  if (target_ != DrawsTo::kTried) return glfwSwapBuffers(window_);
  const std::vector<GLubyte> drawn = middle_row(width, height);
  glfwSwapBuffers(window_);
  target_ = middle_row(width, height) == drawn ? DrawsTo::kWindow : DrawsTo::kPicture;
  if (target_ == DrawsTo::kPicture) forget();
}

Box clip_within(const Box& clip, const Box& box, const ImDrawData& data) {
  const ImVec2 scale = data.FramebufferScale, origin = data.DisplayPos;
  const float height = data.DisplaySize.y * scale.y;
  // As in ImGui_ImplOpenGL3_RenderDrawData, whose y axis points up.
  const float left = std::trunc((clip.min.x - origin.x) * scale.x);
  const float right = left + std::trunc(clip.width() * scale.x);
  const float bottom = height - std::trunc(height - (clip.max.y - origin.y) * scale.y);
  const float top = bottom - std::trunc(clip.height() * scale.y);
  return Box{{origin.x + left / scale.x, origin.y + top / scale.y},
             {origin.x + right / scale.x, origin.y + bottom / scale.y}}
      .common(box);
}

void BoxRenderer::take_triangles(const ImDrawList& list, const ImDrawCmd& command, const Box& seen,
                                 ListPart& part) {
  const int first = part.indices.Size;
  if (part.vertices.Size - offset_ + static_cast<long long>(command.ElemCount) > kMostVertices) {
    offset_ = part.vertices.Size;
    std::ranges::fill(places_, kNowhere);
  }
  const ImDrawIdx* const indices = list.IdxBuffer.Data + command.IdxOffset;
  const ImDrawVert* const vertices = list.VtxBuffer.Data + command.VtxOffset;
  int* const places = places_.data() + command.VtxOffset;
  for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
    const ImDrawIdx* const corners = indices + i;
    if (!reaches_into(box_around(vertices[corners[0]].pos, vertices[corners[1]].pos,
                                 vertices[corners[2]].pos),
                      seen)) {
      continue;
    }
    for (const ImDrawIdx corner : {corners[0], corners[1], corners[2]}) {
      int& place = places[corner];
      if (place == kNowhere) {
        place = part.vertices.Size - offset_;
        part.vertices.push_back(vertices[corner]);
      }
      part.indices.push_back(static_cast<ImDrawIdx>(place));
    }
  }
  if (part.indices.Size == first) return;
  ImDrawCmd taken = command;
  taken.ClipRect = {seen.min.x, seen.min.y, seen.max.x, seen.max.y};
  taken.VtxOffset = static_cast<unsigned>(offset_);
  taken.IdxOffset = static_cast<unsigned>(first);
  taken.ElemCount = static_cast<unsigned>(part.indices.Size - first);
  part.commands.push_back(taken);
}

void BoxRenderer::take(const ImDrawData& data, const ImDrawList& list,
                       const std::vector<Box>& boxes, ListPart& part) {
  part.commands.resize(0);
  part.indices.resize(0);
  part.vertices.resize(0);
  offset_ = 0;
  places_.assign(static_cast<std::size_t>(list.VtxBuffer.Size), kNowhere);
  for (const ImDrawCmd& command : list.CmdBuffer) {
    for (const Box& box : boxes) {
      const Box seen = clip_within(clip_of(command), box, data);
      if (seen.is_empty()) continue;
      if (command.UserCallback == nullptr) {
        take_triangles(list, command, seen, part);
      } else {
        ImDrawCmd taken = command;
        taken.ClipRect = {seen.min.x, seen.min.y, seen.max.x, seen.max.y};
        part.commands.push_back(taken);
      }
    }
  }
}

void BoxRenderer::render(ImDrawData& data, const std::vector<Box>& boxes, ImU32 background) {
  if (boxes.empty()) return;
  for (const Box& box : boxes) clear_box(data, box, background);
  parts_.resize(static_cast<std::size_t>(data.CmdListsCount));
  const auto exchange = [&] {
    for (int n = 0; n < data.CmdListsCount; ++n) {
      ListPart& part = parts_[static_cast<std::size_t>(n)];
      data.CmdLists[n]->CmdBuffer.swap(part.commands);
      data.CmdLists[n]->IdxBuffer.swap(part.indices);
      data.CmdLists[n]->VtxBuffer.swap(part.vertices);
    }
  };
  for (int n = 0; n < data.CmdListsCount; ++n) {
    take(data, *data.CmdLists[n], boxes, parts_[static_cast<std::size_t>(n)]);
  }
  exchange();
  ImGui_ImplOpenGL3_RenderDrawData(&data);
  exchange();
}

}  // namespace attn::ui
