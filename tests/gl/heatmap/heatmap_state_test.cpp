#include <map>

#include <epoxy/gl.h>

#include "app/gl/base/gl_object.h"
#include "app/gl/base/program.h"
#include "app/gl/base/state_guard.h"
#include "app/gl/heatmap/pyramid.h"
#include "tests/gl/gl_test.h"
#include "tests/support/random.h"

namespace attn::gl::heatmap_state_test {
namespace {

class HeatmapStateTest : public GlTest {};

std::map<GLenum, std::array<GLint, 4>> state() {
  std::map<GLenum, std::array<GLint, 4>> all;
  for (const int name : {GL_CURRENT_PROGRAM,
                         GL_VERTEX_ARRAY_BINDING,
                         GL_ACTIVE_TEXTURE,
                         GL_VIEWPORT,
                         GL_SCISSOR_BOX,
                         GL_DRAW_FRAMEBUFFER_BINDING,
                         GL_READ_FRAMEBUFFER_BINDING,
                         GL_ARRAY_BUFFER_BINDING,
                         GL_PIXEL_UNPACK_BUFFER_BINDING,
                         GL_UNPACK_ALIGNMENT,
                         GL_UNPACK_ROW_LENGTH,
                         GL_UNPACK_SKIP_ROWS,
                         GL_UNPACK_SKIP_PIXELS,
                         GL_UNPACK_SWAP_BYTES,
                         GL_BLEND_SRC_RGB,
                         GL_BLEND_DST_RGB,
                         GL_BLEND_SRC_ALPHA,
                         GL_BLEND_DST_ALPHA,
                         GL_BLEND_EQUATION_RGB,
                         GL_BLEND_EQUATION_ALPHA,
                         GL_BLEND,
                         GL_SCISSOR_TEST,
                         GL_DEPTH_TEST,
                         GL_STENCIL_TEST,
                         GL_CULL_FACE,
                         GL_FRAMEBUFFER_SRGB,
                         GL_TEXTURE_BINDING_2D}) {
    const auto of = static_cast<GLenum>(name);
    glGetIntegerv(of, all[of].data());
  }
  return all;
}

std::vector<GLint> textures() {
  GLint active = 0;
  glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
  std::vector<GLint> bound(8);
  for (std::size_t i = 0; i < bound.size(); ++i) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(i));
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound[i]);
  }
  glActiveTexture(static_cast<GLenum>(active));
  return bound;
}

/// State unlike the default in every respect, as another painter may leave it.
struct Unusual {
  VertexArrayObject vertex_array = VertexArrayObject::make();
  std::vector<TextureObject> bound;
  Reducers reducers;
  const Program& program = reducers.straight;
  GLuint buffer = 0;

  Unusual() {
    for (GLenum i = 0; i < 8; ++i) {
      glActiveTexture(GL_TEXTURE0 + i);
      bound.push_back(TextureObject::make());
      glBindTexture(GL_TEXTURE_2D, bound.back().id());
    }
    glActiveTexture(GL_TEXTURE5);
    glBindVertexArray(vertex_array.id());
    program.use();
    glViewport(1, 2, 3, 4);
    glScissor(5, 6, 7, 8);
    glBlendFuncSeparate(GL_DST_COLOR, GL_ONE, GL_ZERO, GL_SRC_ALPHA);
    glBlendEquationSeparate(GL_FUNC_SUBTRACT, GL_MAX);
    for (const GLenum what : StateGuard::kSwitches) glEnable(what);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 8);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 77);
    glPixelStorei(GL_UNPACK_SKIP_ROWS, 3);
    glPixelStorei(GL_UNPACK_SKIP_PIXELS, 2);
    glPixelStorei(GL_UNPACK_SWAP_BYTES, 1);
  }
  ~Unusual() { glDeleteBuffers(1, &buffer); }
};

TEST_F(HeatmapStateTest, SettingAndDrawingRestoreAllStateAndObeyNoneOfIt) {
  const Matrix small = test::Random(1).uniform(5, 4), large = test::Random(2).uniform(300, 200);
  const HeatmapStyle style = filling(80, 60, "red-blue", {-1, 1});
  const test::Picture expected_small = draw(small, style, 80, 60);
  const test::Picture expected_large = draw(large, style, 80, 60);

  const Canvas canvas(80, 60);
  const Unusual unusual;
  const auto before = state();
  const auto textures_before = textures();
  Heatmap heatmap;
  for (const auto& [matrix, expected] :
       {std::pair{&small, &expected_small}, std::pair{&large, &expected_large}}) {
    heatmap.set(*matrix);
    EXPECT_EQ(state(), before) << "after set";
    heatmap.draw(style, 80, 60);
    EXPECT_EQ(state(), before) << "after draw";
    EXPECT_EQ(textures(), textures_before);
    EXPECT_EQ(canvas.picture().rgba, expected->rgba);
  }
}

/// Counts the calls of a GL function by what it calls through, while it lives.
template <auto& Function>
class Calls;

template <class... Args, void (*&Function)(Args...)>
class Calls<Function> {
 public:
  Calls() {
    count_ = 0;
    real_ = std::exchange(Function, [](Args... args) {
      ++count_;
      real_(args...);
    });
  }
  // The first call may have resolved and replaced the function pointer.
  ~Calls() { Function = real_; }

  int count() const { return count_; }

 private:
  static inline int count_ = 0;
  static inline void (*real_)(Args...) = nullptr;
};

TEST_F(HeatmapStateTest, OnlySetUploads) {
  Heatmap heatmap;
  const Matrix matrix = test::Random(1).uniform(300, 200);
  heatmap.set(matrix);
  const Canvas canvas(80, 60);
  heatmap.draw(filling(80, 60, "viridis", {0, 1}), 80, 60);

  const Calls<epoxy_glTexImage2D> allocations;
  const Calls<epoxy_glTexSubImage2D> uploads;
  const Calls<epoxy_glDrawArrays> draws;
  for (const float high : {0.5f, 1.0f, 2.0f}) {
    heatmap.draw(filling(80, 60, "viridis", {-high, high}), 80, 60);
  }
  HeatmapStyle panned = filling(80, 60, "viridis", {0, 1});
  for (const float zoom : {1.5f, 2.0f, 30.0f}) {
    panned.rect = {-12, -7, 80 * zoom, 60 * zoom};
    heatmap.draw(panned, 80, 60);
  }
  EXPECT_EQ(allocations.count(), 0);
  EXPECT_EQ(uploads.count(), 0);
  EXPECT_EQ(draws.count(), 8) << "one quad each, and one more for each new place of small cells";

  heatmap.draw(filling(80, 60, "magma", {0, 1}), 80, 60);
  EXPECT_EQ(allocations.count(), 1) << "another colour map is 256 colours";

  heatmap.set(matrix);
  EXPECT_EQ(allocations.count(), 1) << "the same shape keeps its storage";
  EXPECT_EQ(uploads.count(), 1);
}

TEST_F(HeatmapStateTest, FindsThePixelsOfSmallCellsOnceForEachChange) {
  Heatmap heatmap;
  Matrix matrix = test::Random(1).uniform(300, 200);
  heatmap.set(matrix);
  HeatmapStyle style = filling(80, 60, "viridis", {0, 1});
  const test::Picture whole = draw(heatmap, style, 80, 60);

  const Calls<epoxy_glDrawArrays> draws;
  HeatmapStyle part = style;
  part.clip = {10, 20, 30, 15};
  const test::Picture clipped = draw(heatmap, part, 80, 60);
  EXPECT_EQ(draws.count(), 1) << "a part of what is known";
  for (int y = 20; y < 35; ++y) {
    for (int x = 10; x < 40; ++x) ASSERT_EQ(color_at(clipped, x, y), color_at(whole, x, y));
  }
  draw(heatmap, style, 80, 60);
  EXPECT_EQ(draws.count(), 2) << "the whole is known still";

  const auto draws_anew = [&](const char* what) {
    const int before = draws.count();
    draw(heatmap, style, 80, 60);
    EXPECT_GE(draws.count(), before + 2) << what;
    Heatmap fresh;
    fresh.set(matrix);
    EXPECT_EQ(compare(draw(heatmap, style, 80, 60), draw(fresh, style, 80, 60)).max, 0) << what;
  };
  style.colormap = find_colormap("red-blue");
  style.range = {-1, 1};
  draws_anew("the strongest is another one");
  matrix.row(7).setConstant(2);
  heatmap.set_row(matrix, 7);
  draws_anew("a row");
  matrix.col(9).setConstant(-3);
  heatmap.set_column(matrix, 9);
  draws_anew("a column");
  style.rect[0] = -5;
  draws_anew("another place");
  matrix *= -0.5F;
  heatmap.set(matrix);
  draws_anew("all numbers");
}

TEST_F(HeatmapStateTest, SetKeepsNothingOfTheMatrix) {
  Heatmap heatmap;
  const HeatmapStyle style = filling(40, 40, "viridis", {0, 1});
  {
    Matrix matrix = Matrix::Ones(4, 4);
    heatmap.set(matrix);
    matrix.setZero();
  }
  EXPECT_EQ(color_at(draw(heatmap, style, 40, 40), 5, 5), style.colormap->steps[255]);
}

}  // namespace
}  // namespace attn::gl::heatmap_state_test
