// What all figures share: a title and a sentence above, a legend and a caption below, and texts that wrap instead of being cut.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ui/export/figure.h"
#include "ui/export/figure_style.h"
#include "ui/export/font_set.h"

namespace warpwise::ui::figure {

struct Words {
    std::string title, subtitle;  // "Which element is mine?", "4 blocks of 32 threads. ..."
    std::string about;   // "Lesson 2, Which element is mine? Kernel add_one<float>, n = 100, block (32, 1, 1), grid (4, 1, 1)"
    std::string source;  // "Indices counted by the emulator, 2026-11-22."
};

struct Options {
    Ground ground = Ground::white;
    bool title = true, caption = true;
    bool operator==(const Options&) const = default;
};

struct Fonts {  // of the page, by role
    static constexpr double kTitle = 20, kBody = 13, kSmall = 12;
};

// Draws into a figure from the top down; `y` is where the next part begins.
class Page {
  public:
    static constexpr double kLeft = 32, kWidth = 736, kRight = kLeft + kWidth;

    Page(std::shared_ptr<const FontSet>, const Options&, Words);
    double y = 0;

    const Palette& colours() const { return palette_; }
    TextStyle ink(double size = Fonts::kSmall) const { return {Face::regular, size, palette_.ink}; }
    TextStyle bold(double size = Fonts::kSmall) const { return {Face::semibold, size, palette_.ink}; }
    TextStyle muted(double size = Fonts::kSmall) const { return {Face::regular, size, palette_.muted}; }
    TextStyle mono(double size = Fonts::kSmall) const { return {Face::mono, size, palette_.muted}; }

    void add(Primitive);
    void rect(const Area&, Colour, double radius = 0);
    // Of one unit's width, on whole pixels.
    void horizontal(double x0, double x1, double y, Colour);
    void vertical(double x, double y0, double y1, Colour);
    void line(std::vector<Point>, const Line&);
    void hatch(const Area&, Colour, double step, bool rising);
    // `middle`: of the line of text, by height.
    void text(Point middle, std::string_view, const TextStyle&, Anchor = Anchor::start);
    // "2" with a raised exponent, centred.
    void power_of_two(Point middle, int exponent, const TextStyle&);
    // Wrapped from `top` down; returns the height taken.
    double paragraph(Point top, double width, std::string_view, const TextStyle&);

    double width_of(std::string_view, const TextStyle&) const;
    std::vector<std::string> wrapped(std::string_view, double width, const TextStyle&) const;
    static double line_height(const TextStyle& style) { return 1.45 * style.size; }

    struct LegendEntry {
        std::function<void(const Area&)> key;  // draws it into the area given
        std::string text;
    };
    // In rows, as many as needed, at y.
    void legend(const std::vector<LegendEntry>&);

    // What `draw` adds lies below what came since `mark`.
    std::size_t mark() const { return figure_.primitives.size(); }
    void below(std::size_t mark, const std::function<void()>& draw);

    Figure finish(std::vector<std::pair<std::string, std::string>> made_with = {});

  private:
    std::shared_ptr<const FontSet> fonts_;
    const Palette& palette_;
    Options options_;
    Words words_;
    Figure figure_;
};

}  // namespace warpwise::ui::figure
