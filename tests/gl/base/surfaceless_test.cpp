#include "app/gl/base/surfaceless.h"

#include <stdexcept>

#include <epoxy/gl.h>
#include <gtest/gtest.h>

namespace attn::gl::surfaceless_test {
namespace {

TEST(Surfaceless, GivesACoreContextOfTheVersion) {
  const SurfacelessContext context(3, 3);
  EXPECT_GE(epoxy_gl_version(), 33);
  GLint profile = 0;
  glGetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
  EXPECT_EQ(profile, GL_CONTEXT_CORE_PROFILE_BIT);
}

TEST(Surfaceless, AVersionThatIsNotToBeHadIsSaid) {
  try {
    const SurfacelessContext context(9, 7);
    FAIL() << "OpenGL 9.7";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(),
                 "no OpenGL without a display: the driver has no core context of version 9.7");
  }
}

TEST(Surfaceless, ContextsLiveSideBySide) {
  const SurfacelessContext first(3, 3);
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  {
    const SurfacelessContext second(3, 3);
    EXPECT_EQ(glIsTexture(texture), GL_FALSE);
  }
  first.make_current();
  EXPECT_EQ(glIsTexture(texture), GL_TRUE);
  glDeleteTextures(1, &texture);
}

}  // namespace
}  // namespace attn::gl::surfaceless_test
