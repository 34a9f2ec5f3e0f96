// The view `address_map`: where the elements of views are in memory, by shape, strides and offset.
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "ui/kit/drag_field.h"
#include "ui/kit/draw.h"
#include "ui/kit/steady_width.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"
#include "ui/threads/address_map_draw.h"
#include "ui/threads/address_scene.h"
#include "ui/threads/panels.h"

namespace warpwise::ui {
namespace {

constexpr std::int64_t kFarthest = std::int64_t{1} << 20;  // that an offset or a stride is set to by hand

const char* label_of(AddressField field, bool one_axis) {
    switch (field) {
        case AddressField::rows: return "Rows";
        case AddressField::cols: return one_axis ? "Elements" : "Columns";
        case AddressField::offset: return "Offset";
        case AddressField::stride_rows: return "Row stride";
        case AddressField::stride_cols: break;
    }
    return one_axis ? "Stride" : "Column stride";
}

const char* help_of(AddressField field) {
    switch (field) {
        case AddressField::rows: return "How many rows the view has.";
        case AddressField::cols: return "How many elements each row of the view has.";
        case AddressField::offset: return "Where the first element of the view is, counted from the first one of the array.";
        case AddressField::stride_rows: return "How many elements of the array the next row is away. 0: it is the same row again.";
        case AddressField::stride_cols: break;
    }
    return "How many elements of the array the next column is away. 0: it is the same column again.";
}

NumberRange range_of(const AddressMap& map, AddressField field) {
    const AddressNumber& number = map.number(field);
    if (number.parameter != nullptr) return {std::llround(number.parameter->min), std::llround(number.parameter->max)};
    const auto most = static_cast<std::int64_t>(kMostMapped);
    if (field == AddressField::rows) return {1, most / map.view.cols};
    if (field == AddressField::cols) return {1, most / map.view.rows};
    return {-kFarthest, kFarthest};
}

void set_number(Workbench& bench, std::size_t map, AddressField field, const AddressNumber& number, std::int64_t value) {
    if (number.parameter != nullptr) {
        bench.draft.request.parameters[number.parameter->id] = value;
        bench.post(ask::TakeDraft{});
        return;
    }
    AddressMapState::Own& own = bench.state<AddressMapState>().own[map][static_cast<std::size_t>(field)];
    own.value = value == own.formula_value ? std::nullopt : std::optional(value);
}

void number_fields(Workbench& bench, const AddressScene& scene, std::size_t index) {
    const Look& look = bench.look;
    const AddressMap& map = scene.maps[index];
    const float size = look.px(Fonts::kSmall);
    const FontScope font(look.fonts.regular, size);
    if (scene.maps.size() > 1) {
        ImGui::AlignTextToFramePadding();
        const FontScope bold(look.fonts.semibold, size);
        text_in(look, look.theme.text, map.title);
    }
    bool first = scene.maps.size() == 1;
    for (std::size_t i = 0; i < kAddressFields; ++i) {
        const auto field = static_cast<AddressField>(i);
        if (map.view.one_axis && (field == AddressField::rows || field == AddressField::stride_rows)) continue;
        const AddressNumber& number = map.number(field);
        const std::string label = fmt::format("{}###address_{}_{}", label_of(field, map.view.one_axis), i, index);
        if (!first) place_beside(drag_field_width(look, label.c_str()));
        first = false;
        std::string help = help_of(field);
        help += number.parameter != nullptr
                    ? fmt::format(" It is the parameter \"{}\" of the launch.", number.parameter->label)
                    : fmt::format(" The lesson begins with {}. Your value changes this picture alone.", number.formula);
        help += " Drag it, or press Enter or double-click to type.";
        std::int64_t value = number.value;
        if (drag_field(look, label.c_str(), value, range_of(map, field), help)) set_number(bench, index, field, number, value);
    }
}

bool has_own_fields(const AddressScene& scene) {
    return std::ranges::any_of(scene.maps, [](const AddressMap& map) {
        for (std::size_t i = map.view.one_axis ? 1 : 0; i < kAddressFields; ++i)
            if (map.numbers[i].parameter == nullptr &&
                !(map.view.one_axis && static_cast<AddressField>(i) == AddressField::stride_rows))
                return true;
        return false;
    });
}

bool is_changed(const AddressMapState& state) {
    return std::ranges::any_of(state.own, [](const auto& numbers) {
        return std::ranges::any_of(numbers, [](const AddressMapState::Own& own) { return own.value.has_value(); });
    });
}

void reset_button(const Look& look, AddressMapState& state, bool beside) {
    const char* const label = "Reset###address_reset";
    if (beside) place_beside(button_width(label));
    if (quiet_button(look, label, is_changed(state)))
        for (auto& numbers : state.own)
            for (AddressMapState::Own& own : numbers) own.value.reset();
    explain(look, "Back to the numbers that the lesson gives. Parameters of the launch stay as they are.");
}

void choose(AddressMapState& state, const AddressScene& scene, const MatrixLayout& matrix, ViewElement element) {
    state.chosen_map = matrix.map;
    state.chosen = moved(scene.maps[matrix.map].view, element, 0, 0);
    const auto follow = [](std::int64_t& first, std::int64_t at, std::int64_t drawn) {
        first = std::clamp(first, at - drawn + 1, at);
    };
    AddressMapState::Corner& corner = state.corners[matrix.map];
    corner = {matrix.first_row, matrix.first_col};
    follow(corner.row, state.chosen.row, matrix.rows);
    follow(corner.col, state.chosen.col, matrix.cols);
}

void move_by_keys(AddressMapState& state, const AddressScene& scene, const MatrixLayout& matrix, ImGuiID id) {
    const StridedView& view = scene.maps[matrix.map].view;
    const ViewElement from = state.chosen_map == matrix.map ? state.chosen : ViewElement();
    struct Key {
        ImGuiKey key;
        ViewElement to;
    };
    for (const Key& key : {Key{ImGuiKey_LeftArrow, moved(view, from, 0, -1)},
                           {ImGuiKey_RightArrow, moved(view, from, 0, 1)},
                           {ImGuiKey_UpArrow, moved(view, from, -1, 0)},
                           {ImGuiKey_DownArrow, moved(view, from, 1, 0)},
                           {ImGuiKey_Home, {0, 0}},
                           {ImGuiKey_End, {view.rows - 1, view.cols - 1}}}) {
        ImGui::SetKeyOwner(key.key, id);
        if (!ImGui::IsKeyPressed(key.key, ImGuiInputFlags_Repeat, id)) continue;
        choose(state, scene, matrix, key.to);
        state.keys_lead = true;
    }
}

struct AddressPointed {
    std::size_t map = 0;
    ViewElement element;
};

struct Picked {
    std::optional<std::size_t> map;  // whose element the mouse is on
    ViewElement element;
    std::string tooltip;
};

void matrix_item(const Look& look, AddressMapState& state, const AddressPicture& p, const MatrixLayout& matrix, Picked& picked) {
    const Box box = matrix.box();
    const ImVec2 min{p.at.x + static_cast<float>(box.x), p.at.y + static_cast<float>(box.y)};
    const ImVec2 size{static_cast<float>(box.w), static_cast<float>(box.h)};
    ImGui::SetCursorScreenPos(min);
    ImGui::InvisibleButton(fmt::format("###address_matrix_{}", matrix.map).c_str(), size, ImGuiButtonFlags_EnableNav);
    if (ImGui::IsItemHovered()) {
        const ImVec2 mouse = ImGui::GetMousePos();
        const auto element = matrix.element_at(static_cast<double>(mouse.x - p.at.x), static_cast<double>(mouse.y - p.at.y));
        if (element) {
            picked.map = matrix.map;
            picked.element = *element;
            if (ImGui::IsItemClicked()) choose(state, p.scene, matrix, *element);
        }
    }
    if (!ImGui::IsItemFocused()) return;
    move_by_keys(state, p.scene, matrix, ImGui::GetItemID());
    if (ImGui::GetIO().NavVisible)
        p.list.AddRect({min.x - look.px(4), min.y - look.px(4)}, {min.x + size.x + look.px(3), min.y + size.y + look.px(3)},
                       look.theme.accent, look.px(4), look.px(1.5f));
}

// A place of memory: a click chooses the first view's element that is there.
void strip_item(const Look& look, AddressMapState& state, const AddressPicture& p, const MemoryLayout& strip, Picked& picked) {
    ImGui::SetCursorScreenPos({p.at.x + static_cast<float>(strip.bar.x), p.at.y + static_cast<float>(strip.bar.y)});
    ImGui::InvisibleButton(fmt::format("###address_memory_{}", strip.owner).c_str(),
                           {static_cast<float>(strip.bar.w), static_cast<float>(strip.bar.h)});
    if (!ImGui::IsItemHovered()) return;
    const ImVec2 mouse = ImGui::GetMousePos();
    const auto place = strip.place_at(static_cast<double>(mouse.x - p.at.x), static_cast<double>(mouse.y - p.at.y));
    if (!place) return;
    const AddressOwner& owner = p.scene.owners[strip.owner];
    const bool inside = *place >= 0 && static_cast<std::uint64_t>(*place) < owner.count;
    picked.tooltip =
        inside ? fmt::format("{}[{}]", owner.array, *place) : fmt::format("{}, which is outside of {}", *place, owner.array);
    if (inside && owner.values != nullptr) picked.tooltip += " = " + owner.values->text(static_cast<std::size_t>(*place));
    for (const std::size_t map : colouring_maps(p.scene, strip.owner)) {
        const AddressMap& view = p.scene.maps[map];
        const auto element = element_at(view.view, *place);
        picked.tooltip += element ? fmt::format("\n{}{}", view.name, index_text(view.view, *element))
                                  : fmt::format("\nNo element of {}", view.name);
        if (!element || picked.map) continue;
        picked.map = map;
        picked.element = *element;
        if (ImGui::IsItemClicked()) choose(state, p.scene, p.layout.matrices[map], *element);
    }
    text_tooltip(look, picked.tooltip);
}

void draw_picture(Workbench& bench, AddressMapState& state, const AddressScene& scene, AddressPicture& p) {
    const Look& look = bench.look;
    const ImVec2 moved_by = ImGui::GetIO().MouseDelta;
    if (moved_by.x != 0 || moved_by.y != 0 || ImGui::IsMouseClicked(ImGuiMouseButton_Left)) state.keys_lead = false;
    Picked picked;
    for (const MatrixLayout& matrix : p.layout.matrices) matrix_item(look, state, p, matrix, picked);
    for (const MemoryLayout& strip : p.layout.strips) strip_item(look, state, p, strip, picked);
    if (state.keys_lead) picked.map.reset();
    p.pointed_map = picked.map.value_or(scene.chosen_map);
    p.pointed = picked.map ? picked.element : scene.chosen;
    draw_address_map(p);
}

void say_what_is_drawn(const Look& look, const AddressScene& scene, const AddressLayout& layout) {
    for (const MatrixLayout& matrix : layout.matrices) {
        if (!matrix.is_cut) continue;
        const StridedView& view = scene.maps[matrix.map].view;
        const std::string cols = fmt::format("{} {} to {} of {}", view.one_axis ? "elements" : "columns", matrix.first_col,
                                             matrix.first_col + matrix.cols - 1, with_separators(view.cols));
        muted_text(look, view.one_axis || view.rows == matrix.rows
                             ? fmt::format("{} is drawn in part: {}. The arrow keys go on.", scene.maps[matrix.map].name, cols)
                             : fmt::format("{} is drawn in part: rows {} to {} of {} and {}. The arrow keys go on.",
                                           scene.maps[matrix.map].name, matrix.first_row, matrix.first_row + matrix.rows - 1,
                                           with_separators(view.rows), cols));
    }
    const bool any = std::ranges::any_of(scene.owners, [](const AddressOwner& owner) { return owner.values != nullptr; });
    muted_text(
        look, any ? "Cells show the values of the last run." : "Cells show indices in memory; after a run of this kernel, values.");
}

void copy_menu(const AddressScene& scene) {
    if (!ImGui::BeginPopupContextWindow("##address_map_menu")) return;
    if (ImGui::MenuItem("Copy as a table")) ImGui::SetClipboardText(address_table(scene, '\t').c_str());
    if (ImGui::MenuItem("Copy as CSV")) ImGui::SetClipboardText(address_table(scene, ',').c_str());
    ImGui::EndPopup();
}

// The numbers and the picture.
AddressPointed address_parts(Workbench& bench, AddressMapState& state, const AddressScene& scene) {
    const Look& look = bench.look;
    for (std::size_t i = 0; i < scene.maps.size(); ++i) number_fields(bench, scene, i);
    if (has_own_fields(scene)) reset_button(look, state, true);
    ImGui::Dummy({0, look.px(2)});
    const float width = std::floor(std::max(look.px(200), ImGui::GetContentRegionAvail().x - look.px(2)));
    const AddressLayout layout = address_layout(scene, state.corners, static_cast<double>(width), static_cast<double>(look.scale));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    AddressPicture picture{look, scene, layout, {std::floor(at.x), std::floor(at.y)}, *ImGui::GetWindowDrawList()};
    draw_picture(bench, state, scene, picture);
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({width, static_cast<float>(layout.height)});
    address_legend(look, scene);
    say_what_is_drawn(look, scene, layout);
    copy_menu(scene);
    return {picture.pointed_map, picture.pointed};
}

void address_words(const Look& look, const AddressScene& scene, const AddressPointed& pointed) {
    text_in(look, is_outside(scene, pointed.map, pointed.element) ? look.theme.bad : look.theme.text,
            element_sentence(scene, pointed.map, pointed.element));
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    for (std::size_t i = 0; i < scene.maps.size(); ++i)
        if (const std::string outside = outside_text(scene, i); !outside.empty())
            text_in(look, look.theme.bad, std::string(icon::kWarning) + "  " + outside);
}

}  // namespace

void address_map_panel(Workbench& bench) {
    const Look& look = bench.look;
    if (bench.lesson == nullptr) return empty_state(look, "No lesson is open", "Open one to see where its elements are in memory.");
    const IdScope id("address_map");
    AddressMapState& state = bench.state<AddressMapState>();
    const auto scene = shown_address_map(bench);
    if (!scene) {
        if (is_changed(state)) reset_button(look, state, false);
        return empty_state(look, "This view cannot be drawn", sentence(scene.error().text()));
    }
    // what is said of the chosen element stays in sight below the picture
    const float left = ImGui::GetContentRegionAvail().y - state.words_height;
    const float height = std::clamp(state.parts_height, std::min(look.px(120), left), std::max(look.px(120), left));
    AddressPointed pointed{scene->chosen_map, scene->chosen};
    if (ImGui::BeginChild("##address_parts", {0, height}, ImGuiChildFlags_NavFlattened)) {
        keep_width_beside_scrollbar();
        const float top = ImGui::GetCursorPosY();
        pointed = address_parts(bench, state, *scene);
        state.parts_height = ImGui::GetCursorPosY() - top;
    }
    ImGui::EndChild();
    const float top = ImGui::GetCursorPosY();
    address_words(look, *scene, pointed);
    state.words_height = ImGui::GetCursorPosY() - top + ImGui::GetStyle().ItemSpacing.y;
}

}  // namespace warpwise::ui
