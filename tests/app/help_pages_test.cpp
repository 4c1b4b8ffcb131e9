// Tests shell completion and manual pages from outside the program.

#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/app/run_program.h"
#include "tests/support/temporary_folder.h"

namespace attn::help_pages_test {
namespace {

using namespace attn::test;

/// Completions of the last of `words` in bash, one per line.
std::string offered(const std::string& words) {
  const TemporaryFolder folder;
  std::ofstream(folder / "complete.bash") << run_program({"completion", "bash"}).out;
  const std::string script = ". " + (folder / "complete.bash") + "; COMP_WORDS=(" + words +
                             "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _attentoscope; "
                             "printf '%s\\n' \"${COMPREPLY[@]}\" >" +
                             (folder / "offered");
  std::ofstream(folder / "ask.bash") << script;
  EXPECT_EQ(std::system(("bash " + (folder / "ask.bash")).c_str()), 0);
  return "\n" + bytes_of(folder / "offered");
}

TEST(Completion, OffersCommandsOptionsAndTheirWords) {
  EXPECT_NE(offered("attentoscope ''").find("\nexport\n"), std::string::npos);
  EXPECT_EQ(offered("attentoscope comp"), "\ncompute\ncompletion\n");
  EXPECT_EQ(offered("attentoscope --the"), "\n--theme\n");
  EXPECT_EQ(offered("attentoscope --theme d"), "\ndark\n");
  EXPECT_EQ(offered("attentoscope export --colormap v"),
            "\nviridis\nvermilion\nviridis_r\nvermilion_r\n");
  EXPECT_NE(offered("attentoscope export --view ''").find("\nraw-scores\n"), std::string::npos);
  EXPECT_EQ(offered("attentoscope lesson ''"), "\ncheck\nnotes\n");
  EXPECT_EQ(offered("attentoscope lesson check --s"), "\n--strict\n");
  EXPECT_EQ(offered("attentoscope train --seed ''"), "\n\n") << "a number that nobody can guess";
}

TEST(Completion, IsThereForOtherShells) {
  const std::string zsh = run_program({"completion", "zsh"}).out;
  EXPECT_EQ(zsh.find("#compdef attentoscope\n"), 0u);
  EXPECT_NE(zsh.find("*--colormap[The colour map]:word:(indigo red-blue"), std::string::npos);
  const std::string fish = run_program({"completion", "fish"}).out;
  EXPECT_NE(fish.find("-l colormap -x -a 'indigo red-blue"), std::string::npos);
  expect_failure(run_program({"completion", "csh"}), 2);
}

/// Each line of roff is text or one of the requests that the page uses.
TEST(ManPage, HasEachCommandAndNoStrayRequest) {
  const Answer run = run_program({"man"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.err, "");
  for (const char* part : {".TH ATTENTOSCOPE 1", ".SH SYNOPSIS", ".SH ATTENTOSCOPE export",
                           ".SH ATTENTOSCOPE lesson check", "\\fB\\-\\-colormap\\fR"}) {
    EXPECT_NE(run.out.find(part), std::string::npos) << part;
  }
  for (std::size_t at = run.out.find("\n."); at != run.out.npos; at = run.out.find("\n.", at + 1)) {
    const std::string request = run.out.substr(at + 2, 2);
    EXPECT_TRUE(request == "TH" || request == "SH" || request == "TP" || request == "B " ||
                request == "br" || request == "nf" || request == "fi")
        << run.out.substr(at, 40);
  }
}

}  // namespace
}  // namespace attn::help_pages_test
