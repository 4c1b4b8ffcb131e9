// One notation in every text that the program can show: score s, weight α, output o, temperature T,
// W_Q W_K W_V W_O, dₖ dᵥ, K^T. Names of files and of the scene format (w_q, dk) are no prose.

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fontconfig/fontconfig.h>
#include <gtest/gtest.h>

#include "app/document/formulas/formula.h"
#include "app/document/formulas/formula_text.h"
#include "app/document/formulas/plain_formula.h"
#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_state.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/math/set_formula.h"
#include "app/figure/steps/pipeline.h"
#include "app/figure/steps/steps_diagram.h"
#include "assets/assets.h"
#include "engine/attention/combine.h"
#include "engine/attention/mask.h"
#include "engine/attention/norm.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/blocks/network.h"
#include "engine/blocks/stages.h"
#include "engine/fast/evaluate.h"
#include "engine/reference/parts.h"
#include "tests/support/paths.h"
#include "tests/support/test_cases.h"

namespace attn::notation_test {
namespace {

namespace fs = std::filesystem;

/// A text and where it stands.
struct Said {
  std::string where, text;
};

struct Forbidden {
  const char* what;
  std::regex pattern;
};

const std::vector<Forbidden>& forbidden() {
  using std::regex;
  static const std::vector<Forbidden> all = {
      {"a score is s", regex(R"((^|[^A-Za-z])(a\(q|a(ᵢ|ⱼ)|(a|e)(ᵢⱼ|_ij)))")},
      {"a weight is α",
       regex(R"((^|[^A-Za-z])w(ᵢ|ⱼ|_ij|_j\b)|(^|[^A-Za-z_.])w · v|\b([apw]) ln \4\b)")},
      {"matrices are W_Q, W_K, W_V, W_O, W_A", regex(R"(W_?[qkvoa]\b|W\^|\bW[QKVO]\b|W(ₒ|ₖ|ᵥ))")},
      {"widths are dₖ and dᵥ", regex(R"(√d(?!ₖ|ᵥ)|(^|[^A-Za-z])d_[kv]\b|\bdmodel\b)")},
      {"a transposed matrix is K^T", regex(R"(ᵀ|⊤|\b[QKXP]'|Q · K(?!\^T)|\b([XP]) · \1(?!\^T))")},
      {"the temperature is T",
       regex(R"(temperature t\b|(^|[^A-Za-z])(s|sᵢⱼ|score|scores) ?/ ?(t|τ)($|[^a-z]))")},
      {"an output is o", regex(R"(head\[h\]|w\[h\]|\bhead_h\b|head(₀|₁|₂|₃)|\by(ᵢ|_i\b))")},
  };
  return all;
}

/// Keys of the scene format, which in prose have the symbols above.
const Forbidden& keys_in_prose() {
  static const Forbidden rule{
      "dₖ, dᵥ, W_Q, W_K, W_V, W_O in prose",
      std::regex(R"re((^|[^A-Za-z_.#\]/"])(d[kv]|w_[qkvoa])($|[^A-Za-z_\]"]))re")};
  return rule;
}

void expect_clean(const Said& said, const Forbidden& rule) {
  std::smatch match;
  EXPECT_FALSE(std::regex_search(said.text, match, rule.pattern))
      << said.where << ": \"" << said.text << "\" has \"" << match[0] << "\", but " << rule.what;
}

void expect_notation(const Said& said, bool is_prose = true) {
  for (const Forbidden& rule : forbidden()) expect_clean(said, rule);
  if (is_prose) expect_clean(said, keys_in_prose());
}

/// Characters reserved for formulas: superscripts, subscripts, roots, sums, Greek letters, W_Q.
/// Allowed in text are atoms ("N₁"), names ("α-entmax"), powers of ten, "½ max" at a scale and the
/// format's "V′"; ")^2", ")^" and "L^2" are parts of TeX.
void expect_no_formula_signs(const Said& said) {
  static const std::regex kWords(R"([CHNO](₁|₂|₃|₄|₅)|α-entmax|10⁻.|½ max|V′|^[)L]\^2?$)"),
      kSigns(R"(₀|₁|₂|₃|₄|₅|₆|₇|₈|₉|ᵢ|ⱼ|ₖ|ₘ|ᵥ|ₕ|⁰|¹|²|³|⁴|⁵|⁶|⁷|⁸|⁹|⁻|ᵀ|⊤|√|Σ|‖|≠|≈|∈|½|′|)"
             R"(α|β|γ|δ|ε|θ|λ|μ|π|σ|τ|φ|ω|Φ|\b[A-Z]_[A-Z]\b|\^)");
  const std::string words = std::regex_replace(said.text, kWords, "");
  std::smatch match;
  EXPECT_FALSE(std::regex_search(words, match, kSigns))
      << said.where << ": \"" << said.text << "\" has \"" << match[0]
      << "\", which no formula sets";
}

/// Checks additionally that there is no "T = 1".
void expect_no_formula(const Said& said) {
  expect_no_formula_signs(said);
  static const std::regex kEquation(R"((^|[^A-Za-z'’])[A-Za-z] = )");
  std::smatch match;
  EXPECT_FALSE(std::regex_search(said.text, match, kEquation))
      << said.where << ": \"" << said.text << "\" has \"" << match[0]
      << "\", which no formula sets";
}

/// It can be read, and its font has all of its signs.
void expect_set(const Said& said) {
  try {
    const SetFormula set = set_formula(read_formula(said.text), {});
    for (const SetFormula::Sign& sign : set.signs) {
      EXPECT_NE(sign.glyph, 0U) << said.where << ": no glyph in \"" << said.text << "\"";
    }
  } catch (const FormulaError& error) {
    ADD_FAILURE() << said.where << ": \"" << said.text << "\": " << error.what();
  }
}

std::string file_text(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

fs::path root() { return fs::canonical(test::data_path("..")); }

/// The texts in a source file's quotes, those that C++ joins as one. No comments, no includes.
std::vector<Said> literals_of(const fs::path& path) {
  const std::string code = file_text(path), where = path.lexically_relative(root()).string();
  std::vector<Said> said;
  bool joins = false;  // nothing but space since the last
  for (std::size_t at = 0; at < code.size(); ++at) {
    const bool is_line = code.compare(at, 2, "//") == 0 || code.compare(at, 8, "#include") == 0;
    if (is_line) {
      at = std::min(code.find('\n', at), code.size());
    } else if (code.compare(at, 3, R"('"')") == 0) {
      at += 2;
    } else if (code[at] == '"') {
      if (!joins) said.push_back({where, ""});
      for (++at; at < code.size() && code[at] != '"' && code[at] != '\n'; ++at) {
        if (code[at] == '\\') said.back().text += code[at++];
        said.back().text += code[at];
      }
      joins = true;
    } else {
      joins = joins && std::isspace(static_cast<unsigned char>(code[at])) != 0;
    }
  }
  return said;
}

/// Tooltips from their asset, one per control.
std::vector<Said> tips() {
  std::vector<Said> all;
  std::istringstream lines{std::string(asset("assets/tips.txt"))};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const std::size_t colon = line.find(": ");
    if (line.starts_with(';') || colon == std::string::npos) continue;
    all.push_back({"assets/tips.txt:" + std::to_string(number), line.substr(colon + 2)});
  }
  return all;
}

const std::vector<Said>& literals() {
  static const std::vector<Said> literals = [] {
    std::vector<Said> all;
    for (const char* room : {"app", "engine"}) {
      for (const auto& entry : fs::recursive_directory_iterator(root() / room)) {
        const std::string ending = entry.path().extension();
        if (ending != ".cpp" && ending != ".h") continue;
        for (Said& one : literals_of(entry.path())) all.push_back(std::move(one));
      }
    }
    return all;
  }();
  return literals;
}

/// Its formulas are set: spaces stand for them.
std::string without_formulas(std::string text) {
  for (const Dollars& one : dollars_of(text)) {
    for (std::size_t n = one.begin; n < one.end; ++n) {
      if (text[n] != '\n') text[n] = ' ';
    }
  }
  return text;
}

/// Visible prose of a lesson: without blocks of scenes and conditions, expressions and link
/// targets. Text shown instead of an expression is kept.
std::vector<Said> prose_of(const Asset& lesson) {
  static const std::set<std::string> kUnread = {"scene", "view", "facts", "solution", "stage"};
  static const std::regex kUnreadLine(R"(^(when|then|value|by|items|range|within):)");
  static const std::regex kShown(R"(\{(?:now: )?([^{}"=]*) = [^{}]*\})"),
      kExpression(R"(\{[^{}]*\})");
  static const std::regex kTarget(R"(\]\(light:[^)]*\))");
  std::vector<Said> said;
  std::istringstream lines(without_formulas(std::string(lesson.bytes)));
  std::string block;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.starts_with("```")) {
      block = block.empty() ? line.substr(3, line.find(' ') - 3) + " " : "";
      continue;
    }
    if (!block.empty() && kUnread.contains(block.substr(0, block.size() - 1))) continue;
    if (block == "goal " && !line.starts_with("do:")) continue;
    if (std::regex_search(line, kUnreadLine)) continue;
    line = std::regex_replace(line, kShown, "$1");
    line = std::regex_replace(line, kExpression, "");
    said.push_back({std::string(lesson.path) + ":" + std::to_string(number),
                    std::regex_replace(line, kTarget, "]")});
  }
  return said;
}

std::vector<Said> lessons() {
  std::vector<Said> all;
  for (const Asset& one : assets()) {
    if (!one.path.starts_with("assets/lessons/")) continue;
    for (Said& line : prose_of(one)) all.push_back(std::move(line));
  }
  return all;
}

std::vector<Said> examples() {
  std::vector<Said> all;
  for (const Asset& one : assets()) {
    if (!one.path.starts_with("assets/examples/")) continue;
    const Scene scene = parse_scene(one.bytes);
    all.push_back({std::string(one.path), scene.title});
    all.push_back({std::string(one.path), scene.notes});
  }
  return all;
}

/// Calls each(kind) for all kinds that have a formula.
template <typename Each>
void for_each_kind(const Each& each) {
  const auto walk = [&](auto kinds) {
    for (const auto& kind : kinds) each(kind);
  };
  walk(score_kinds());
  walk(mask_kinds());
  walk(normalizer_kinds());
  walk(position_kinds());
  walk(rope_scaling_kinds());
  walk(combine_kinds());
  walk(norm_kinds());
}

/// The formulas of a text, its words as they are without them, and numbers in place of \\val{…}.
void take_apart(const Said& said, std::vector<Said>& formulas, std::vector<Said>& words) {
  static const std::regex kNumber(R"(\\val\{[^{}]*\})");
  for (const Dollars& one : dollars_of(said.text)) {
    EXPECT_NE(one.kind, Dollars::Kind::alone) << said.where << ": \"" << said.text << "\"";
    const bool is_formula = one.kind == Dollars::Kind::formula || one.kind == Dollars::Kind::block;
    if (!is_formula) continue;
    formulas.push_back(
        {said.where, std::regex_replace(std::string(one.tex(said.text)), kNumber, "0")});
  }
  words.push_back({said.where, without_formulas(said.text)});
}

/// All words and formulas in the diagrams of all examples, each step of Steps opened.
struct InFigures {
  std::vector<Said> words, formulas;
};

InFigures figures() {
  InFigures all;
  const FigureRuler ruler;
  for (const Asset& one : assets()) {
    if (!one.path.starts_with("assets/examples/")) continue;
    const Scene scene = parse_scene(one.bytes);
    const auto evaluation = std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
    for (const FigureView& view : figure_view_table()) {
      if (!view.diagram || !test::is_tried(std::string(one.path) + std::string(view.id))) continue;
      for (int step = 0; step < (view.id == "steps" ? pipeline_step_count(scene, 0) : 1); ++step) {
        ViewInput input{.evaluation = evaluation, .width = 1200, .height = 700, .ruler = ruler};
        input.state = parse_view(scene.view);
        input.state.options.steps.open = step;
        const Diagram diagram = view.diagram(input);
        const std::string where = std::string(one.path) + ", " + std::string(view.id);
        for (const Mark& mark : diagram.marks) {
          if (const auto* text = std::get_if<TextMark>(&mark))
            all.words.push_back({where, text->text});
          if (const auto* formula = std::get_if<FormulaMark>(&mark)) {
            all.formulas.push_back({where, formula->tex});
          }
          if (const auto* matrix = std::get_if<MatrixMark>(&mark)) {
            take_apart({where + ", symbol", matrix->symbol}, all.formulas, all.words);
          }
        }
      }
    }
  }
  return all;
}

TEST(Notation, OfTheKindsIsOne) {
  for_each_kind([](const auto& kind) {
    expect_notation({std::string(kind.id), plain_formula(kind.formula)});
    expect_notation({std::string(kind.id), std::string(kind.label)});
  });
  for (const ScoreKind& kind : score_kinds()) {
    EXPECT_TRUE(plain_formula(kind.formula).starts_with("sᵢⱼ = ")) << kind.formula;
  }
  for (const NormalizerKind& kind : normalizer_kinds()) {
    EXPECT_TRUE(plain_formula(kind.formula).starts_with("αᵢⱼ = ")) << kind.formula;
  }
}

TEST(Notation, OfEveryTextInTheProgramIsOne) {
  const std::vector<Said>& all = literals();
  EXPECT_GT(all.size(), 1000U);
  for (const Said& one : all) {
    if (!test::is_tried(one.text)) continue;
    const bool is_of_the_window =
        one.where.starts_with("app/ui/") || one.where.starts_with("app/figure/");
    expect_notation(one, is_of_the_window && one.text.find(' ') != std::string::npos);
  }
}

TEST(Notation, OfTooltipsIsOne) {
  const std::vector<Said> all = tips();
  EXPECT_GT(all.size(), 150U);
  for (const Said& one : all) expect_notation(one);
}

TEST(Notation, OfLessonsAndExamplesIsOne) {
  const std::vector<Said> all = lessons();
  EXPECT_GT(all.size(), 500U);
  for (const Said& one : all) {
    if (test::is_tried(one.text)) expect_notation(one);
  }
  for (const Said& one : examples()) {
    if (test::is_tried(one.text)) expect_notation(one);
  }
}

TEST(Notation, OfThePagesIsOne) {
  for (const char* page : {"README.md", "assets/lessons/README.md"}) {
    std::istringstream lines(file_text(root() / page));
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
      expect_notation({page + (":" + std::to_string(++number)), line}, false);
    }
    EXPECT_GT(number, 50);
  }
}

TEST(Notation, OfEveryFigureIsOne) {
  const InFigures all = figures();
  EXPECT_GT(all.words.size(), test::test_cases(1000U) / 2);
  EXPECT_GT(all.formulas.size(), test::test_cases(500U) / 2);
  for (const Said& one : all.words) {
    expect_notation(one);
    expect_no_formula(one);
  }
  for (const Said& one : all.formulas) {
    expect_set(one);
    expect_notation({one.where, plain_formula(one.text)});
    EXPECT_FALSE(one.where.ends_with("symbol") && (one.text == "A" || one.text == "Y"))
        << one.where << ": scores are S, outputs O";
  }
}

TEST(Notation, FormulasOfTheKindsAreSet) {
  std::size_t count = 0;
  for_each_kind([&](const auto& kind) {
    expect_set({std::string(kind.id), std::string(kind.formula)});
    ++count;
  });
  EXPECT_GT(count, 40U);
  for (const PartKind& kind : part_kinds()) {
    expect_set({std::string(kind.id), std::string(kind.symbol)});
  }
}

TEST(Notation, FormulasOfLessonsAndTipsAreSet) {
  std::vector<Said> formulas, words = lessons();
  for (const Asset& one : assets()) {
    if (!one.path.starts_with("assets/lessons/")) continue;
    std::vector<Said> whole;  // words() has them line by line
    take_apart({std::string(one.path), std::string(one.bytes)}, formulas, whole);
  }
  EXPECT_GT(formulas.size(), 150U);
  for (const Said& one : tips()) take_apart(one, formulas, words);
  for (const Said& one : formulas) expect_set(one);
  for (const Said& one : words) expect_no_formula(one);
}

/// Words in quotes, but for TeX itself and for what the reader of numbers and words takes in.
TEST(Notation, NoFormulaIsLeftAmongTheWordsOfTheProgram) {
  std::size_t count = 0;
  for (const Said& one : literals()) {
    const bool is_shown =
        one.where.starts_with("app/ui/") || one.where.starts_with("app/session/") ||
        one.where.starts_with("app/figure/") || !one.where.starts_with("app/document/");
    if (!is_shown || one.where == "app/ui/theme/fonts.cpp") continue;
    if (one.text.find_first_of("\\{}") != std::string::npos) continue;  // TeX, or a part of it
    std::vector<Said> formulas, words;
    if (dollars_of(one.text).empty() || one.text.find('$') == std::string::npos) {
      words.push_back(one);
    } else if (std::ranges::count(one.text, '$') % 2 == 0) {
      take_apart(one, formulas, words);
    }
    for (const Said& word : words) expect_no_formula_signs(word);
    ++count;
  }
  EXPECT_GT(count, 1000U);
}

/// The characters that at least one of the shipped fonts has.
std::function<bool(char32_t)> shipped_characters() {
  auto all = std::shared_ptr<FcCharSet>(FcCharSetCreate(), FcCharSetDestroy);
  for (const char* name : {"Inter-Regular.ttf", "JetBrainsMono-Regular.ttf"}) {
    int count = 0;
    const std::string path = (root() / "assets/fonts" / name).string();
    FcPattern* font =
        FcFreeTypeQuery(reinterpret_cast<const FcChar8*>(path.c_str()), 0, nullptr, &count);
    FcCharSet* characters = nullptr;
    EXPECT_EQ(FcPatternGetCharSet(font, FC_CHARSET, 0, &characters), FcResultMatch) << name;
    FcCharSetMerge(all.get(), characters, nullptr);
    FcPatternDestroy(font);
  }
  return [all](char32_t c) { return FcCharSetHasChar(all.get(), c) == FcTrue; };
}

std::set<char32_t> characters_of(const std::string& text) {
  std::set<char32_t> characters;
  const auto* at = reinterpret_cast<const FcChar8*>(text.data());
  for (int left = static_cast<int>(text.size()); left > 0;) {
    FcChar32 c = 0;
    const int length = FcUtf8ToUcs4(at, &c, left);
    if (length <= 0) break;
    characters.insert(c);
    at += length;
    left -= length;
  }
  return characters;
}

/// Characters without a glyph would show as boxes, or depend on the machine's fonts.
TEST(Notation, IsInTheShippedFonts) {
  const auto has = shipped_characters();
  std::vector<Said> all = literals();
  for (Said& one : lessons()) all.push_back(std::move(one));
  for (Said& one : examples()) all.push_back(std::move(one));
  for (Said& one : tips()) all.push_back(std::move(one));
  for (const Said& one : all) {
    for (const char32_t c : characters_of(one.text)) {
      EXPECT_TRUE(c < 0x80 || has(c)) << one.where << ": \"" << one.text << "\": no glyph for U+"
                                      << std::hex << static_cast<unsigned>(c);
    }
  }
}

/// The window loads those glyphs that it says it writes.
TEST(Notation, IsLoadedByTheWindow) {
  const std::string fonts = file_text(root() / "app/ui/theme/fonts.cpp");
  std::smatch own;
  ASSERT_TRUE(std::regex_search(fonts, own, std::regex(R"re(kOwnGlyphs =\s*"([^"]*)")re")));
  const std::set<char32_t> loaded = characters_of(own[1]);
  std::vector<Said> all = tips();
  for (const Said& one : literals()) {
    const bool is_written = one.where.starts_with("app/ui/") ||
                            one.where.starts_with("app/figure/") ||
                            one.where.starts_with("engine/");
    if (is_written) all.push_back(one);
  }
  for (const Said& one : all) {
    for (const char32_t c : characters_of(one.text)) {
      EXPECT_TRUE(c < 0x80 || loaded.contains(c))
          << one.where << ": \"" << one.text << "\": U+" << std::hex << static_cast<unsigned>(c)
          << " is not among kOwnGlyphs";
    }
  }
}

}  // namespace
}  // namespace attn::notation_test
