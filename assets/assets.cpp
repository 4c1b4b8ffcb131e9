#include "assets/assets.h"

#include <stdexcept>
#include <string>

namespace attn {

std::string_view asset(std::string_view path) {
  for (const Asset& one : assets()) {
    if (one.path == path) return one.bytes;
  }
  throw std::logic_error("no asset " + std::string(path));
}

}  // namespace attn
