#include "ui/kit/fonts.h"

#include <imgui_freetype.h>
#include <imgui_internal.h>
#include <imgui_rich_md/rich_md.h>
#include <imgui_rich_md/rich_md_host.h>

#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "base/files.h"
#include "base/paths.h"

namespace warpwise::ui {
namespace {

constexpr const char* kRegularFile = "Inter-Regular.otf";
constexpr const char* kItalicFile = "Inter-Italic.otf";
constexpr const char* kSemiboldFile = "Inter-SemiBold.otf";
constexpr const char* kMonoFile = "JetBrainsMono-Regular.ttf";
constexpr const char* kIconsFile = "forkawesome-webfont.ttf";

// Dear ImGui takes a size as the height of a line, from the highest ascender to the lowest descender: an em of Inter is then 0.83
// of it, and one of JetBrains Mono 0.76. People mean the em. Type is set this much larger within its line: no letter of ours
// reaches beyond it, and lines of a paragraph stand 1.1 em apart.
constexpr float kTextGrowth = 1.09f, kMonoGrowth = 1.19f;

// Inter has glyphs of its own in the private use area, where Fork Awesome keeps its icons.
constexpr ImWchar kPrivateUseArea[] = {0xE000, 0xF8FF, 0};

std::filesystem::path path_of(const char* file) { return data_dir() / "fonts" / file; }

// FreeType reads OpenType, TrueType and collections; anything else would trip an assertion inside Dear ImGui.
bool looks_like_a_font(const std::string& bytes) {
    if (bytes.size() < 1024) return false;
    const std::string_view magic(bytes.data(), 4);
    return magic == "OTTO" || magic == "true" || magic == "ttcf" || magic == std::string_view("\0\1\0\0", 4);
}

bool usable(const char* file, std::vector<std::string>& problems) {
    const auto bytes = read_file(path_of(file));
    if (bytes && looks_like_a_font(*bytes)) return true;
    problems.push_back("The font " + path_of(file).string() +
                       (bytes ? " is not a font file" : " cannot be read (" + bytes.error().message + ")") +
                       "; a built-in font stands in for it");
    return false;
}

ImFont* add_font(const char* file, const ImFontConfig& config, std::vector<std::string>& problems) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    if (!usable(file, problems)) {
        ImFontConfig built_in;
        built_in.SizePixels = Fonts::kBody;  // said, since icons of a size are merged into it
        return atlas.AddFontDefaultVector(&built_in);
    }
    return atlas.AddFontFromFileTTF(path_of(file).c_str(), Fonts::kBody, &config);
}

void merge_icons(std::vector<std::string>& problems) {
    if (!usable(kIconsFile, problems)) return;
    ImFontConfig config;
    config.MergeMode = true;
    config.GlyphOffset.y = 1;  // the icons sit a little high beside Inter
    ImGui::GetIO().Fonts->AddFontFromFileTTF(path_of(kIconsFile).c_str(), Fonts::kBody, &config);
}

// RichMd asks for its own faces by name; it gets ours, so that prose and panels share one type.
std::optional<const char*> our_font_for(std::string_view asset) {
    static constexpr std::pair<std::string_view, const char*> replacements[] = {
        {"Roboto-RegularItalic.ttf", kItalicFile},
        {"Roboto-BoldItalic.ttf", "Inter-BoldItalic.otf"},
        {"Roboto-Regular.ttf", kRegularFile},
        {"Roboto-Bold.ttf", kSemiboldFile},
        {"Inconsolata", kMonoFile},
    };
    for (const auto& [name, file] : replacements)
        if (asset.find(name) != std::string_view::npos) return file;
    return std::nullopt;
}

RichMd::AssetBytes read_prose_asset(const std::string& asset) {
    if (const auto file = our_font_for(asset)) {
        const auto bytes = read_file(path_of(*file));
        if (bytes && looks_like_a_font(*bytes)) return std::vector<std::uint8_t>(bytes->begin(), bytes->end());
    }
    return RichMd::ReadAssetDefault(asset);
}

}  // namespace

Fonts load_fonts(std::vector<std::string>& problems) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.FontLoaderFlags |= ImGuiFreeTypeLoaderFlags_LightHinting;
    ImFontConfig text;
    text.GlyphExcludeRanges = kPrivateUseArea;
    text.ExtraSizeScale = kTextGrowth;
    ImFontConfig mono;
    mono.ExtraSizeScale = kMonoGrowth;
    Fonts fonts;
    fonts.regular = fonts.icons_in_regular = add_font(kRegularFile, text, problems);
    merge_icons(problems);
    fonts.italic = add_font(kItalicFile, text, problems);
    fonts.semibold = add_font(kSemiboldFile, text, problems);
    std::vector<std::string> said_already;
    merge_icons(said_already);
    fonts.mono = add_font(kMonoFile, mono, problems);
    return fonts;
}

void install_prose_fonts() {
    RichMd::HostServices services = RichMd::GetHostServices();
    services.ReadAsset = read_prose_asset;
    RichMd::SetHostServices(services);
}

void enlarge_prose_fonts(int others) {
    const ImVector<ImFont*>& fonts = ImGui::GetIO().Fonts->Fonts;
    for (int i = others; i < fonts.Size; ++i)
        for (ImFontConfig* source : fonts[i]->Sources) {
            const bool mono = std::string_view(source->Name).starts_with("Inconsolata");  // as RichMd asks for it
            source->ExtraSizeScale = mono ? kMonoGrowth : kTextGrowth;
        }
}

ProseScope::ProseScope() {
    ImFontStackData& base = ImGui::GetCurrentContext()->FontStack[0];
    base_size_ = base.FontSizeBeforeScaling;
    base.FontSizeBeforeScaling = Fonts::kBody;
}

ProseScope::~ProseScope() { ImGui::GetCurrentContext()->FontStack[0].FontSizeBeforeScaling = base_size_; }

}  // namespace warpwise::ui
