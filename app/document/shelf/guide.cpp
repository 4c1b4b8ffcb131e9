#include "app/document/shelf/guide.h"

#include <utility>

#include "assets/assets.h"

namespace attn {

const std::vector<GuidePage>& guide_pages() {
  static const std::vector<GuidePage> all = [] {
    std::vector<GuidePage> pages;
    for (const std::string_view file :
         {"window.md", "lessons.md", "figures.md", "import.md", "training.md", "python.md",
          "command-line.md", "speed.md"}) {
      auto parts = parse_markdown(asset("assets/guide/" + std::string(file)), MarkdownUse::kGuide);
      pages.push_back({file, parts.front().plain(), std::move(parts)});
    }
    return pages;
  }();
  return all;
}

}  // namespace attn
