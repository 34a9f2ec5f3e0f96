// How large type is, measured on its glyphs: the height of a capital, divided by what it is of an em in the font's own table.
#include <ft2build.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>
#include FT_FREETYPE_H
#include FT_TRUETYPE_TABLES_H

#include <string>

#include "base/paths.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

constexpr float kBodyEm = 14, kSmallEm = 12.5f;

class TypeSizeTest : public WindowTest {
  protected:
    // Of an em, as the font's maker says.
    static double capital_of(const char* file) {
        FT_Library library = nullptr;
        FT_Face face = nullptr;
        double share = 0;
        if (FT_Init_FreeType(&library) != 0) return 0;
        if (FT_New_Face(library, (data_dir() / "fonts" / file).c_str(), 0, &face) == 0) {
            const auto* os2 = static_cast<const TT_OS2*>(FT_Get_Sfnt_Table(face, FT_SFNT_OS2));
            if (os2 != nullptr) share = static_cast<double>(os2->sCapHeight) / face->units_per_EM;
            FT_Done_Face(face);
        }
        FT_Done_FreeType(library);
        return share;
    }
    // In pixels, at four times the size: a capital then has many rows of pixels.
    static double em_of(ImFont* font, float size, double capital) {
        constexpr float times = 4;
        const ImFontGlyph* glyph = font->GetFontBaked(size * times)->FindGlyph('H');
        return glyph != nullptr ? (glyph->Y1 - glyph->Y0) / capital / times : 0;
    }
    // How far glyphs of the text reach above and below its line.
    static void expect_within_line(ImFont* font, float size, const char* text) {
        ImFontBaked* baked = font->GetFontBaked(size);
        for (const char* c = text; *c != '\0'; ++c) {
            const ImFontGlyph* glyph = baked->FindGlyph(static_cast<ImWchar>(*c));
            ASSERT_NE(glyph, nullptr);
            EXPECT_GE(glyph->Y0, 0) << *c << " at " << size;
            EXPECT_LE(glyph->Y1, size * 1.1f) << *c << " at " << size;
        }
    }
};

TEST_F(TypeSizeTest, BodyIsFourteenPixelsAndSmallTextTwelveAndAHalf) {
    const double inter = capital_of("Inter-Regular.otf"), mono = capital_of("JetBrainsMono-Regular.ttf");
    ASSERT_GT(inter, 0.6);
    ASSERT_GT(mono, 0.6);
    run(with_lesson("indexing_1d"), [&](ImGuiTestContext*, App& app) {
        const Fonts& fonts = app.workbench().look.fonts;
        for (ImFont* font : {fonts.regular, fonts.semibold}) {
            EXPECT_GE(em_of(font, Fonts::kBody, inter), kBodyEm);
            EXPECT_GE(em_of(font, Fonts::kSmall, inter), kSmallEm - 0.1);
        }
        EXPECT_GE(em_of(fonts.mono, Fonts::kCode, mono), 13);
        EXPECT_GE(em_of(fonts.mono, Fonts::kSmall, mono), kSmallEm - 0.1);
    });
}

TEST_F(TypeSizeTest, TypeStaysWithinItsLine) {
    run(with_lesson("indexing_1d"), [&](ImGuiTestContext*, App& app) {
        const Fonts& fonts = app.workbench().look.fonts;
        for (const float scale : {1.0f, 1.5f, 2.0f}) {
            for (ImFont* font : {fonts.regular, fonts.semibold, fonts.italic})
                for (const float size : {Fonts::kBody, Fonts::kSmall}) expect_within_line(font, size * scale, "HdlkbtMgjpqy");
            for (const float size : {Fonts::kCode, Fonts::kSmall}) expect_within_line(fonts.mono, size * scale, "HdlkbtMgjpqy");
        }
    });
}

}  // namespace
}  // namespace warpwise::ui
