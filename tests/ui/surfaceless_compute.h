#pragma once

#include "app/gl/base/surfaceless.h"
#include "app/session/evaluation/backends.h"

namespace attn::test {

/// GPU context without a window.
class SurfacelessCompute : public ComputeContext {
 public:
  void make_current() override { context_.make_current(); }
  void release() override {}

 private:
  gl::SurfacelessContext context_{4, 3};
};

}  // namespace attn::test
