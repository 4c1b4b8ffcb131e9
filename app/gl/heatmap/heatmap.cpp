#include "app/gl/heatmap/heatmap.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <limits>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "app/gl/base/state_guard.h"
#include "app/gl/heatmap/cell_texture.h"
#include "app/gl/heatmap/pixels.h"
#include "app/gl/heatmap/pyramid.h"

namespace attn::gl {
namespace {

/// Cache of the pooled pixels of a heatmap with cells smaller than a pixel: computed once per
/// change, so that a frame costs no more than one with few cells.
class PixelCells {
 public:
  /// Key of the cache.
  struct PixelSource {
    std::size_t changes = 0;    ///< of the matrix
    std::size_t softmaxes = 0;  ///< changes of the mapping of scores to weights
    std::array<float, 4> rect{};
    bool diverging = false;
    bool operator==(const PixelSource&) const = default;
  };

  /// Returns whether the pixels of these columns and rows are cached.
  bool has(const PixelSource& key, Span columns, Span rows) const {
    return !cells_.empty() && key == key_ && contains(columns_, columns) && contains(rows_, rows);
  }

  /// Allocates the pixels as a render target for shaders/pool.frag; they count as cached from now
  /// on. Changes the bound texture, the framebuffer and the viewport; throws as
  /// CellTexture::resize.
  void begin(const PixelSource& key, Span columns, Span rows) {
    columns_ = rows_ = {};
    cells_.resize(rows.count(), columns.count());
    if (framebuffer_.id() == 0) framebuffer_ = FramebufferObject::make();
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer_.id());
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                           cells_.texture(), 0);
    glViewport(0, 0, columns.count(), rows.count());
    key_ = key;
    columns_ = columns;
    rows_ = rows;
  }

  /// Sets the uniforms of shaders/pool.frag and pixel_cells.glsl.
  void place(const Program& program) const {
    program.set("first_pixel", columns_.first, rows_.first);
  }
  void read_by(const Program& program) const {
    cells_.read_by(program);
    place(program);
  }

 private:
  CellTexture cells_;
  FramebufferObject framebuffer_;
  PixelSource key_;
  Span columns_, rows_;
};

/// Programs that draw heatmaps, compiled on first use.
class Programs {
 public:
  /// Variants of reading a texture of cells.
  struct CellSource {
    bool are_scores = false;   ///< scores whose weights are drawn
    bool are_wrapped = false;  ///< see CellTexture
  };

  /// Program for cells of at least a pixel.
  const Program& large(CellSource cells) const {
    return once(0, cells, {"shaders/heatmap.frag", "shaders/large_cells.glsl"});
  }
  /// Program that pools the strongest cell of each pixel.
  const Program& pool(CellSource cells) const {
    return once(1, cells, {"shaders/small_cells.glsl", "shaders/pool.frag"});
  }
  /// Program that draws the result of `pool`.
  const Program& pooled() const {
    return once(2, {}, {"shaders/heatmap.frag", "shaders/pixel_cells.glsl"});
  }

  /// Programs that build a pyramid.
  const Reducers& reducers() const {
    if (!reducers_) reducers_.emplace();
    return *reducers_;
  }

  VertexArrayObject no_vertices = VertexArrayObject::make();

 private:
  const Program& once(unsigned n, CellSource cells, std::array<std::string_view, 2> last) const {
    auto& program = programs_[4 * n + (cells.are_scores ? 2U : 0U) + (cells.are_wrapped ? 1U : 0U)];
    if (!program) {
      program.emplace(
          Program({"shaders/heatmap.vert"},
                  {"shaders/cells.glsl",
                   cells.are_wrapped ? "shaders/wrapped_cell.glsl" : "shaders/straight_cell.glsl",
                   cells.are_scores ? "shaders/softmax_cells.glsl" : "shaders/plain_cells.glsl",
                   last[0], last[1]}));
    }
    return *program;
  }

  mutable std::optional<Reducers> reducers_;
  mutable std::array<std::optional<Program>, 12> programs_;
};

/// Compiled once for all heatmaps alive at a time.
std::shared_ptr<const Programs> shared_programs() {
  static std::weak_ptr<const Programs> shared;
  std::shared_ptr<const Programs> programs = shared.lock();
  if (!programs) {
    shared = programs = std::make_shared<const Programs>();
    programs->large({});  // reports a refusal at once
  }
  return programs;
}

/// Colour map as a texture of 256 texels, uploaded when its colours change.
class StepsTexture {
 public:
  void read_by(const Program& program, const Colormap& map) {
    glActiveTexture(GL_TEXTURE1);
    if (uploaded_ != map.steps) {
      texture_ = TextureObject::make();
      glBindTexture(GL_TEXTURE_2D, texture_.id());
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
      std::array<GLubyte, 4 * 256> texels{};
      for (std::size_t i = 0; i < 256; ++i) {
        const Rgb step = map.steps[i];
        std::copy_n(std::array<GLubyte, 4>{step.r, step.g, step.b, 255}.begin(), 4,
                    texels.begin() + static_cast<std::ptrdiff_t>(4 * i));
      }
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 256, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
      uploaded_ = map.steps;
    }
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    program.set("steps", 1);
  }

 private:
  TextureObject texture_;
  std::optional<std::array<Rgb, 256>> uploaded_;
};

/// Mapping of scores to weights for each row, as a texture.
class SoftmaxTexture {
 public:
  void upload(float sharpness, std::vector<Heatmap::SoftmaxRow> rows) {
    constexpr std::size_t kLine = 1024;
    const std::size_t lines = (rows.size() + kLine - 1) / kLine;
    rows.resize(lines * kLine);
    sharpness_ = sharpness;
    if (texture_.id() == 0) texture_ = TextureObject::make();
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    if (lines != std::exchange(lines_, lines)) {
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RG32F, kLine, static_cast<GLsizei>(lines), 0, GL_RG,
                   GL_FLOAT, rows.data());
    } else {
      glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, kLine, static_cast<GLsizei>(lines), GL_RG, GL_FLOAT,
                      rows.data());
    }
  }

  void read_by(const Program& program) const {
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    program.set("softmax_rows", 2);
    program.set("sharpness", sharpness_);
  }

 private:
  TextureObject texture_;
  std::size_t lines_ = 0;
  float sharpness_ = 1;
};

std::array<float, 4> clip_space(Span x, Span y, int width, int height) {
  const auto along = [](int pixel, int size) { return static_cast<float>(2.0 * pixel / size - 1); };
  return {along(x.first, width), along(height - y.last, height), along(x.last, width),
          along(height - y.first, height)};
}

std::array<float, 4> parts(Color color) { return {color.r, color.g, color.b, color.a}; }

/// Counter over all heatmaps, so that values are never reused.
std::size_t next_change() {
  static std::size_t changes = 0;
  return ++changes;
}

/// Hash of a sequence of values.
class LookSum {
 public:
  template <class T>
  void add(const T& part) {
    static_assert(sizeof(T) <= sizeof(std::uint64_t) &&
                  std::has_unique_object_representations_v<T>);
    std::uint64_t word = 0;
    std::memcpy(&word, &part, sizeof(T));
    sum_ = (sum_ ^ word) * 0x9e3779b97f4a7c15U;
    sum_ ^= sum_ >> 32U;
  }
  void add(float part) { add(std::bit_cast<std::uint32_t>(part)); }
  void add(Color color) {
    for (const float part : parts(color)) add(part);
  }
  std::uint64_t sum() const { return sum_; }

 private:
  std::uint64_t sum_ = 0;
};

/// `cell` is the shorter side of a cell of the matrix.
void set_style(const Program& program, const HeatmapStyle& style, float cell) {
  program.set("low", style.range.low);
  program.set("high", style.range.high);
  const ColorRange ends = values_at_ends(*style.colormap, style.range);
  program.set("ends", ends.low, ends.high);
  program.set("rect", style.rect);
  program.set("gap", std::min(style.gap, std::max(0.0f, (cell - 4) / 4)));
  program.set("radius", cell < 4 ? 0 : std::min(style.radius, cell / 6));
  program.set("background", parts(style.background));
  program.set("hatch", parts(style.hatch));
  program.set("hatch_spacing", style.hatch_spacing);
  program.set("hatch_width", style.hatch_width);
}

}  // namespace

struct Heatmap::Gl {
  std::shared_ptr<const Programs> programs = shared_programs();
  CellTexture cells;
  Pyramid pyramid;
  StepsTexture steps;
  SoftmaxTexture softmax;
  PixelCells pixels;
  bool are_scores = false;
  std::size_t changes = next_change();    ///< of the numbers
  std::size_t softmaxes = next_change();  ///< changes of the mapping of scores to weights

  void find_pixels(const HeatmapStyle& style, std::array<float, 2> pitch, Span columns, Span rows);
};

Heatmap::Heatmap() : gl_(std::make_unique<Gl>()) {}
Heatmap::~Heatmap() = default;

std::size_t Heatmap::changes() const { return gl_->changes; }

void Heatmap::set_scores(const Matrix& scores) {
  set(scores);
  gl_->are_scores = true;
}

void Heatmap::set_softmax(float sharpness, const std::vector<SoftmaxRow>& rows) {
  assert(static_cast<int>(rows.size()) == gl_->cells.rows());
  gl_->softmaxes = next_change();
  const StateGuard guard;
  gl_->softmax.upload(sharpness, rows);
}

void Heatmap::set(const Matrix& matrix) {
  gl_->changes = next_change();
  gl_->are_scores = false;
  if (matrix.size() == 0) {
    gl_->cells = CellTexture();
    return;
  }
  if (matrix.size() > std::numeric_limits<int>::max()) {
    throw std::runtime_error("the matrix has too many numbers to be drawn");
  }
  const StateGuard guard;
  gl_->cells.resize(static_cast<int>(matrix.rows()), static_cast<int>(matrix.cols()));
  gl_->cells.upload(matrix.data());
  gl_->pyramid.invalidate();
}

void Heatmap::set(const NumbersInBuffer& numbers) {
  gl_->changes = next_change();
  const StateGuard guard;
  gl_->cells.resize(numbers.rows, numbers.columns);
  gl_->cells.copy(numbers);
  gl_->are_scores = false;
  gl_->pyramid.invalidate();
}

void Heatmap::release() { gl_ = std::make_unique<Gl>(); }

void Heatmap::set_row(const Matrix& matrix, Index row) {
  gl_->changes = next_change();
  assert(matrix.rows() == gl_->cells.rows() && matrix.cols() == gl_->cells.columns());
  const StateGuard guard;
  gl_->cells.upload_row(matrix.data(), static_cast<int>(row));
  gl_->pyramid.touch_row(static_cast<int>(row));
}

void Heatmap::set_column(const Matrix& matrix, Index column) {
  gl_->changes = next_change();
  assert(matrix.rows() == gl_->cells.rows() && matrix.cols() == gl_->cells.columns());
  const StateGuard guard;
  gl_->cells.upload_column(matrix.data(), static_cast<int>(column));
  gl_->pyramid.touch_column(static_cast<int>(column));
}

/// Pools the pixels of a matrix with cells smaller than a pixel, unless cached.
void Heatmap::Gl::find_pixels(const HeatmapStyle& style, std::array<float, 2> pitch, Span columns,
                              Span rows) {
  const bool diverging = style.colormap->diverging;
  const PixelCells::PixelSource key{changes, softmaxes, style.rect, diverging};
  if (pixels.has(key, columns, rows)) return;
  const StateGuard guard;
  const Pyramid::Level* level = pyramid.level_for(cells, 1 / double{pitch[0]}, 1 / double{pitch[1]},
                                                  diverging, are_scores, programs->reducers());
  const CellTexture& source = level != nullptr ? level->cells : cells;
  pixels.begin(key, columns, rows);
  const Program& program = programs->pool({are_scores, source.is_wrapped()});
  program.use();
  if (are_scores) softmax.read_by(program);
  source.read_by(program);
  pixels.place(program);
  program.set("diverging", diverging ? 1 : 0);
  program.set("rect", style.rect);
  program.set("pitch", pitch[0] * static_cast<float>(level != nullptr ? level->columns_each : 1),
              pitch[1] * static_cast<float>(level != nullptr ? level->rows_each : 1));
  program.set("subpixel", pitch[0] < 1 ? 1 : 0, pitch[1] < 1 ? 1 : 0);
  program.set("corners", std::array<float, 4>{-1, -1, 1, 1});
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void Heatmap::draw(const HeatmapStyle& style, int framebuffer_width, int framebuffer_height) {
  assert(style.colormap != nullptr);
  const auto [x, y, width, height] = style.rect;
  const auto [clip_x, clip_y, clip_width, clip_height] = style.clip;
  const Span columns = pixels_in(x, width, clip_x, clip_width, framebuffer_width);
  const Span rows = pixels_in(y, height, clip_y, clip_height, framebuffer_height);
  if (gl_->cells.empty() || columns.empty() || rows.empty()) return;

  const StateGuard guard;
  glBindVertexArray(gl_->programs->no_vertices.id());
  const std::array<float, 2> pitch{width / static_cast<float>(gl_->cells.columns()),
                                   height / static_cast<float>(gl_->cells.rows())};
  const bool small = pitch[0] < 1 || pitch[1] < 1;
  if (small) gl_->find_pixels(style, pitch, columns, rows);
  const Program& program = small ? gl_->programs->pooled()
                                 : gl_->programs->large({gl_->are_scores, gl_->cells.is_wrapped()});
  program.use();
  if (small) {
    gl_->pixels.read_by(program);
  } else {
    if (gl_->are_scores) gl_->softmax.read_by(program);
    gl_->cells.read_by(program);
    program.set("pitch", pitch[0], pitch[1]);
  }
  gl_->steps.read_by(program, *style.colormap);
  set_style(program, style, std::min(pitch[0], pitch[1]));
  program.set("framebuffer_height", static_cast<float>(framebuffer_height));
  program.set("corners", clip_space(columns, rows, framebuffer_width, framebuffer_height));
  glViewport(0, 0, framebuffer_width, framebuffer_height);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

std::uint64_t Heatmap::image_hash(const HeatmapStyle& style) const {
  LookSum look;
  look.add(gl_->changes);
  look.add(gl_->softmaxes);
  for (const Rgb step : style.colormap->steps) look.add(step);
  look.add(style.colormap->diverging);
  look.add(style.range.low);
  look.add(style.range.high);
  look.add(style.range.center);
  for (const float side : style.rect) look.add(side);
  look.add(style.gap);
  look.add(style.radius);
  look.add(style.background);
  look.add(style.hatch);
  look.add(style.hatch_spacing);
  look.add(style.hatch_width);
  return look.sum();
}

}  // namespace attn::gl
