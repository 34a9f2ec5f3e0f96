#include "ui/threads/address_layout.h"

#include <algorithm>
#include <cmath>

namespace warpwise::ui {
namespace {

constexpr double kTitle = 20, kIndices = 17, kCellHeight = 26, kWidestCell = 52, kLeastCell = 21, kRowLabel = 30;  // units
constexpr double kBarHeight = 26, kTicks = 19, kBetweenMaps = 10, kBetweenOwners = 18;
constexpr std::uint64_t kMostPlacesWithText = 512;
constexpr double kCharacter = 8.4, kAroundText = 7;  // of a cell's number
constexpr double kLeastForTwo = 600, kBeside = 28;   // owners beside each other
constexpr double kArrowsOfMatrix = 52, kArrowsOfLine = 40;

// How many of the places before the first or after the last one are drawn, where a view reaches them.
std::int64_t most_beyond(std::uint64_t count) { return std::max<std::int64_t>(4, static_cast<std::int64_t>(count / 8)); }

MatrixLayout matrix_of(const AddressScene& scene, std::size_t index, AddressMapState::Corner corner, double width, double unit) {
    const StridedView& view = scene.maps[index].view;
    const double room = width - 2 * kRowLabel * unit;
    MatrixLayout matrix;
    matrix.map = index;
    matrix.rows = std::min(view.rows, kMostDrawnRows);
    matrix.first_row = std::clamp<std::int64_t>(corner.row, 0, view.rows - matrix.rows);
    const auto draw_cols = [&](std::int64_t most) {
        matrix.cols = std::min(view.cols, most);
        matrix.first_col = std::clamp<std::int64_t>(corner.col, 0, view.cols - matrix.cols);
    };
    const std::int64_t most = view.rows == 1 ? kMostDrawnInLine : kMostDrawnCols;
    draw_cols(most);
    // rather fewer columns than cells without their numbers
    const double needed = kCharacter * static_cast<double>(longest_text(scene, matrix)) + kAroundText;
    const double least = std::clamp(needed, kLeastCell, kWidestCell) * unit;
    draw_cols(std::min(most, std::max<std::int64_t>(1, static_cast<std::int64_t>(room / least))));
    matrix.is_cut = matrix.rows < view.rows || matrix.cols < view.cols;
    matrix.cell_w = std::floor(std::min(room / static_cast<double>(matrix.cols), kWidestCell * unit));
    matrix.cell_h = std::floor(kCellHeight * unit);
    matrix.left = std::floor((width - matrix.cell_w * static_cast<double>(matrix.cols)) / 2);
    return matrix;
}

MemoryLayout strip_of(const AddressScene& scene, std::size_t owner) {
    MemoryLayout strip;
    strip.owner = owner;
    const std::uint64_t count = scene.owners[owner].count;
    strip.last = static_cast<std::int64_t>(count) - 1;
    for (const AddressMap& map : scene.maps) {
        if (map.owner != owner || map.reach->outside == 0) continue;
        const PlaceRange range = places_of(map.view);
        const std::int64_t end = static_cast<std::int64_t>(count) - 1, beyond = most_beyond(count);
        strip.first = std::min(strip.first, std::clamp<std::int64_t>(range.first, -beyond, 0));
        strip.last = std::max(strip.last, std::clamp<std::int64_t>(range.last, end, end + beyond));
    }
    return strip;
}

}  // namespace

Box MatrixLayout::cell(ViewElement element) const {
    return {left + cell_w * static_cast<double>(element.col - first_col),
            top + cell_h * static_cast<double>(element.row - first_row), cell_w, cell_h};
}

bool MatrixLayout::shows(ViewElement element) const {
    return element.row >= first_row && element.row < first_row + rows && element.col >= first_col && element.col < first_col + cols;
}

std::optional<ViewElement> MatrixLayout::element_at(double x, double y) const {
    if (!box().contains(x, y)) return std::nullopt;
    return ViewElement{first_row + static_cast<std::int64_t>((y - top) / cell_h),
                       first_col + static_cast<std::int64_t>((x - left) / cell_w)};
}

double MemoryLayout::target_of(std::int64_t place) const {
    if (place < first) return bar.x;
    if (place > last) return bar.x + bar.w;
    return left_of(place) + per_place() / 2;
}

std::optional<std::int64_t> MemoryLayout::place_at(double x, double y) const {
    if (!bar.contains(x, y)) return std::nullopt;
    return std::clamp(first + static_cast<std::int64_t>(std::floor((x - bar.x) / per_place())), first, last);
}

std::int64_t MemoryLayout::tick_step(double text_width) const {
    std::int64_t step = 1;
    while (per_place() * static_cast<double>(step) < text_width) step *= 2;
    return step;
}

AddressLayout address_layout(const AddressScene& scene, const std::vector<AddressMapState::Corner>& corners, double width,
                             double unit) {
    AddressLayout layout;
    const bool has_rows = std::ranges::any_of(scene.maps, [](const AddressMap& map) { return map.view.rows > 1; });
    const bool beside = scene.owners.size() == 2 && has_rows && width >= kLeastForTwo * unit;
    const double each = beside ? std::floor((width - kBeside * unit) / 2) : width;
    for (std::size_t i = 0; i < scene.maps.size(); ++i)
        layout.matrices.push_back(matrix_of(scene, i, i < corners.size() ? corners[i] : AddressMapState::Corner(), each, unit));
    for (std::size_t owner = 0; owner < scene.owners.size(); ++owner) {
        const double x = beside && owner == 1 ? width - each : 0;
        double y = owner == 0 || beside ? 0 : layout.height + kBetweenOwners * unit, arrows = kArrowsOfLine;
        for (MatrixLayout& matrix : layout.matrices) {
            if (scene.maps[matrix.map].owner != owner) continue;
            matrix.left += x;
            matrix.title = y;
            matrix.top = std::floor(y + (kTitle + kIndices) * unit);
            y = matrix.top + matrix.box().h + kBetweenMaps * unit;
            if (matrix.rows > 1) arrows = kArrowsOfMatrix;
        }
        MemoryLayout strip = strip_of(scene, owner);
        y += (arrows - kBetweenMaps) * unit;
        strip.bar = {x, std::floor(y), each, kBarHeight * unit};
        strip.title = strip.bar.y + strip.bar.h + kTicks * unit;
        layout.height = std::max(layout.height, strip.title + kTitle * unit);
        layout.strips.push_back(strip);
    }
    return layout;
}

std::vector<std::size_t> colouring_maps(const AddressScene& scene, std::size_t owner) {
    std::vector<std::size_t> views, all;
    for (std::size_t i = 0; i < scene.maps.size(); ++i) {
        if (scene.maps[i].owner != owner) continue;
        all.push_back(i);
        if (!scene.maps[i].is_owner) views.push_back(i);
    }
    return views.empty() ? all : views;
}

bool colours_places(const AddressScene& scene, std::size_t map) {
    const std::vector<std::size_t> maps = colouring_maps(scene, scene.maps[map].owner);
    return std::ranges::find(maps, map) != maps.end();
}

std::uint64_t hue_of_row(std::size_t map, std::int64_t row) { return map + static_cast<std::uint64_t>(row); }

AddressCell cell_kind(const AddressScene& scene, std::size_t map, ViewElement element) {
    if (is_outside(scene, map, element)) return AddressCell::outside;
    if (!colours_places(scene, map)) return AddressCell::whole;
    return original_of(scene.maps[map].view, element) ? AddressCell::copy : AddressCell::element;
}

std::size_t longest_text(const AddressScene& scene, const MatrixLayout& matrix) {
    const AddressMap& map = scene.maps[matrix.map];
    std::size_t longest = 0;
    for (std::int64_t row = matrix.first_row; row < matrix.first_row + matrix.rows; ++row)
        for (std::int64_t col = matrix.first_col; col < matrix.first_col + matrix.cols; ++col)
            if (!is_outside(scene, matrix.map, {row, col}))
                longest = std::max(longest, cell_text(scene.owners[map.owner], place_of(map.view, {row, col})).size());
    return longest;
}

std::size_t longest_text(const AddressScene& scene, const MemoryLayout& strip) {
    const AddressOwner& owner = scene.owners[strip.owner];
    if (owner.count > kMostPlacesWithText) return std::string::npos;
    std::size_t longest = 0;
    for (std::uint64_t place = 0; place < owner.count; ++place)
        longest = std::max(longest, cell_text(owner, static_cast<std::int64_t>(place)).size());
    return longest;
}

AddressMeaning meanings_of(const AddressScene& scene) {
    AddressMeaning there;
    for (std::size_t i = 0; i < scene.maps.size(); ++i) {
        const AddressMap& map = scene.maps[i];
        there.rows |= map.view.rows > 1;
        there.copies |= map.reach->places < map.view.size() - map.reach->outside;
        there.outside |= map.reach->outside > 0;
        there.unreached |= colours_places(scene, i) && map.reach->places < scene.owners[map.owner].count;
    }
    return there;
}

std::vector<ViewElement> lined_elements(const AddressScene& scene, const MatrixLayout& matrix, ViewElement pointed) {
    std::vector<ViewElement> elements;
    const bool few = matrix.rows == 1 || matrix.rows * matrix.cols <= kFewElements;
    for (std::int64_t row = matrix.first_row; row < matrix.first_row + matrix.rows; ++row)
        for (std::int64_t col = matrix.first_col; col < matrix.first_col + matrix.cols; ++col) {
            if (!few && row != pointed.row) continue;
            const AddressCell kind = cell_kind(scene, matrix.map, {row, col});
            if (kind != AddressCell::whole) elements.push_back({row, col});
        }
    return elements;
}

}  // namespace warpwise::ui
