// Figures from fixed records: nothing overlaps or leaves the page, nothing grows without bound, the same bytes every time.
#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "figures_of_fixed.h"
#include "ui/export/figure_parts.h"
#include "ui/export/figure_writers.h"
#include "ui/export/write_pdf_font.h"

namespace warpwise::ui::figure {
namespace {

using namespace fixed_figures;

using Maker = std::function<Figure(const Setting&)>;

const std::map<std::string, Maker>& figures() {
    static const std::map<std::string, Maker> all{
        {"grid", [](const Setting& s) { return grid(s); }},
        {"grid_thread_only", [](const Setting& s) { return grid(s, true); }},
        {"grid_16_blocks", [](const Setting& s) { return grid_of(s, {{16, 1, 1}, {256, 1, 1}, 0}, 4000); }},
        {"grid_65536", [](const Setting& s) { return grid_of(s, {{256, 1, 1}, {256, 1, 1}, 0}, 65000); }},
        {"grid_million", [](const Setting& s) { return grid_of(s, {{4096, 1, 1}, {256, 1, 1}, 0}, 1'000'000); }},
        {"grid_billion", [](const Setting& s) { return grid_of(s, {{1 << 20, 1, 1}, {1024, 1, 1}, 0}, 1'000'000'000); }},
        {"grid_one_thread", [](const Setting& s) { return grid_of(s, {{1, 1, 1}, {1, 1, 1}, 0}, 1); }},
        {"grid_odd", [](const Setting& s) { return grid_of(s, {{7, 1, 1}, {48, 1, 1}, 0}, 331); }},
        {"strip", [](const Setting& s) { return strip(s); }},
        {"phases", [](const Setting& s) { return timing_phases_figure(s, {timing_rows(), true, false}); }},
        {"phases_first", [](const Setting& s) { return timing_phases_figure(s, {timing_rows(), false, true}); }},
        {"samples", [](const Setting& s) { return timing_samples_figure(s, {timing_rows(), true, false}); }},
        {"sweep", [](const Setting& s) { return sweep_figure(s, sweep_scene()); }},
        {"counts", [](const Setting& s) { return counts_figure(s, count_scene()); }},
        {"sweep_stacked", [](const Setting& s) { return sweep_figure(s, stacked_sweep_scene()); }},
        {"roofline", [](const Setting& s) { return roofline_figure(s, roofline_scene()); }},
        {"timeline", [](const Setting& s) { return timeline_figure(s, timeline_scene()); }},
        {"occupancy", [](const Setting& s) { return occupancy_figure(s, occupancy_scene()); }},
        {"address_map", [](const Setting& s) { return address_map_figure(s, address_scene({6, 8, 2, 8, 1}, 48)); }},
        {"address_map_large", [](const Setting& s) { return address_map_figure(s, address_scene({64, 64, 0, 1, 64}, 4096)); }},
        {"request", [](const Setting& s) { return request_figure(s, request_facts({.stride = 2, .offset = 1})); }},
        {"estimate", [](const Setting& s) { return estimate_figure(s, estimate_scene(600, true)); }},
        {"estimate_large", [](const Setting& s) { return estimate_figure(s, estimate_scene(100'000, true)); }},
        {"estimate_without_points", [](const Setting& s) { return estimate_figure(s, estimate_scene(1, false)); }},
        {"bins", [](const Setting& s) { return bins_figure(s, bins_scene()); }},
        {"tile", [](const Setting& s) { return tile_figure(s, tile_scene(false)); }},
        {"tile_of_rows", [](const Setting& s) { return tile_figure(s, tile_scene(true)); }},
        {"flow", [](const Setting& s) { return flow_figure(s, flow_scene(false)); }},
        {"flow_scatter", [](const Setting& s) { return flow_figure(s, flow_scene(true)); }},
        {"request_far", [](const Setting& s) { return request_figure(s, request_facts({-33, 2048, 16, 31})); }},
        {"request_bytes", [](const Setting& s) { return request_figure(s, request_facts({.element = 1})); }},
    };
    return all;
}

Area box_of(const Text& text) { return {start_of(text), text.at.y - 0.75 * text.size, text.width, 0.95 * text.size}; }

bool overlap(const Area& a, const Area& b) {
    constexpr double touch = 0.5;
    return a.x + touch < b.right() && b.x + touch < a.right() && a.y + touch < b.bottom() && b.y + touch < a.bottom();
}

std::vector<const Text*> texts_of(const Figure& figure) {
    std::vector<const Text*> texts;
    for (const Primitive& primitive : figure.primitives)
        if (const auto* text = std::get_if<Text>(&primitive)) texts.push_back(text);
    return texts;
}

// What is wrong with how a figure is laid out; empty: nothing.
std::vector<std::string> faults_of(const Figure& figure) {
    std::vector<std::string> faults;
    const auto texts = texts_of(figure);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const Area a = box_of(*texts[i]);
        if (a.x < 0 || a.right() > figure.width || a.y < 0 || a.bottom() > figure.height)
            faults.push_back("'" + texts[i]->text + "' leaves the page");
        for (std::size_t k = i + 1; k < texts.size(); ++k)
            if (overlap(a, box_of(*texts[k]))) faults.push_back("'" + texts[i]->text + "' overlaps '" + texts[k]->text + "'");
    }
    if (figure.primitives.size() > kMostPrimitives) faults.push_back(std::to_string(figure.primitives.size()) + " shapes");
    return faults;
}

bool shows(const Figure& figure, const std::string& words) {
    return std::ranges::any_of(texts_of(figure), [&](const Text* text) { return text->text.find(words) != std::string::npos; });
}

// Why a text is not well-formed XML; empty: it is.
std::string xml_fault(const std::string& text) {
    std::vector<std::string> open;
    std::size_t at = text.find("?>");
    if (!text.starts_with("<?xml") || at == std::string::npos) return "no declaration";
    at += 2;
    while (at < text.size()) {
        if (text[at] != '<') {
            const std::size_t end = std::min(text.find('<', at), text.size());
            for (std::size_t amp = text.find('&', at); amp < end; amp = text.find('&', amp + 1))
                if (const std::size_t semi = text.find(';', amp); semi == std::string::npos || semi - amp > 6) return "a bare &";
            if (open.empty() && text.find_first_not_of(" \n", at) < end) return "text outside";
            at = end;
            continue;
        }
        const std::size_t end = text.find('>', at);
        if (end == std::string::npos) return "an open tag at the end";
        const std::string tag = text.substr(at + 1, end - at - 1);
        if (tag.find('<') != std::string::npos) return "< in a tag";
        if (std::ranges::count(tag, '"') % 2 != 0) return "an open quote in " + tag;
        const std::string name =
            tag.substr(tag.starts_with('/') ? 1 : 0, tag.find_first_of(" /", 1) - (tag.starts_with('/') ? 1 : 0));
        if (tag.starts_with('/')) {
            if (open.empty() || open.back() != tag.substr(1)) return "unexpected </" + tag.substr(1) + ">";
            open.pop_back();
        } else if (!tag.ends_with('/')) {
            open.push_back(name);
        }
        at = end + 1;
    }
    return open.empty() ? "" : "<" + open.back() + "> is never closed";
}

TEST(FigureCaption, NamesADayOnce) {
    Setting drawn = setting();
    drawn.words.source.clear();
    drawn.day = "2026-11-22";
    EXPECT_EQ(words_of(drawn, {}, "Recorded on NVIDIA Example 100, 2026-11-22.").source,
              "Recorded on NVIDIA Example 100, 2026-11-22.");
    EXPECT_EQ(words_of(drawn, {}, "Recorded on NVIDIA Example 100, 2026-11-20.").source,
              "Recorded on NVIDIA Example 100, 2026-11-20. Drawn 2026-11-22.");
    EXPECT_EQ(words_of(drawn, {}, {}).source, "Drawn 2026-11-22.");
    drawn.words.source = "Here: a CPU.";
    EXPECT_EQ(words_of(drawn, {}, "Measured here.").source, "Measured here. Here: a CPU. Drawn 2026-11-22.");
}

class EveryFigure : public testing::TestWithParam<std::string> {
  protected:
    Figure make(Ground ground = Ground::white) const { return figures().at(GetParam())(setting(ground)); }
};

TEST_P(EveryFigure, HasNoTextOverAnotherOrOffThePage) {
    for (const std::string& fault : faults_of(make())) ADD_FAILURE() << fault;
}

TEST_P(EveryFigure, SaysWhatItIs) {
    const Figure figure = make();
    EXPECT_TRUE(shows(figure, "Which element is mine?"));
    EXPECT_TRUE(shows(figure, "Lesson 2"));
    EXPECT_TRUE(shows(figure, "add_one<float>"));
    EXPECT_TRUE(shows(figure, "2026-11-22"));
    EXPECT_TRUE(shows(figure, "Warpwise"));
    EXPECT_FALSE(figure.description.empty());
}

TEST_P(EveryFigure, IsWellFormedAsSvg) {
    for (const Ground ground : {Ground::white, Ground::transparent, Ground::transparent_dark}) {
        const std::string svg = svg_of(make(ground), 1);
        EXPECT_EQ(xml_fault(svg), "");
        EXPECT_NE(svg.find("add_one&lt;float&gt;"), std::string::npos);
        EXPECT_LT(svg.size(), std::size_t{2} << 20);
    }
}

TEST_P(EveryFigure, HasTheSameBytesEveryTime) {
    for (const Format format : {Format::png, Format::svg, Format::pdf}) {
        const auto once = write(make(), format, 1, *fonts()), again = write(make(), format, 1, *fonts());
        ASSERT_TRUE(once && again);
        EXPECT_EQ(*once, *again);
    }
}

TEST_P(EveryFigure, WithoutTitleAndCaptionIsTheFigureAlone) {
    Setting bare = setting();
    bare.options.title = bare.options.caption = false;
    const Figure figure = figures().at(GetParam())(bare);
    EXPECT_FALSE(shows(figure, "Which element is mine?"));
    EXPECT_FALSE(shows(figure, "Lesson 2"));
    EXPECT_LT(figure.height, make().height);
    for (const std::string& fault : faults_of(figure)) ADD_FAILURE() << fault;
}

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const auto& [name, maker] : figures()) all.push_back(name);
    return all;
}
INSTANTIATE_TEST_SUITE_P(Figures, EveryFigure, testing::ValuesIn(names()), [](const auto& info) { return info.param; });

TEST(FigureFaults, AreFound) {
    Figure figure = grid(setting());
    Text text = *texts_of(figure)[0];
    text.at.x += 3;
    figure.primitives.push_back(text);
    EXPECT_FALSE(faults_of(figure).empty());
    figure = grid(setting());
    text.at.x = figure.width - 4;
    text.at.y = 5000;
    figure.primitives.push_back(text);
    EXPECT_FALSE(faults_of(figure).empty());
    EXPECT_NE(xml_fault("<?xml?><a><b></a>"), "");
    EXPECT_NE(xml_fault("<?xml?><a>R & D</a>"), "");
}

TEST(Figure, LongNamesWrapAndStayOnThePage) {
    Setting s = setting();
    s.words.title =
        "A title that goes on and on until no page is wide enough for it, whatever its author may have thought while writing it";
    s.words.about = "Kernel " + std::string(400, 'k') + "<float>, n = 100";
    SweepScene scene = sweep_scene();
    scene.curves[0].name = "A CPU with a name as long as vendors like to give: Processor 9999X3D 16-Core with Graphics";
    scene.curves[0].source = "measured here_and_a_word_that_never_ends_and_never_ends_and_never_ends";
    for (const Figure& figure : {sweep_figure(s, scene), grid(s)})
        for (const std::string& fault : faults_of(figure)) ADD_FAILURE() << fault;
}

TEST(Figure, ManySeriesKeepTheirDistance) {
    SweepScene scene = sweep_scene();
    for (std::size_t i = 1; i < 40; ++i) {
        scene.curves.push_back(scene.curves[3]);
        scene.curves.back().recording = i;
        scene.curves.back().name = "GPU " + std::to_string(i);
        for (CurvePoint& p : scene.curves.back().points) p.y *= 1.0 + 0.2 * static_cast<double>(i);
    }
    const Figure figure = sweep_figure(setting(), scene);
    for (const std::string& fault : faults_of(figure)) ADD_FAILURE() << fault;
    EXPECT_NE(figure.description.find("19 more curves are not drawn"), std::string::npos);
}

// Heights add up only on a linear axis, from 0.
TEST(Figure, PhasesOfASweepAreStackedOnALinearAxis) {
    const SweepScene scene = stacked_sweep_scene();
    const Figure stacked = sweep_figure(setting(), scene);
    for (const char* text : {"copy in", "copy out", "By phase"}) EXPECT_TRUE(shows(stacked, text)) << text;
    EXPECT_TRUE(std::ranges::any_of(texts_of(stacked), [](const Text* text) { return text->text == "0"; }));
    SweepScene curves_alone = scene;
    curves_alone.stack.reset();
    const Figure without = sweep_figure(setting(), curves_alone);
    EXPECT_FALSE(shows(without, "copy in"));
    EXPECT_GT(stacked.primitives.size(), without.primitives.size() + 3 * scene.stack->bars.size());
}

TEST(Figure, ManyBarsOfASweepStayBounded) {
    SweepScene scene = stacked_sweep_scene();
    scene.stack->bars.clear();
    for (int i = 1; i <= 5000; ++i) {
        PhaseStack::Bar bar{static_cast<double>(i), {}};
        bar.phases.ms[kKernelPhase - 1] = bar.phases.ms[kKernelPhase] = 1e-3 * i;
        scene.stack->bars.push_back(bar);
    }
    EXPECT_LT(sweep_figure(setting(), scene).primitives.size(), kMostPrimitives);
}

TEST(Figure, WithoutDataSaysWhatToDo) {
    const Setting s = setting();
    EXPECT_TRUE(shows(thread_grid_figure(s, {}), "no threads"));
    EXPECT_TRUE(shows(array_strip_figure(s, {}), "nothing to draw"));
    EXPECT_TRUE(shows(timing_phases_figure(s, {}), "No run yet"));
    EXPECT_TRUE(shows(timing_samples_figure(s, {}), "No run yet"));
    EXPECT_TRUE(shows(sweep_figure(s, {}), "run a sweep"));
    EXPECT_TRUE(shows(roofline_figure(s, {}), "Nothing to plot"));
    EXPECT_TRUE(shows(timeline_figure(s, {}), "No timeline"));
    EXPECT_TRUE(shows(picture_figure(s, {}), "no picture"));
}

TEST(Figure, AccessesAreCountedAndNamed) {
    const Figure figure = accesses_figure(setting(), accesses_scene());
    EXPECT_TRUE(shows(figure, "Block 1, warp 0: 2 loads from a and 1 store or atomic to a."));
    EXPECT_TRUE(shows(figure, "a[63]"));
    EXPECT_TRUE(shows(figure, "line 6"));
    EXPECT_TRUE(shows(accesses_figure(setting(), {}), "no accesses"));
    EXPECT_FALSE(shows(figure, "may make more"));
    ShownAccesses cut = accesses_scene();
    cut.is_complete = false;
    EXPECT_TRUE(shows(accesses_figure(setting(), cut), "The warp may make more."));
    ShownAccesses many = accesses_scene();
    while (many.accesses.size() < 5000) many.accesses.push_back(many.accesses.front());
    EXPECT_LT(accesses_figure(setting(), many).primitives.size(), kMostPrimitives);
    EXPECT_TRUE(shows(accesses_figure(setting(), many), "The first 120 are shown."));
}

// In an SVG, the picture is pixels and the lanes below it are shapes.
TEST(Figure, APictureHasTheLanesOfTheChosenWarpBelowIt) {
    const Figure figure = picture_figure(setting(), picture_scene());
    EXPECT_TRUE(shows(figure, "Steps of the 32 lanes of this warp"));
    EXPECT_TRUE(shows(figure, "lane 3 of warp 0. The warp takes 7 steps, as many as its slowest lane; 50 % of"));
    PictureScene alone = picture_scene();
    alone.lanes.reset();
    EXPECT_FALSE(shows(picture_figure(setting(), alone), "lanes"));
    const std::string svg = svg_of(figure, 1);
    EXPECT_NE(svg.find("data:image/png;base64"), std::string::npos);
    EXPECT_NE(svg.find("lane"), std::string::npos);
}

TEST(Figure, TheGridNamesTheElementOfTheChosenThread) {
    const Figure figure = grid(setting());
    EXPECT_TRUE(shows(figure, "Thread 7 of block 2 works on a[71]."));
    EXPECT_TRUE(shows(figure, "a[71]"));
    EXPECT_TRUE(shows(figure, "past the data, no element (28)"));
}

TEST(Figure, OneElementLessIsSeen) {
    const auto svg = [](std::uint64_t n) { return svg_of(grid_of(setting(), {{4096, 1, 1}, {256, 1, 1}, 0}, n), 1); };
    EXPECT_NE(svg(1'048'576), svg(1'048'575 - 255));
}

TEST(Figure, ATransparentOneHasNoGround) {
    const auto pixels = pixels_of(grid(setting(Ground::transparent)), 1, *fonts());
    ASSERT_TRUE(pixels);
    EXPECT_EQ(pixels->rgba[3], 0);
    const auto white = pixels_of(grid(setting()), 1, *fonts());
    ASSERT_TRUE(white);
    EXPECT_EQ(white->rgba[3], 255);
    // on white it is the white one, but for rounding
    const Image over = pixels->over(0xffffff), expected = white->over(0xffffff);
    ASSERT_EQ(over.rgb.size(), expected.rgb.size());
    int most = 0;
    for (std::size_t i = 0; i < over.rgb.size(); ++i) most = std::max(most, std::abs(over.rgb[i] - expected.rgb[i]));
    EXPECT_LE(most, 4);
}

TEST(Figure, ColoursKeepTheirContrast) {
    for (const Ground ground : {Ground::white, Ground::transparent_dark}) {
        const Palette& p = palette_of(ground);
        for (const Colour text : {p.ink, p.muted, p.bad, p.block_term, p.dim_term, p.thread_term})
            EXPECT_GE(contrast(text, p.ground), 4.5) << std::hex << text;
        for (std::size_t hue = 0; hue < p.blocks.size(); ++hue) {
            const Colour block = p.blocks[hue];
            EXPECT_GE(contrast(p.on_block[hue], block), 4.5) << std::hex << block;
            EXPECT_GE(contrast(block, p.ground), 3) << std::hex << block;
        }
        for (const Colour line : p.series) EXPECT_GE(contrast(line, p.ground), 3) << std::hex << line;
        for (const Colour line : p.recordings) EXPECT_GE(contrast(line, p.ground), 3) << std::hex << line;
    }
}

TEST(Figure, ScalesPixelsAndPages) {
    const Figure figure = sweep_figure(setting(), sweep_scene());
    const auto once = pixels_of(figure, 1, *fonts()), twice = pixels_of(figure, 2, *fonts());
    ASSERT_TRUE(once && twice);
    EXPECT_EQ(twice->width, 2 * once->width);
    EXPECT_EQ(twice->height, 2 * once->height);
    EXPECT_NE(svg_of(figure, 2).find("width=\"1600\""), std::string::npos);
    const auto too_large = pixels_of(figure, 100, *fonts());
    ASSERT_FALSE(too_large);
    EXPECT_NE(too_large.error().text().find("smaller scale"), std::string::npos);
}

TEST(FigurePdf, EveryObjectLiesWhereTheTableSays) {
    const auto pdf = pdf_of(occupancy_figure(setting(), occupancy_scene()), 1, *fonts());
    ASSERT_TRUE(pdf);
    EXPECT_TRUE(pdf->starts_with("%PDF-1.4\n"));
    EXPECT_TRUE(pdf->ends_with("%%EOF\n"));
    const std::size_t start = pdf->rfind("startxref\n") + 10, table = std::stoul(pdf->substr(start));
    ASSERT_EQ(pdf->substr(table, 5), "xref\n");
    const std::size_t count = std::stoul(pdf->substr(table + 7));
    std::size_t entry = pdf->find('\n', table + 5) + 1;
    for (std::size_t i = 0; i < count; ++i, entry += 20) {
        EXPECT_EQ(pdf->substr(entry + 18, 2), " \n");
        if (i == 0) continue;
        const std::string begin = std::to_string(i) + " 0 obj";
        EXPECT_EQ(pdf->substr(std::stoul(pdf->substr(entry, 10)), begin.size()), begin);
    }
}

TEST(FigurePdf, ItsContentIsAsLongAsItSaysAndEndsEveryPath) {
    const auto pdf = pdf_of(timeline_figure(setting(), timeline_scene()), 1, *fonts());
    ASSERT_TRUE(pdf);
    const std::size_t object = pdf->find("4 0 obj"), length = std::stoul(pdf->substr(pdf->find("/Length ", object) + 8));
    const std::size_t from = pdf->find("stream\n", object) + 7;
    EXPECT_EQ(pdf->substr(from + length, 10), "\nendstream");
    std::string content(1 << 22, '\0');
    uLongf size = content.size();
    ASSERT_EQ(
        uncompress(reinterpret_cast<Bytef*>(content.data()), &size, reinterpret_cast<const Bytef*>(pdf->data() + from), length),
        Z_OK);
    content.resize(size);
    EXPECT_TRUE(content.ends_with("f\n") || content.ends_with("S\n") || content.ends_with("B\n") || content.ends_with("ET\n"));
    EXPECT_EQ(content.find("nan"), std::string::npos);
    EXPECT_EQ(content.find("e-"), std::string::npos);
}

std::vector<std::string> streams_of(const std::string& pdf) {
    std::vector<std::string> streams;
    for (std::size_t at = pdf.find(" /FlateDecode"); at != std::string::npos; at = pdf.find(" /FlateDecode", at + 1)) {
        const std::size_t length = std::stoul(pdf.substr(pdf.rfind("/Length ", at) + 8)), from = pdf.find("stream\n", at) + 7;
        std::string data(1 << 22, '\0');
        uLongf size = data.size();
        if (uncompress(reinterpret_cast<Bytef*>(data.data()), &size, reinterpret_cast<const Bytef*>(pdf.data() + from), length) ==
            Z_OK)
            streams.push_back(data.substr(0, size));
    }
    return streams;
}

// What a reader of PDFs finds when it searches: the glyphs of each text as the characters that their font's table names.
std::string text_of(const std::string& pdf) {
    const std::vector<std::string> streams = streams_of(pdf);
    std::vector<std::map<std::string, std::string>> tables;  // of the fonts, in the order of their names
    for (const std::string& stream : streams) {
        if (!stream.starts_with("/CIDInit")) continue;
        tables.emplace_back();
        const std::regex pair("<([0-9A-F]{4})> <([0-9A-F]{4})>\n");
        const std::size_t begin = stream.find("endcodespacerange");
        const std::string body = stream.substr(begin);
        for (std::sregex_iterator one(body.begin(), body.end(), pair), none; one != none; ++one) {
            const int character = std::stoi((*one)[2], nullptr, 16);
            tables.back()[(*one)[1]] = character < 128 ? std::string(1, static_cast<char>(character)) : "?";
        }
    }
    std::map<std::string, std::size_t> place;  // "F2": its table
    const std::string page = pdf.substr(pdf.find("/Font << "), 80);
    const std::regex name("/(F[0-9]) [0-9]+ 0 R");
    for (std::sregex_iterator one(page.begin(), page.end(), name), none; one != none; ++one) place.emplace((*one)[1], place.size());
    std::string all;
    const std::regex shown("/(F[0-9]) [0-9.]+ Tf [^<]*<([0-9A-F]*)> Tj");
    for (std::sregex_iterator one(streams[0].begin(), streams[0].end(), shown), none; one != none; ++one) {
        const std::string glyphs = (*one)[2];
        for (std::size_t i = 0; i < glyphs.size(); i += 4) all += tables.at(place.at((*one)[1])).at(glyphs.substr(i, 4));
        all += '\n';
    }
    return all;
}

TEST(FigurePdf, ItsTextIsFound) {
    Setting s = setting();
    s.words.title = "Occupancy (of a \\ kernel)";
    const auto pdf = pdf_of(occupancy_figure(s, occupancy_scene()), 1, *fonts());
    ASSERT_TRUE(pdf);
    const std::string text = text_of(*pdf);
    EXPECT_NE(text.find("Occupancy (of a \\ kernel)\n"), std::string::npos) << text;
    EXPECT_NE(text.find("threads per block"), std::string::npos) << text;
    EXPECT_NE(pdf->find("/FontFile3"), std::string::npos);
}

TEST(FigurePdf, AFontHoldsTheGlyphsThatAreUsedAndNoOthers) {
    PdfFont font(*fonts(), Face::mono);
    EXPECT_FALSE(font.is_used());
    EXPECT_EQ(font.encoded("abba"), "0001000200020001");
    EXPECT_EQ(font.encoded("c"), "0003");
    EXPECT_EQ(font.widths(), "[1 [600 600 600]]");  // JetBrains Mono: all are as wide
    EXPECT_TRUE(font.name().ends_with("+JetBrainsMono-Regular"));
    const std::string program = font.program();
    EXPECT_EQ(program.substr(0, 4), std::string("\x01\x00\x04\x04", 4));
    EXPECT_LT(program.size(), 2000u);
    EXPECT_NE(font.characters().find("<0003> <0063>"), std::string::npos);
}

TEST(Figure, DashesCoverHalfOfALine) {
    Path path;
    path.move_to({0, 0});
    path.line_to({30, 0});
    path.line_to({30, 70});
    double length = 0;
    for (const auto& dash : dashes_of(path, 5))
        for (std::size_t i = 1; i < dash.size(); ++i) length += std::hypot(dash[i].x - dash[i - 1].x, dash[i].y - dash[i - 1].y);
    EXPECT_NEAR(length, 50, 1e-9);
}

TEST(Figure, HatchesStayInTheirArea) {
    for (const bool rising : {true, false}) {
        Path path;
        const Area area{13, 7, 20, 11};
        add_hatch(path, area, 6, rising);
        ASSERT_FALSE(path.steps.empty());
        for (const Step& step : path.steps) {
            EXPECT_GE(step.to.x, area.x - 1e-9);
            EXPECT_LE(step.to.x, area.right() + 1e-9);
            EXPECT_GE(step.to.y, area.y - 1e-9);
            EXPECT_LE(step.to.y, area.bottom() + 1e-9);
        }
    }
}

TEST(Figure, TextOfAnyBytesIsWritten) {
    Setting s = setting();
    s.words.title = "\xff\xfe R & D \"<x>\" \x01 \xc3\xa9 \xf0\x9f\x98\x80";
    const Figure figure = grid(s);
    EXPECT_EQ(xml_fault(svg_of(figure, 1)), "");
    EXPECT_TRUE(pdf_of(figure, 1, *fonts()));
    EXPECT_TRUE(pixels_of(figure, 1, *fonts()));
}

}  // namespace
}  // namespace warpwise::ui::figure
