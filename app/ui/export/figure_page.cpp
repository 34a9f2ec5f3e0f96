#include "ui/export/figure_page.h"

#include <algorithm>
#include <cmath>

namespace warpwise::ui::figure {
namespace {

constexpr double kMargin = 28;
constexpr double kBaselineBelowMiddle = 0.36;  // of the size: half the height of a capital

// As many bytes as fit into the width, at least one character.
std::size_t fitting(std::string_view word, double width, const std::function<double(std::string_view)>& width_of) {
    std::size_t fits = 0;
    std::string_view rest = word;
    while (!rest.empty()) {
        take_character(rest);
        const std::size_t end = word.size() - rest.size();
        if (fits > 0 && width_of(word.substr(0, end)) > width) break;
        fits = end;
    }
    return fits;
}

}  // namespace

Page::Page(std::shared_ptr<const FontSet> fonts, const Options& options, Words words)
    : fonts_(std::move(fonts)), palette_(palette_of(options.ground)), options_(options), words_(std::move(words)) {
    figure_.width = kRight + kLeft;
    if (options.ground == Ground::white) figure_.ground = palette_.ground;
    figure_.title = words_.title;
    figure_.description = words_.subtitle;
    y = kMargin - 6;
    if (!options_.title) return;
    y += paragraph({kLeft, y}, kWidth, words_.title, bold(Fonts::kTitle));
    if (!words_.subtitle.empty()) {
        y += 4;
        y += paragraph({kLeft, y}, kWidth, words_.subtitle, muted(Fonts::kBody));
    }
    y += 14;
}

void Page::add(Primitive primitive) { figure_.primitives.push_back(std::move(primitive)); }

void Page::rect(const Area& area, Colour colour, double radius) { add(Rect{area, radius, colour, {}}); }

void Page::horizontal(double x0, double x1, double at, Colour colour) { rect({x0, std::round(at), x1 - x0, 1}, colour); }
void Page::vertical(double x, double y0, double y1, Colour colour) { rect({std::round(x), y0, 1, y1 - y0}, colour); }

void Page::line(std::vector<Point> points, const Line& line) {
    if (points.size() < 2) return;
    Path path;
    path.edge = line;
    path.move_to(points[0]);
    for (std::size_t i = 1; i < points.size(); ++i) path.line_to(points[i]);
    add(std::move(path));
}

void Page::hatch(const Area& area, Colour colour, double step, bool rising) {
    Path path;
    path.edge = Line{colour, 1, 0};
    add_hatch(path, area, step, rising);
    if (!path.steps.empty()) add(std::move(path));
}

void Page::text(Point middle, std::string_view text, const TextStyle& style, Anchor anchor) {
    if (text.empty()) return;
    add(Text{{middle.x, middle.y + kBaselineBelowMiddle * style.size},
             std::string(text),
             style.face,
             style.size,
             style.colour,
             anchor,
             width_of(text, style)});
}

void Page::power_of_two(Point middle, int exponent, const TextStyle& style) {
    TextStyle raised = style;
    raised.size = std::round(0.78 * style.size);
    const std::string above = std::to_string(exponent);
    const double base = width_of("2", style), whole = base + 1 + width_of(above, raised);
    text({middle.x - whole / 2, middle.y}, "2", style);
    text({middle.x - whole / 2 + base + 1, middle.y - 0.42 * style.size}, above, raised);
}

double Page::paragraph(Point top, double room, std::string_view words, const TextStyle& style) {
    const double height = line_height(style);
    double at = top.y;
    for (const std::string& line : wrapped(words, room, style)) {
        text({top.x, at + height / 2}, line, style);
        at += height;
    }
    return at - top.y;
}

double Page::width_of(std::string_view text, const TextStyle& style) const { return fonts_->width(text, style.face, style.size); }

std::vector<std::string> Page::wrapped(std::string_view words, double room, const TextStyle& style) const {
    const auto measure = [&](std::string_view text) { return width_of(text, style); };
    std::vector<std::string> lines;
    std::string line;
    const auto end_line = [&] {
        if (!line.empty()) lines.push_back(std::exchange(line, {}));
    };
    while (!words.empty()) {
        const std::size_t end = words.find_first_of(" \n");
        std::string_view word = words.substr(0, end);
        const bool breaks = end != std::string_view::npos && words[end] == '\n';
        if (!line.empty() && measure(line + " " + std::string(word)) > room) end_line();
        while (line.empty() && measure(word) > room) {  // a word wider than the page: a template's name, a path
            const std::size_t fits = fitting(word, room, measure);
            if (fits == word.size()) break;
            lines.emplace_back(word.substr(0, fits));
            word.remove_prefix(fits);
        }
        if (!word.empty()) line += (line.empty() ? "" : " ") + std::string(word);
        if (breaks) end_line();
        words.remove_prefix(end == std::string_view::npos ? words.size() : end + 1);
    }
    end_line();
    return lines;
}

void Page::legend(const std::vector<LegendEntry>& entries) {
    constexpr double key_width = 20, key_height = 13, after_key = 8, between = 24;
    const TextStyle style = ink();
    const double row = line_height(style) + 4;
    double x = kLeft;
    for (const LegendEntry& entry : entries) {
        const double room = kWidth - key_width - after_key;
        const auto lines = wrapped(entry.text, room, style);
        double widest = 0;
        for (const std::string& line : lines) widest = std::max(widest, width_of(line, style));
        if (x > kLeft && x + key_width + after_key + widest > kRight) {
            x = kLeft;
            y += row;
        }
        entry.key({x, std::round(y + row / 2 - key_height / 2), key_width, key_height});
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (i > 0) y += row;
            text({x + key_width + after_key, y + row / 2}, lines[i], style);
        }
        x += key_width + after_key + widest + between;
    }
    if (!entries.empty()) y += row;
}

void Page::below(std::size_t mark, const std::function<void()>& draw) {
    const auto before = static_cast<std::ptrdiff_t>(figure_.primitives.size());
    draw();
    std::rotate(figure_.primitives.begin() + static_cast<std::ptrdiff_t>(mark), figure_.primitives.begin() + before,
                figure_.primitives.end());
}

Figure Page::finish(std::vector<std::pair<std::string, std::string>> made_with) {
    if (options_.caption) {
        y += 18;
        horizontal(kLeft, kRight, y, palette_.line);
        y += 8;
        const TextStyle first = ink(Fonts::kSmall), second = muted(Fonts::kSmall);
        const double mark = width_of("Warpwise", second);
        y += paragraph({kLeft, y}, kWidth, words_.about, first);
        const double source = paragraph({kLeft, y}, kWidth - mark - 24, words_.source, second);
        y += std::max(source, line_height(second));
        text({kRight, y - line_height(second) / 2}, "Warpwise", second, Anchor::end);
    }
    figure_.height = std::ceil(y + kMargin - 8);
    figure_.made_with = std::move(made_with);
    return std::move(figure_);
}

}  // namespace warpwise::ui::figure
