#include "app/gl/base/program.h"

#include <string>

#include "tests/gl/gl_test.h"

namespace attn::gl::program_test {
namespace {

class ProgramTest : public GlTest {};

bool says(const std::exception& error, const char* words) {
  return std::string(error.what()).find(words) != std::string::npos;
}

TEST_F(ProgramTest, CompileErrorIsThrownWithTheDriversWords) {
  try {
    // Without cells.glsl the shader lacks is_masked().
    const Program program({"shaders/heatmap.vert"}, {"shaders/heatmap.frag"});
    FAIL() << "compiled";
  } catch (const std::runtime_error& error) {
    EXPECT_TRUE(says(error, "does not compile shaders/heatmap.frag: ")) << error.what();
    EXPECT_TRUE(says(error, "is_masked")) << error.what();
  }
}

TEST_F(ProgramTest, LinkErrorIsThrown) {
  // A fragment stage without main.
  try {
    const Program program({"shaders/heatmap.vert"}, {"shaders/cells.glsl"});
    FAIL() << "linked";
  } catch (const std::runtime_error& error) {
    EXPECT_TRUE(says(error, "does not link shaders/cells.glsl: ")) << error.what();
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
}  // namespace attn::gl::program_test
