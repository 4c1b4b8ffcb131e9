// Tests that the command line of a choice is read as that choice.

#include <random>

#include <gtest/gtest.h>

#include "app/command/import_command.h"
#include "app/document/offers/import_choice.h"
#include "engine/base/text.h"

namespace attn::import_line_test {
namespace {

/// Choice in the options of the command.
ImportChoice choice_in(const ImportOptions& options) {
  ImportChoice choice{.dump = options.dump.choice(options.dump.first()),
                      .layer = parsed<Index>(options.layer),
                      .head = parsed<Index>(options.head),
                      .crop = options.crop,
                      .words = pieces_called(options.words),
                      .cleans = options.clean == "on"};
  if (options.tokens != "-") choice.tokens_path = options.tokens;
  choice.hide = {options.hide.find("first") != options.hide.npos,
                 options.hide.find("special") != options.hide.npos};
  return choice;
}

class Choices {
 public:
  explicit Choices(unsigned seed) : random_(seed) {}

  ImportChoice next() {
    ImportChoice choice;
    if (often())
      choice.dump.tensor = one_of({"attn", "blocks.*.attn", "it's", "-a b", "$x `y`", "ä \"q\""});
    if (often()) choice.dump.axes = one_of({"lhqk", "bhkq", "k", "shqk"});
    if (often()) choice.dump.batch = number(30);
    if (often()) choice.dump.step = number(9);
    choice.dump.as = one_of_enum({DumpAs::kGuessed, DumpAs::kWeights, DumpAs::kScores});
    if (often())
      choice.dump.masked_from = one_of_enum({-10000.F, 0.F, 2.5F, -65504.F, -1e-9F, -0.1F});
    if (often()) choice.layer = number(40);
    if (often()) choice.head = number(16);
    if (often()) choice.tokens_path = one_of({"tokens.txt", "/a b/c's.json", "./x"});
    choice.crop = often();
    choice.words = one_of_enum<std::optional<JoinPieces>>(
        {std::nullopt, JoinPieces::kSum, JoinPieces::kMean, JoinPieces::kFirst, JoinPieces::kLast});
    choice.hide = {often(), often()};
    choice.cleans = often();
    return choice;
  }

 private:
  bool often() { return random_() % 2 == 0; }
  Index number(unsigned below) { return static_cast<Index>(random_() % below); }
  std::string one_of(std::initializer_list<const char*> all) {
    return *(all.begin() + random_() % all.size());
  }
  template <typename Value>
  Value one_of_enum(std::initializer_list<Value> all) {
    return *(all.begin() + random_() % all.size());
  }

  std::mt19937 random_;
};

ImportOptions parsed_options(std::vector<std::string> words) {
  CLI::App app;
  ImportOptions options;
  add_import(app, options);
  std::reverse(words.begin(), words.end());  // as CLI11 takes them
  app.parse(words);
  return options;
}

TEST(ImportLine, IsReadAsTheChoiceThatItIsOf) {
  Choices choices(7);
  for (int n = 0; n < 500; ++n) {
    const ImportChoice choice = choices.next();
    const std::vector<std::string> words = import_arguments("a.npz", choice, "out.attn.json");
    ImportOptions options;
    try {
      options = parsed_options(words);
    } catch (const CLI::ParseError& error) {
      FAIL() << error.what() << " in " << import_line("a.npz", choice);
    }
    EXPECT_EQ(choice_in(options), choice) << import_line("a.npz", choice);
    EXPECT_EQ(options.file, "a.npz");
    EXPECT_EQ(options.out, "out.attn.json");
  }
}

TEST(ImportLine, IsOneWordForTheShellWhatIsOne) {
  // The shell prints the words between bars.
  Choices choices(11);
  for (int n = 0; n < 20; ++n) {
    const std::vector<std::string> words =
        import_arguments("my file.npz", choices.next(), "out.attn.json");
    const std::string command = "printf '%s|' " + joined(words, shell_word, " ");
    FILE* const pipe = popen(command.c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    std::string printed;
    for (int c = 0; (c = fgetc(pipe)) != EOF;) printed += static_cast<char>(c);
    pclose(pipe);
    EXPECT_EQ(printed, joined(words, {}, "|") + "|");
  }
}

TEST(ImportLine, ReadsPastedTokensFromStandardInput) {
  const ImportChoice choice{.tokens_text = R"(["a"])"};
  EXPECT_EQ(parsed_options(import_arguments("a.npz", choice, "b.attn.json")).tokens, "-");
}

}  // namespace
}  // namespace attn::import_line_test
