// Tests the program's hardening against malicious files by its own ELF headers.
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <link.h>

#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace attn::hardening_test {
namespace {

/// A file of this machine's own kind, as ld.so reads it.
class Elf {
 public:
  explicit Elf(const std::string& path) : bytes_(test::bytes_of(path)) {
    if (!bytes_.starts_with(ELFMAG)) throw std::runtime_error(path + " is no program");
  }

  ElfW(Ehdr) header() const { return at<ElfW(Ehdr)>(0); }

  std::vector<ElfW(Phdr)> segments(unsigned type) const {
    std::vector<ElfW(Phdr)> result;
    for (std::size_t n = 0; n < header().e_phnum; ++n) {
      const auto one = at<ElfW(Phdr)>(header().e_phoff + n * sizeof(ElfW(Phdr)));
      if (one.p_type == type) result.push_back(one);
    }
    return result;
  }

  /// All values of `tag` together, as flags.
  std::size_t dynamic(ElfW(Sxword) tag) const {
    std::size_t flags = 0;
    for (const auto& segment : segments(PT_DYNAMIC)) {
      for (std::size_t n = 0; n < segment.p_filesz; n += sizeof(ElfW(Dyn))) {
        const auto entry = at<ElfW(Dyn)>(segment.p_offset + n);
        if (entry.d_tag == tag) flags |= entry.d_un.d_val;
      }
    }
    return flags;
  }

  /// Value of a property of the whole program; 0: it has none.
  std::uint32_t property(std::uint32_t type) const {
    for (const auto& segment : segments(PT_GNU_PROPERTY)) {
      // After the note's header and its name, "GNU".
      const std::size_t end = segment.p_offset + segment.p_filesz;
      for (std::size_t n = segment.p_offset + sizeof(ElfW(Nhdr)) + 4; n + 8 <= end;) {
        const auto size = at<std::uint32_t>(n + 4);
        if (at<std::uint32_t>(n) == type) return at<std::uint32_t>(n + 8);
        n += 8 + (size + 7) / 8 * 8;
      }
    }
    return 0;
  }

  /// The names that it asks its libraries for.
  std::set<std::string> imports() const {
    std::set<std::string> result;
    for (const auto& symbol : symbols(SHT_DYNSYM)) {
      if (symbol.first.st_shndx == SHN_UNDEF) result.insert(symbol.second);
    }
    return result;
  }

  /// The first bytes of a function.
  std::string code(const std::string& function, std::size_t count) const {
    for (const auto& [symbol, name] : symbols(SHT_SYMTAB)) {
      if (name != function) continue;
      for (const auto& segment : segments(PT_LOAD)) {
        if (symbol.st_value - segment.p_vaddr >= segment.p_filesz) continue;
        return bytes_.substr(symbol.st_value - segment.p_vaddr + segment.p_offset, count);
      }
    }
    throw std::runtime_error("no function " + function);
  }

 private:
  template <typename T>
  T at(std::size_t place) const {
    T result;
    if (place > bytes_.size() || bytes_.size() - place < sizeof result) {
      throw std::runtime_error("the program is cut off");
    }
    std::memcpy(&result, bytes_.data() + place, sizeof result);
    return result;
  }
  ElfW(Shdr) section(std::size_t n) const {
    return at<ElfW(Shdr)>(header().e_shoff + n * sizeof(ElfW(Shdr)));
  }
  std::vector<std::pair<ElfW(Sym), std::string>> symbols(unsigned type) const {
    std::vector<std::pair<ElfW(Sym), std::string>> result;
    for (std::size_t n = 0; n < header().e_shnum; ++n) {
      const auto table = section(n);
      if (table.sh_type != type) continue;
      const auto names = section(table.sh_link);
      for (std::size_t at_byte = 0; at_byte < table.sh_size; at_byte += sizeof(ElfW(Sym))) {
        const auto symbol = at<ElfW(Sym)>(table.sh_offset + at_byte);
        result.emplace_back(symbol, bytes_.c_str() + names.sh_offset + symbol.st_name);
      }
    }
    return result;
  }

  std::string bytes_;
};

class Hardening : public testing::Test {
 protected:
  const Elf program_{test::program_path()};
};

TEST_F(Hardening, TheProgramMayLieAnywhere) {
  EXPECT_EQ(program_.header().e_type, ET_DYN);
  EXPECT_TRUE(program_.dynamic(DT_FLAGS_1) & DF_1_PIE);
}

TEST_F(Hardening, NothingThatCallsGoThroughCanBeWritten) {
  EXPECT_EQ(program_.segments(PT_GNU_RELRO).size(), 1U);
  EXPECT_TRUE(program_.dynamic(DT_FLAGS) & DF_BIND_NOW);
  EXPECT_TRUE(program_.dynamic(DT_FLAGS_1) & DF_1_NOW);
}

TEST_F(Hardening, WhatIsWrittenIsNotRun) {
  ASSERT_EQ(program_.segments(PT_GNU_STACK).size(), 1U);
  EXPECT_FALSE(program_.segments(PT_GNU_STACK)[0].p_flags & PF_X);
  for (const auto& segment : program_.segments(PT_LOAD)) {
    EXPECT_FALSE((segment.p_flags & PF_X) && (segment.p_flags & PF_W));
  }
}

TEST_F(Hardening, AStackThatIsOverwrittenEndsTheProgram) {
  EXPECT_TRUE(program_.imports().contains("__stack_chk_fail"));
}

/// The libraries that it is made of would import these too.
TEST_F(Hardening, EveryPartOfTheProgramIsCompiledSo) {
  const std::string folder = std::filesystem::path(test::program_path()).parent_path().string();
  std::vector<std::string> flags{"-fPIC", "-fstack-protector-strong"};
#ifdef NDEBUG
  flags.emplace_back("-D_FORTIFY_SOURCE=3");
#endif
#ifdef __x86_64__
  flags.emplace_back("-fcf-protection=full");
#endif
  int parts = 0;
  const auto commands = nlohmann::json::parse(test::bytes_of(folder + "/compile_commands.json"));
  for (const auto& one : commands) {
    const std::string file = one["file"], command = one["command"];
    if (file.starts_with(folder + "/tests/") || file.starts_with(test::data_path(""))) continue;
    ++parts;
    for (const std::string& flag : flags) {
      EXPECT_NE(command.find(flag + " "), std::string::npos) << flag << ": " << file;
    }
  }
  EXPECT_GT(parts, 10) << "sources are compiled together";
}

// With sanitizers sizes are not checked twice, and functions begin otherwise.
#ifdef NDEBUG
TEST_F(Hardening, TheLibrarysFunctionsKnowTheSizeOfWhatTheyFill) {
  int checked = 0;
  for (const std::string& name : program_.imports()) {
    checked += name.starts_with("__") && name.ends_with("_chk") ? 1 : 0;
  }
  EXPECT_GE(checked, 3);
}

#ifdef __x86_64__
TEST_F(Hardening, ReturnsMayBeCheckedByAShadowStack) {
  EXPECT_TRUE(program_.property(GNU_PROPERTY_X86_FEATURE_1_AND) & GNU_PROPERTY_X86_FEATURE_1_SHSTK);
}

TEST_F(Hardening, CallsGoToTheBeginOfAFunction) {
  EXPECT_EQ(program_.code("main", 4), "\xf3\x0f\x1e\xfa") << "endbr64";
}
#endif
#endif

}  // namespace
}  // namespace attn::hardening_test
