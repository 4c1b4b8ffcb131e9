#include "app/paint/fonts.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <fontconfig/fontconfig.h>
#include <gtest/gtest.h>
#include <pango/pangofc-font.h>

#include "app/figure/files/figure.h"
#include "tests/figure/figure_test.h"

namespace attn::fonts_test {
namespace {

using test::bytes_of;
using test::first_example;
using test::TemporaryFolder;

// The file of the font of `fonts` that `family` in `weight` is set in.
std::string file_of(const char* family, PangoWeight weight, PangoFontMap* fonts = figure_fonts()) {
  PangoContext* context = pango_font_map_create_context(fonts);
  PangoFontDescription* wanted = pango_font_description_new();
  pango_font_description_set_family(wanted, family);
  pango_font_description_set_weight(wanted, weight);
  pango_font_description_set_absolute_size(wanted, 14 * PANGO_SCALE);
  PangoFont* font = pango_font_map_load_font(fonts, context, wanted);
  FcChar8* file = nullptr;
  if (font) FcPatternGetString(pango_fc_font_get_pattern(PANGO_FC_FONT(font)), FC_FILE, 0, &file);
  const std::string found = file ? reinterpret_cast<const char*>(file) : "";
  g_clear_object(&font);
  pango_font_description_free(wanted);
  g_object_unref(context);
  return found;
}

TEST(Fonts, TheShippedOnesStandInForTheSystems) {
  std::vector<std::string> files;
  for (const PangoWeight weight :
       {PANGO_WEIGHT_NORMAL, PANGO_WEIGHT_MEDIUM, PANGO_WEIGHT_SEMIBOLD}) {
    files.push_back(file_of(kWordFamily, weight));
  }
  files.push_back(file_of(kNumberFamily, PANGO_WEIGHT_NORMAL));
  files.push_back(file_of(kNumberFamily, PANGO_WEIGHT_SEMIBOLD));
  for (const std::string& file : files) {
    EXPECT_EQ(file.find("/usr/"), std::string::npos) << file;
    EXPECT_TRUE(std::filesystem::exists(file)) << file;
    EXPECT_EQ(std::count(files.begin(), files.end(), file), 1) << "each weight has its own file";
  }
}

TEST(Fonts, ThreadsDrawTheSame) {
  const TemporaryFolder folder;
  const Scene scene = first_example();
  const Trace trace = evaluate(scene);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back(
        [&, i] { write_figure(scene, trace, {}, folder / (std::to_string(i) + ".png")); });
  }
  for (std::thread& thread : threads) thread.join();
  for (int i = 1; i < 4; ++i) {
    EXPECT_EQ(bytes_of(folder / (std::to_string(i) + ".png")), bytes_of(folder / "0.png"));
  }
}

// As Pango's own threads do, which look for fonts beyond the end of the one that asked.
TEST(Fonts, AreWholeForWhoeverHoldsThemLast) {
  for (PangoFontMap* (*fonts)() :
       {+[] { return figure_fonts(); }, +[] { return shipped_fonts(kWordFamily); },
        +[] { return shipped_fonts(kNumberFamily); }}) {
    PangoFontMap* held = nullptr;
    std::thread([&] { held = static_cast<PangoFontMap*>(g_object_ref(fonts())); }).join();
    EXPECT_NE(file_of(kWordFamily, PANGO_WEIGHT_NORMAL, held), "");
    g_object_unref(held);
  }
}

// So that no test passes, or fails, by what is installed.
TEST(Fonts, TestsSeeTheProgramsAndThoseOfDevOnly) {
  figure_fonts();  // initialises the current settings
  std::set<std::string> folders;
  const FcFontSet* const fonts = FcConfigGetFonts(nullptr, FcSetSystem);
  for (int n = 0; fonts && n < fonts->nfont; ++n) {
    FcChar8* file = nullptr;
    ASSERT_EQ(FcPatternGetString(fonts->fonts[n], FC_FILE, 0, &file), FcResultMatch);
    const std::filesystem::path path(reinterpret_cast<const char*>(file));
    folders.insert(path.parent_path().lexically_normal().string());
  }
  const std::string installed = "/usr/share/fonts/truetype/";
  for (const char* name : {"dejavu", "droid", "noto"}) folders.erase(installed + name);
  EXPECT_TRUE(folders.empty()) << *folders.begin();
}

}  // namespace
}  // namespace attn::fonts_test
