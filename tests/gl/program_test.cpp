#include "app/gl/program.h"

#include <gmock/gmock.h>

#include "tests/gl/gl_test.h"

namespace attn::gl {
namespace {

class ProgramTest : public GlTest {};

TEST_F(ProgramTest, CompileErrorIsThrownWithTheDriversWords) {
  try {
    // Without cells.glsl the shader lacks is_masked().
    const Program program({"shaders/heatmap.vert"}, {"shaders/heatmap.frag"});
    FAIL() << "compiled";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("does not compile shaders/heatmap.frag: "));
    EXPECT_THAT(error.what(), testing::HasSubstr("is_masked"));
  }
}

TEST_F(ProgramTest, LinkErrorIsThrown) {
  // A fragment stage without main.
  try {
    const Program program({"shaders/heatmap.vert"}, {"shaders/cells.glsl"});
    FAIL() << "linked";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("does not link shaders/cells.glsl: "));
  }
}

TEST_F(ProgramTest, ObjectsAreFreedOnce) {
  GLuint id = 0;
  {
    TextureObject texture = TextureObject::make();
    id = texture.id();
    glBindTexture(GL_TEXTURE_2D, id);
    TextureObject moved = std::move(texture);
    EXPECT_EQ(moved.id(), id);
    EXPECT_EQ(texture.id(), 0u);
    EXPECT_EQ(glIsTexture(id), GL_TRUE);
  }
  EXPECT_EQ(glIsTexture(id), GL_FALSE);
}

}  // namespace
}  // namespace attn::gl
