#include "ui/picture/image_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lesson/formula.h"
#include "ui/picture/view_option.h"

namespace warpwise::ui {
namespace {

constexpr double kLargestEdge = 16384;

Result<double> number_of(const ViewSpec& view, const char* name, const ParameterValues& values) {
    const auto value = evaluate(option_of(view, name), values);
    if (!value) return usage_error(fmt::format("the image view's \"{}\": {}", name, value.error().message), value.error().hint);
    return value;
}

Result<int> edge_of(const ViewSpec& view, const char* name, const ParameterValues& values) {
    const auto value = number_of(view, name, values);
    if (!value) return std::unexpected(value.error());
    if (!(*value >= 1 && *value <= kLargestEdge))
        return usage_error(fmt::format("the image view's {} is {}, and lies between 1 and 16,384", name, *value),
                           "Choose a smaller picture.");
    return static_cast<int>(*value);
}

Result<void> read_range(ImageSpec& spec, const ViewSpec& view, const ParameterValues& values) {
    for (const auto& [name, to] : {std::pair{"low", &spec.low}, {"high", &spec.high}, {"dark", &spec.dark}}) {
        if (option_of(view, name).empty()) continue;
        const auto value = number_of(view, name, values);
        if (!value) return std::unexpected(value.error());
        *to = *value;
    }
    return {};
}

Result<void> read_array(ImageSpec& spec, const Lesson& lesson, const ViewSpec& view, const KernelSpec* kernel) {
    std::vector<std::string> arrays = option_texts(view, "array");
    if (arrays.empty()) arrays.emplace_back();
    for (const std::string& id : arrays)
        if (std::ranges::find(lesson.arrays, id, &ArraySpec::id) == lesson.arrays.end())
            return usage_error(fmt::format("the image view shows the array \"{}\", which the lesson does not have", id));
    const auto taken = std::ranges::find_if(arrays, [&](const std::string& id) {
        return kernel != nullptr && std::ranges::find(kernel->arguments, id) != kernel->arguments.end();
    });
    spec.array = taken != arrays.end() ? *taken : arrays.front();
    const std::vector<std::string> packed = option_texts(view, "packed");
    spec.packed = std::ranges::find(packed, spec.array) != packed.end();
    return {};
}

FormulaNames numbers_of(const ParameterValues& values) {
    FormulaNames names;
    for (const auto& [id, value] : values) {
        if (const auto* whole = std::get_if<std::int64_t>(&value)) names[id] = static_cast<double>(*whole);
        if (const auto* real = std::get_if<double>(&value)) names[id] = *real;
    }
    return names;
}

void map_from_writes(const std::vector<std::uint32_t>& writer, PixelMap& map) {
    for (std::size_t element = 0; element < writer.size(); ++element)
        if (writer[element] != 0 && writer[element] <= map.pixel_of.size()) map.note(element, writer[element] - 1);
}

void map_from_formula(const ThreadFacts& facts, PixelMap& map) {
    const bool flat = map.shape.grid.y * map.shape.block.y == 1;
    const int row_elements = map.width / map.pixels_per_element;
    for (std::uint64_t thread = 0; thread < map.pixel_of.size() && row_elements > 0; ++thread) {
        const auto element = facts.element_of(thread);
        if (!element) continue;
        const std::int64_t column = *element % row_elements,
                           left = std::int64_t{place_of(map.shape, thread).block.x} * map.shape.block.x;
        if (!flat && (column < left || column >= left + map.shape.block.x)) continue;
        map.note(static_cast<std::size_t>(*element), thread);
    }
}

}  // namespace

const ViewSpec* find_image_view(const Lesson& lesson) {
    const auto found = std::ranges::find(lesson.views, "image", &ViewSpec::kind);
    return found == lesson.views.end() ? nullptr : &*found;
}

Result<ImageSpec> image_spec(const Lesson& lesson, const ViewSpec& view, const ParameterValues& values, const KernelSpec* kernel) {
    ImageSpec spec;
    if (const auto read = read_array(spec, lesson, view, kernel); !read) return std::unexpected(read.error());
    const auto width = edge_of(view, "width", values), height = edge_of(view, "height", values);
    if (!width) return std::unexpected(width.error());
    if (!height) return std::unexpected(height.error());
    spec.width = *width;
    spec.height = *height;
    if (const std::string palette = option_of(view, "palette"); !palette.empty()) spec.palette = palette;
    if (!palette_table(spec.palette))
        return usage_error(fmt::format("there is no palette \"{}\"", spec.palette),
                           "The palettes are viridis, inferno, cividis and grey.");
    spec.logarithmic = option_of(view, "scale") == "log";
    if (const auto range = read_range(spec, view, values); !range) return std::unexpected(range.error());
    spec.lanes = option_of(view, "lanes");
    spec.zoom = option_of(view, "zoom");
    spec.pan_x = option_of(view, "pan_x");
    spec.pan_y = option_of(view, "pan_y");
    for (const std::string& id : {spec.zoom, spec.pan_x, spec.pan_y})
        if (const Parameter* parameter = lesson.find_parameter(id);
            !id.empty() && (parameter == nullptr || parameter->kind != ParameterKind::real))
            return usage_error(fmt::format("the image view zooms \"{}\", which is not a parameter of kind real", id));
    if (!option_of(view, "pixel_x").empty()) {
        const auto x = number_of(view, "pixel_x", values), y = number_of(view, "pixel_y", values);
        if (!x) return std::unexpected(x.error());
        if (!y) return std::unexpected(y.error());
        spec.pixel = {std::clamp(static_cast<int>(*x), 0, spec.width - 1), std::clamp(static_cast<int>(*y), 0, spec.height - 1)};
    }
    spec.paints_cells = option_of(view, "paint") == "cells";
    spec.brushes = option_texts(view, "brushes");
    if (!spec.brushes.empty() && (spec.brushes.size() != 2 || !spec.low || !spec.high))
        return usage_error("the image view's \"brushes\" are two names, for drawing its \"high\" and its \"low\"",
                           R"(Write low = "-1", high = "1", brushes = ["Bright", "Dark"].)");
    spec.before = option_of(view, "before");
    if (!spec.before.empty() && std::ranges::find(lesson.arrays, spec.before, &ArraySpec::id) == lesson.arrays.end())
        return usage_error(
            fmt::format("the image view shows the array \"{}\" before the run, which the lesson does not have", spec.before));
    spec.about = option_of(view, "about");
    return spec;
}

void PixelMap::note(std::size_t element, std::uint64_t thread) {
    const auto count = static_cast<std::size_t>(pixels_per_element), first = element * count;
    for (std::size_t pixel = first; pixel < std::min(first + count, thread_at.size()); ++pixel)
        thread_at[pixel] = static_cast<std::uint32_t>(thread) + 1;
    if (first < thread_at.size() && pixel_of[thread] == 0) pixel_of[thread] = static_cast<std::uint32_t>(first) + 1;
}

std::optional<std::uint64_t> PixelMap::thread(std::int64_t pixel) const {
    if (pixel < 0 || static_cast<std::size_t>(pixel) >= thread_at.size()) return std::nullopt;
    const std::uint32_t found = thread_at[static_cast<std::size_t>(pixel)];
    return found != 0 ? std::optional<std::uint64_t>(found - 1) : std::nullopt;
}

std::optional<std::int64_t> PixelMap::pixel(std::uint64_t thread) const {
    if (thread >= pixel_of.size() || pixel_of[thread] == 0) return std::nullopt;
    return pixel_of[thread] - 1;
}

PixelMap map_pixels(const ThreadFacts& facts, const RunRecord* record, int width, int height, int pixels_per_element) {
    constexpr std::uint64_t most_threads = std::uint64_t{1} << 26;
    PixelMap map{width, height, pixels_per_element, facts.shape, {}, {}};
    if (facts.threads > most_threads) return map;
    map.thread_at.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0);
    map.pixel_of.assign(facts.threads, 0);
    if (facts.has_writes && record != nullptr)
        map_from_writes(record->writes[*facts.write_map].writer, map);
    else
        map_from_formula(facts, map);
    return map;
}

WarpLanes lanes_of_warp(const PixelMap& map, const PixelValues& array, std::uint64_t thread) {
    WarpLanes warp;
    const ThreadPlace place = place_of(map.shape, thread);
    warp.first_thread = thread - place.lane();
    const std::uint64_t in_block = place.in_block - place.lane(), block = map.shape.block.count();
    for (std::uint64_t lane = 0; lane < kWarpSize && in_block + lane < block; ++lane) {
        const auto pixel = map.pixel(warp.first_thread + lane);
        if (!pixel || static_cast<std::size_t>(*pixel) >= array.size()) continue;
        const double value = array.value(static_cast<std::size_t>(*pixel));
        warp.value[lane] = value;
        warp.most = std::max(warp.most, value);
        warp.sum += value;
    }
    return warp;
}

std::vector<float> waste_of_pixels(const PixelMap& map, const PixelValues& array) {
    std::vector<float> waste(map.thread_at.size(), 0);
    const std::uint64_t block = map.shape.block.count(), threads = map.pixel_of.size();
    for (std::uint64_t first = 0; first < threads; first += block)
        for (std::uint64_t lane = 0; lane < block; lane += kWarpSize) {
            const auto wasted = static_cast<float>(1 - lanes_of_warp(map, array, first + lane).useful());
            for (std::uint64_t thread = first + lane; thread < std::min(first + block, first + lane + kWarpSize); ++thread)
                if (const auto pixel = map.pixel(thread)) waste[static_cast<std::size_t>(*pixel)] = wasted;
        }
    return waste;
}

std::string about_pixel(const ImageSpec& spec, const ParameterValues& values, int x, int y, double value) {
    if (spec.about.empty()) return {};
    FormulaNames names = numbers_of(values);
    names["x"] = x;
    names["y"] = y;
    names["value"] = value;
    const auto text = fill_template(spec.about, names);
    return text ? *text : text.error().text();
}

}  // namespace warpwise::ui
