#include "ui/kit/markdown.h"

#include <imgui_internal.h>
#include <imgui_rich_md/rich_md.h>
#include <imgui_rich_md/rich_md_host.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/files.h"
#include "base/text.h"
#include "lesson/formula_limits.h"
#include "lesson/kernel_files.h"
#include "ui/kit/code_colour.h"
#include "ui/kit/code_highlight.h"
#include "ui/kit/code_wrap.h"
#include "ui/kit/fonts.h"
#include "ui/kit/formula_reflow.h"
#include "ui/kit/long_names.h"
#include "ui/kit/long_words.h"
#include "ui/kit/table_cells.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {

namespace {

constexpr float kLineHeight = 1.45f;  // of prose, in font sizes
constexpr float kCodeLineHeight = 1.35f;
constexpr float kMeasureEm = 40;
constexpr float kIndentEm = 1.4f;     // of a list: room for "1." and a gap, at every size
constexpr float kCharacterEm = 0.5f;  // about, of prose
constexpr float kCodeEm = 0.61f;      // of a character of code in prose
constexpr float kCopyPadding = 5;     // unscaled pixels

// A row of the box: which bytes of the code stand in it, and which line it is or continues.
struct PlacedRow {
    std::size_t begin = 0, length = 0, indent = 0;
    int number = 0;  // 0: continues the line above
};

std::vector<PlacedRow> rows_of(std::string_view code, const std::vector<std::string_view>& lines, std::size_t columns) {
    std::vector<PlacedRow> rows;
    int number = 0;
    for (const std::string_view line : lines) {
        ++number;
        const auto begin = static_cast<std::size_t>(line.data() - code.data());
        for (const CodeRow& row : wrap_code(line, columns))
            rows.push_back({begin + row.begin, row.length, row.indent, row.indent == 0 ? number : 0});
    }
    return rows;
}

// The text with its tokens' colours; a token may run over rows and lines (a comment).
void draw_rows(const Look& look, std::string_view code, const std::vector<PlacedRow>& rows, ImVec2 origin, float advance) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const std::vector<CodeToken> tokens = tokenize_cuda(code);
    const float character = ImGui::CalcTextSize("0").x;
    std::size_t token = 0;
    ImVec2 pen = origin;
    for (const PlacedRow& row : rows) {
        const std::size_t end = row.begin + row.length;
        pen.x = origin.x + character * static_cast<float>(row.indent);
        if (row.number == 0) draw_continuation(draw, look, {pen.x - 3 * character, pen.y}, character, ImGui::GetFontSize());
        for (std::size_t at = row.begin; at < end;) {
            while (token + 1 < tokens.size() && tokens[token].begin + tokens[token].length <= at) ++token;
            const std::size_t stop = std::min(end, tokens[token].begin + tokens[token].length);
            const std::string_view run = code.substr(at, stop - at);
            draw.AddText(pen, code_colour(look.theme, tokens[token].kind), run.data(), run.data() + run.size());
            pen.x += ImGui::CalcTextSize(run.data(), run.data() + run.size()).x;
            at = stop;
        }
        pen.y += advance;
    }
}

// Right-aligned to `right.x`.
void draw_line_numbers(const Look& look, const std::vector<PlacedRow>& rows, ImVec2 right, float advance) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].number == 0) continue;
        const std::string number = std::to_string(rows[i].number);
        ImGui::GetWindowDrawList()->AddText(
            {right.x - ImGui::CalcTextSize(number.c_str()).x, right.y + advance * static_cast<float>(i)},
            with_alpha(look.theme.muted, 0.7f), number.c_str());
    }
}

void copy_button(const Look& look, std::string_view code) {
    const FontScope font(look.fonts.icons_in_regular, look.px(Fonts::kSmall));
    if (icon_button(look, "copy_code", icon::kCopy, "Copy this code")) ImGui::SetClipboardText(std::string(code).c_str());
}

float copy_button_width(const Look& look) {
    const FontScope font(look.fonts.icons_in_regular, look.px(Fonts::kSmall));
    return ImGui::CalcTextSize(icon::kCopy).x + 2 * look.px(kCopyPadding);
}

// In the plain type of prose within a header.
bool plain_cell_tag(const std::string& tag, bool opening) {
    if (tag != kPlainCellTag) return false;
    if (opening) {
        const RichMd::SizedFont plain = RichMd::GetFont({});
        ImGui::PushFont(plain.font, plain.size);
    } else {
        ImGui::PopFont();
    }
    return true;
}

bool term_tag(const Look& look, const std::string& tag, bool opening) {
    std::optional<ImU32> colour;
    if (tag == "block-term") colour = look.theme.block_term;
    if (tag == "dim-term") colour = look.theme.dim_term;
    if (tag == "thread-term") colour = look.theme.thread_term;
    if (!colour) return false;
    if (opening) {
        const RichMd::SizedFont code = RichMd::GetCodeFont();
        ImGui::PushFont(code.font, code.size * 0.93f);
        ImGui::PushStyleColor(ImGuiCol_Text, *colour);
    } else {
        ImGui::PopStyleColor();
        ImGui::PopFont();
    }
    return true;
}

// Ends the line that RichMd left open, and makes room for a column's widest words.
bool mark_cell(const std::string& tag) {
    const auto mark = cell_mark_of(tag);
    if (!mark) return false;
    ImGuiWindow* const window = ImGui::GetCurrentWindow();
    if (const ImGuiTable* table = ImGui::GetCurrentTable(); table != nullptr && mark->characters > 0) {
        const float width = ImGui::CalcTextSize("x").x * static_cast<float>(mark->characters);
        float& right = window->DC.CursorMaxPos.x;
        right = std::max(right, table->Columns[table->CurrentColumn].WorkMinX + width);
    }
    if (mark->characters == 0 && window->DC.IsSameLine) ImGui::NewLine();
    return true;
}

constexpr std::size_t kMostPictureBytes = std::size_t{16} << 20;

RichMd::AssetBytes read_picture(const std::string& path) {
    const auto bytes = read_regular_file(path, kMostPictureBytes);
    if (!bytes) return std::nullopt;
    return std::vector<std::uint8_t>(bytes->begin(), bytes->end());
}

void set_colours(const Theme& theme) {
    RichMd::Style& style = RichMd::GetStyle();
    style.linkColor = to_vec4(theme.accent);
    style.linkUnderline = to_vec4(with_alpha(theme.muted, 0.45f));
    style.linkUnderlineHovered = to_vec4(theme.accent);
    style.codeColor = to_vec4(mix(theme.text, theme.series[3], 0.25f));
    style.errorColor = to_vec4(theme.bad);
    style.quoteBar = to_vec4(theme.line);
    style.markBackground = to_vec4(with_alpha(theme.warn, 0.3f));
    const ImU32 admonitions[] = {theme.accent, theme.good, theme.series[3], theme.warn, theme.bad};
    std::ranges::transform(admonitions, style.admonitionColors, to_vec4);
    style.linkTooltip = false;  // the targets are our own words, no addresses
    style.blockGap = 0.45f;
}

}  // namespace

void code_block(const Look& look, std::string_view code) {
    const std::vector<std::string_view> lines = lines_of(code);
    const FontScope font(look.fonts.mono, look.px(Fonts::kCode) * look.code_scale * 0.93f);
    const float advance = std::round(ImGui::GetFontSize() * kCodeLineHeight), pad = look.px(10);
    const bool numbered = lines.size() > 1;
    const float number_width = numbered ? ImGui::CalcTextSize("00").x : 0, gap = numbered ? look.px(12) : 0;
    // the button has a column of its own, so that it covers no code
    const float whole = ImGui::GetContentRegionAvail().x, column = copy_button_width(look), width = whole - column - look.px(4);
    const float text = width - 2 * pad - number_width - gap;
    const std::vector<PlacedRow> rows =
        rows_of(code, lines, static_cast<std::size_t>(std::max(1.0f, text / ImGui::CalcTextSize("0").x)));
    const float height = advance * static_cast<float>(rows.size()) + 2 * pad;
    const ImVec2 box = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled(box, {box.x + whole, box.y + height}, look.theme.raised,
                                              ImGui::GetStyle().ChildRounding);

    ImGui::PushStyleColor(ImGuiCol_ChildBg, with_alpha(look.theme.raised, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(pad, pad));
    if (ImGui::BeginChild("##code", {width, height}, ImGuiChildFlags_AlwaysUseWindowPadding,
                          ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse)) {
        const ImVec2 origin = ImGui::GetCursorScreenPos();
        if (numbered) draw_line_numbers(look, rows, {origin.x + number_width, origin.y}, advance);
        draw_rows(look, code, rows, {origin.x + number_width + gap, origin.y}, advance);
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    ImGui::SameLine(0, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(look.px(kCopyPadding), look.px(3)));
    ImGui::SetCursorScreenPos({box.x + width, box.y + look.px(6)});
    copy_button(look, code);
    ImGui::PopStyleVar();
    ImGui::SetCursorScreenPos({box.x, box.y + height});
    ImGui::Dummy({0, 0});
}

Markdown::~Markdown() {
    if (context_ != nullptr && ImGui::GetCurrentContext() != nullptr) RichMd::DestroyContext(context_);
}

void Markdown::start() {
    RichMd::HostServices services = RichMd::GetHostServices();
    services.RenderCodeBlock = [this](const std::string& code, const std::string&) {
        if (look_ != nullptr) code_block(*look_, code);
    };
    const auto usual = services.ReadAsset;  // for fonts
    services.ReadAsset = [this, usual](const std::string& path) {
        if (path == picture_) return read_picture(path);
        return usual ? usual(path) : RichMd::ReadAssetDefault(path);
    };
    RichMd::SetHostServices(services);
    RichMd::MarkdownOptions options;
    options.withLatex = true;
    options.fontOptions.regularSize = Fonts::kBody;
    options.callbacks.OnOpenLink = [this](const std::string& target) {
        if (open_link_ != nullptr && *open_link_) (*open_link_)(target);
    };
    options.callbacks.OnHtmlSpan = [this](const std::string& tag, bool opening) {
        return mark_cell(tag) || plain_cell_tag(tag, opening) || (look_ != nullptr && term_tag(*look_, tag, opening));
    };
    options.callbacks.OnImage = [this](const std::string& picture) -> std::optional<RichMd::MarkdownImage> {
        const auto file = folder_ != nullptr ? find_below(*folder_, picture) : failure("");
        if (!file) return std::nullopt;
        picture_ = file->string();
        return RichMd::OnImage_Default(picture_);
    };
    const int others = ImGui::GetIO().Fonts->Fonts.Size;
    RichMd::Context* const before = RichMd::GetCurrentContext();
    context_ = RichMd::CreateContext(options);
    RichMd::SetCurrentContext(context_);
    (void)RichMd::GetCodeFont();  // loads the fonts
    enlarge_prose_fonts(others);
    RichMd::SetCurrentContext(before);
}

const std::string& Markdown::fitted(const std::string& text, float width, float size) {
    constexpr std::size_t most_kept = 256;  // a lesson's parts while its parameters change
    if (fitted_size_ != size || fitted_.size() > most_kept) {
        formula_widths_.clear();
        fitted_.clear();
    }
    fitted_size_ = size;
    const auto [known, is_new] = fitted_.try_emplace({text, static_cast<int>(width)});
    if (!is_new) return known->second;
    const auto characters = static_cast<std::size_t>(width / (size * kCharacterEm));
    const auto in_item = static_cast<std::size_t>(std::max(1.0f, (width - size * kIndentEm) / (size * kCodeEm)));
    const std::string words = with_breaks_in_long_names(with_breaks_in_long_words(text), in_item);
    const bool has_table = words.starts_with('|') || words.find("\n|") != std::string::npos;
    known->second = reflow_formulas(has_table ? mark_table_cells(words, characters) : words, width, [&](const std::string& latex) {
        const auto [measured, unknown] = formula_widths_.try_emplace(latex, 0.0f);
        const auto& draw = RichMd::GetHostServices().RenderLatex;
        if (!unknown || !draw) return measured->second;
        if (const auto bitmap = draw(latex, size, IM_COL32_WHITE, true)) measured->second = static_cast<float>(bitmap->width);
        return measured->second;
    });
    return known->second;
}

void Markdown::draw(const Look& look, const std::string& text, const std::filesystem::path& folder,
                    const std::function<void(const std::string&)>& open_link) {
    look_ = &look;
    folder_ = &folder;
    open_link_ = &open_link;
    if (context_ == nullptr) start();
    RichMd::Context* const before = RichMd::GetCurrentContext();
    RichMd::SetCurrentContext(context_);
    set_colours(look.theme);
    const float size = look.px(Fonts::kBody);
    const float width = std::min(ImGui::GetContentRegionAvail().x, kMeasureEm * size);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(look.px(8), std::round(size * (kLineHeight - 1))));
    ImGui::PushStyleVar(ImGuiStyleVar_IndentSpacing, std::round(size * kIndentEm));
    // RichMd wraps at the window's edge: a child of its own gives the measure
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    if (ImGui::BeginChild("##prose", {width, 0}, ImGuiChildFlags_AutoResizeY | ImGuiChildFlags_NavFlattened,
                          ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse)) {
        const FontScope font(look.fonts.regular, size);
        const ProseScope scope;
        if (const auto breach = find_unsafe_formula(text))
            ImGui::TextWrapped("%s. %s", breach->message.c_str(), breach->hint.c_str());
        else
            RichMd::Render(fitted(text, width, size));
    }
    ImGui::EndChild();
    ImGui::PopStyleVar(3);
    RichMd::SetCurrentContext(before);
    look_ = nullptr;
    folder_ = nullptr;
    open_link_ = nullptr;
}

}  // namespace warpwise::ui
