#include "app/document/lessons/lesson_markdown.h"

#include <algorithm>
#include <charconv>
#include <exception>
#include <utility>

#include <md4c.h>

#include "app/document/expressions/lesson_error.h"
#include "app/document/formulas/formula_text.h"
#include "app/document/lessons/lesson_text.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr std::string_view kLight = "light:";

/// Markdown would split formulas: during parsing, a mark with a number replaces each dollar sign.
constexpr char kMark = '\x1a';

class MarkedText {
 public:
  explicit MarkedText(std::string_view text) {
    if (const std::size_t at = text.find_first_of(std::string_view("\0\x1a", 2)); at != text.npos) {
      throw LessonError(text[at] == kMark ? "a control character, U+001A" : "a zero byte",
                        lines_of(text.substr(0, at)) + 1);
    }
    std::size_t at = 0;
    for (const Dollars& one : dollars_of(text)) {
      marked_ += text.substr(at, one.begin - at);
      marked_ += kMark + std::to_string(dollars_.size()) + kMark;
      const bool is_formula =
          one.kind == Dollars::Kind::formula || one.kind == Dollars::Kind::block;
      dollars_.push_back({one.kind, std::string(text.substr(one.begin, one.end - one.begin)),
                          is_formula ? std::string(one.tex(text)) : ""});
      at = one.end;
    }
    marked_ += text.substr(at);
  }

  std::string_view marked() const { return marked_; }

  /// Restores the author's text of a piece with marks. Calls each(dollars, before) for each mark,
  /// with the restored text before it.
  template <typename Each>
  std::string written(std::string_view piece, const Each& each) const {
    std::string text;
    for (;;) {
      const std::size_t begin = piece.find(kMark);
      text += piece.substr(0, begin);
      if (begin == piece.npos) return text;
      piece.remove_prefix(begin + 1);
      std::size_t n = 0;
      const auto read = std::from_chars(piece.data(), piece.data() + piece.size(), n);
      if (read.ec != std::errc() || n >= dollars_.size()) continue;
      each(dollars_[n], text);
      text += dollars_[n].text;
      piece.remove_prefix(std::min(piece.find(kMark), piece.size() - 1) + 1);
    }
  }
  std::string written(std::string_view piece) const {
    return written(piece, [](const Marked&, const std::string&) {});
  }

  static int lines_of(std::string_view text) {
    return static_cast<int>(std::ranges::count(text, '\n'));
  }

  struct Marked {
    Dollars::Kind kind;
    std::string text, tex;
  };

 private:
  std::string marked_;
  std::vector<Marked> dollars_;
};

struct List {
  bool is_ordered = false;
  unsigned number = 0;
};

/// Collects the callbacks of md4c.
class Gatherer {
 public:
  Gatherer(const MarkedText& text, MarkdownUse use)
      : marked_(text), text_(text.marked()), is_guide_(use == MarkdownUse::kGuide) {}

  std::vector<MarkdownPart> take() && { return std::move(parts_); }
  std::exception_ptr error;

  void enter(MD_BLOCKTYPE type, void* detail) {
    switch (type) {
      case MD_BLOCK_QUOTE:
        ++quotes_;
        break;
      case MD_BLOCK_UL:
        lists_.push_back({});
        break;
      case MD_BLOCK_OL:
        lists_.push_back({true, static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start});
        break;
      case MD_BLOCK_LI:
        begin_item();
        break;
      case MD_BLOCK_H:
        begin_heading(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
        break;
      case MD_BLOCK_CODE:
        begin_code(*static_cast<MD_BLOCK_CODE_DETAIL*>(detail));
        break;
      case MD_BLOCK_P:
        begin_paragraph();
        break;
      case MD_BLOCK_TABLE:
        if (!is_guide_) throw LessonError("tables are not shown: use a list", line_);
        begin_block(TextBlock::Kind::kParagraph);
        break;
      case MD_BLOCK_TR:
        parts_.back().rows.emplace_back();
        break;
      case MD_BLOCK_TH:
      case MD_BLOCK_TD:
        is_in_cell_ = true;
        parts_.back().rows.back().emplace_back();
        if (type == MD_BLOCK_TH) cell().kind = TextBlock::Kind::kHeading;
        break;
      default:
        break;
    }
  }

  void leave(MD_BLOCKTYPE type) {
    switch (type) {
      case MD_BLOCK_QUOTE:
        --quotes_;
        break;
      case MD_BLOCK_UL:
      case MD_BLOCK_OL:
        lists_.pop_back();
        break;
      case MD_BLOCK_CODE:
        end_code();
        break;
      case MD_BLOCK_TH:
      case MD_BLOCK_TD:
        is_in_cell_ = false;
        break;
      default:
        break;
    }
  }

  void enter(MD_SPANTYPE type, void* detail) {
    if (type == MD_SPAN_STRONG) ++style_.strong;
    if (type == MD_SPAN_EM) ++style_.emphasis;
    if (type == MD_SPAN_CODE) style_.code = true;
    if (type == MD_SPAN_IMG) {
      if (!is_guide_) throw LessonError("pictures are not shown", line_);
      const MD_ATTRIBUTE& file = static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src;
      parts_.back().picture = marked_.written({file.text, file.size});
    }
    if (type == MD_SPAN_A) {
      const MD_ATTRIBUTE& href = static_cast<MD_SPAN_A_DETAIL*>(detail)->href;
      const std::string_view target(href.text, href.size);
      (is_guide_ ? style_.link : style_.light) =
          is_guide_ ? marked_.written(target) : light_of(target);
    }
  }

  void leave(MD_SPANTYPE type) {
    if (type == MD_SPAN_STRONG) --style_.strong;
    if (type == MD_SPAN_EM) --style_.emphasis;
    if (type == MD_SPAN_CODE) style_.code = false;
    if (type == MD_SPAN_A) style_.light = style_.link = "";
  }

  void text(MD_TEXTTYPE type, std::string_view piece) {
    note_line(piece);
    if (in_code_) {
      code_ += marked_.written(piece);
      return;
    }
    if (type == MD_TEXT_SOFTBR) return add(" ");
    if (type == MD_TEXT_BR) return add("\n");
    if (!style_.code && piece.find("(light:") != std::string_view::npos) {
      throw LessonError("expected a link without spaces, or in <…>: (<light:…>)", line_);
    }
    add(style_.code ? marked_.written(piece) : with_good_formulas(piece));
  }

 private:
  /// Restored text. Errors in formulas are reported while their line is known.
  std::string with_good_formulas(std::string_view piece) const {
    return marked_.written(piece, [&](const MarkedText::Marked& one, const std::string& before) {
      const int line = line_ + MarkedText::lines_of(before);
      if (one.kind == Dollars::Kind::sign) return;
      if (one.kind == Dollars::Kind::alone) {
        throw LessonError("a $ that does not begin a formula: a formula is $…$, a dollar sign \\$",
                          line);
      }
      try {
        require_formula(one.tex);
      } catch (const LessonError& error) {
        throw LessonError(error.what(), line + std::max(0, error.line() - 1));
      }
    });
  }

  /// Text pointers into the source determine the line.
  void note_line(std::string_view piece) {
    const char* begin = text_.data();
    const bool is_part = piece.data() >= begin && piece.data() < begin + text_.size();
    if (!is_part) return;
    const auto at = static_cast<std::size_t>(piece.data() - begin);
    if (at >= counted_) {
      line_ += MarkedText::lines_of(marked_.written(text_.substr(counted_, at - counted_)));
      counted_ = at;
    }
    if (in_code_ && code_line_ == 0) {
      code_line_ = line_ - static_cast<int>(std::ranges::count(code_, '\n'));
    }
  }

  std::string light_of(std::string_view target) const {
    if (target.starts_with(kLight)) return marked_.written(target.substr(kLight.size()));
    if (target.starts_with("https://") || target.starts_with("http://")) return "";
    throw LessonError(
        "expected a link to light:… or https://…, found " + shown(marked_.written(target)), line_);
  }

  void begin_item() {
    List& list = lists_.back();
    marker_ = list.is_ordered ? std::to_string(list.number++) + "." : "•";
    begin_block(TextBlock::Kind::kItem);
  }

  void begin_paragraph() {
    // The first paragraph of an item in a loose list is the item.
    const bool is_begun =
        !parts_.empty() && is_item(parts_.back()) && parts_.back().block.runs.empty();
    if (is_begun) return;
    if (!lists_.empty()) marker_.clear();
    begin_block(!lists_.empty() ? TextBlock::Kind::kItem
                : quotes_ > 0   ? TextBlock::Kind::kQuote
                                : TextBlock::Kind::kParagraph);
  }

  static bool is_item(const MarkdownPart& part) {
    return part.heading == 0 && part.fence.empty() && part.block.kind == TextBlock::Kind::kItem;
  }

  void begin_heading(unsigned level) {
    begin_block(TextBlock::Kind::kHeading);
    if (level < 3) parts_.back().heading = static_cast<int>(level);
  }

  void begin_code(const MD_BLOCK_CODE_DETAIL& detail) {
    note_line({detail.info.text, detail.info.size});
    in_code_ = true;
    code_.clear();
    code_line_ = 0;
    begin_block(TextBlock::Kind::kCode);
    parts_.back().fence = marked_.written({detail.info.text, detail.info.size});
    if (is_guide_ || parts_.back().fence == "text") parts_.back().fence.clear();
  }

  void end_code() {
    in_code_ = false;
    while (!code_.empty() && code_.back() == '\n') code_.pop_back();
    MarkdownPart& part = parts_.back();
    part.line = code_line_ > 0 ? code_line_ : line_ + 1;
    if (part.fence.empty()) {
      part.block.line = part.line;
      part.block.runs.push_back({.text = code_, .is_code = true, .line = part.line});
    } else {
      part.code = code_;
    }
  }

  void begin_block(TextBlock::Kind kind) {
    MarkdownPart part;
    part.block.kind = kind;
    if (kind == TextBlock::Kind::kItem) {
      part.block.marker = marker_;
      part.block.depth = static_cast<int>(lists_.size());
    }
    parts_.push_back(std::move(part));
  }

  TextBlock& cell() { return parts_.back().rows.back().back(); }

  void add(std::string_view piece) {
    // md4c reports no paragraphs in tight lists.
    if (parts_.empty()) begin_block(TextBlock::Kind::kParagraph);
    MarkdownPart& part = parts_.back();
    if (part.line == 0) part.line = part.block.line = line_;
    TextRun run{.text = std::string(piece),
                .is_strong = style_.strong > 0,
                .is_emphasis = style_.emphasis > 0,
                .is_code = style_.code,
                .light = style_.light,
                .link = style_.link,
                .line = line_};
    auto& runs = is_in_cell_ ? cell().runs : part.block.runs;
    if (!runs.empty() && runs.back().is_set_as(run)) {
      runs.back().text += piece;
    } else {
      runs.push_back(std::move(run));
    }
  }

  const MarkedText& marked_;
  std::string_view text_;  ///< the marked one
  std::vector<MarkdownPart> parts_;
  std::vector<List> lists_;
  std::string marker_;
  int quotes_ = 0;
  struct Style {
    int strong = 0, emphasis = 0;
    bool code = false;
    std::string light, link;
  } style_;
  bool is_guide_ = false, is_in_cell_ = false, in_code_ = false;
  std::string code_;
  int code_line_ = 0;
  std::size_t counted_ = 0;
  int line_ = 1;
};

/// Runs `work`; its exceptions wait until md4c, which is C, has returned. md4c may continue for a
/// while after a request to stop: only the first error is stored.
template <typename Work>
int guarded(void* gatherer, Work work) {
  auto& to = *static_cast<Gatherer*>(gatherer);
  if (to.error) return 1;
  try {
    work(to);
    return 0;
  } catch (...) {
    to.error = std::current_exception();
    return 1;
  }
}

MD_PARSER parser() {
  MD_PARSER all{};
  all.flags = MD_FLAG_NOHTML | MD_FLAG_TABLES | MD_FLAG_NOINDENTEDCODEBLOCKS;
  all.enter_block = [](MD_BLOCKTYPE type, void* detail, void* to) {
    return guarded(to, [&](Gatherer& g) { g.enter(type, detail); });
  };
  all.leave_block = [](MD_BLOCKTYPE type, void*, void* to) {
    return guarded(to, [&](Gatherer& g) { g.leave(type); });
  };
  all.enter_span = [](MD_SPANTYPE type, void* detail, void* to) {
    return guarded(to, [&](Gatherer& g) { g.enter(type, detail); });
  };
  all.leave_span = [](MD_SPANTYPE type, void*, void* to) {
    return guarded(to, [&](Gatherer& g) { g.leave(type); });
  };
  all.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* to) {
    return guarded(to, [&](Gatherer& g) { g.text(type, {text, size}); });
  };
  return all;
}

}  // namespace

std::string MarkdownPart::plain() const {
  std::string text;
  for (const TextRun& run : block.runs) text += run.is_code ? as_words(run.text) : run.text;
  return text;
}

std::vector<MarkdownPart> parse_markdown(std::string_view text, MarkdownUse use) {
  const MarkedText marked(text);
  Gatherer gatherer(marked, use);
  const MD_PARSER callbacks = parser();
  const int result = md_parse(marked.marked().data(), static_cast<MD_SIZE>(marked.marked().size()),
                              &callbacks, &gatherer);
  if (gatherer.error) std::rethrow_exception(gatherer.error);
  if (result != 0) throw LessonError("not valid Markdown");
  return std::move(gatherer).take();
}

std::vector<TextBlock> parse_words(std::string_view what, std::string_view text, int line) {
  const int before = line - 1;
  std::vector<TextBlock> words;
  try {
    for (MarkdownPart& part : parse_markdown(text)) {
      if (!part.fence.empty()) {
        throw LessonError("no blocks within " + std::string(what), part.line);
      }
      words.push_back(std::move(part.block));
      words.back().line += before;
      for (TextRun& run : words.back().runs) run.line += before;
    }
  } catch (const LessonError& error) {
    throw LessonError(error.what(), error.line() + before);
  }
  if (words.empty()) throw LessonError("expected a text, found none", line);
  return words;
}

}  // namespace attn
