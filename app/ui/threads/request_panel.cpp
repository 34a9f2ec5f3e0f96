// The view `request`: the sectors that one load request of a warp touches, for a stride, an offset and an element size that the
// learner chooses. Nothing runs.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "ui/kit/drag_field.h"
#include "ui/kit/draw.h"
#include "ui/kit/lane_colour.h"
#include "ui/kit/widgets.h"
#include "ui/threads/panels.h"
#include "ui/threads/request_layout.h"
#include "ui/threads/request_picture.h"
#include "ui/threads/request_state.h"
#include "ui/threads/shown_request.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

constexpr float kLeastWidthForTwo = 600, kLeastHeightForSliders = 330;  // unscaled

// What the lesson says, taken when the lesson or the kernel changes and wherever a number of it does. Returns what is wrong.
std::string follow_lesson(Workbench& bench, const ViewSpec* view, RequestState& state) {
    const std::string of = bench.lesson->id + " " + bench.draft.request.kernel;
    RequestShape now;
    std::string problem;
    if (const KernelSpec* const kernel = bench.kernel(); view != nullptr && kernel != nullptr) {
        const auto shape = request_shape(*bench.lesson, *view, formula_values(*bench.lesson, *kernel, bench.draft.request));
        if (shape)
            now = *shape;
        else
            problem = shape.error().text();
    }
    if (!problem.empty()) return problem;
    for (const RequestOption& option : request_numbers())
        if (state.of != of || now.*option.member != state.of_lesson.*option.member) state.shape.*option.member = now.*option.member;
    if (state.of != of) state.chosen_lane = -1;
    state.of = of;
    state.of_lesson = now;
    return {};
}

const Parameter* parameter_of(const Workbench& bench, const ViewSpec* view, const char* option) {
    return view != nullptr ? parameter_of_option(*bench.lesson, *view, option) : nullptr;
}

void put_parameter(Workbench& bench, const Parameter& parameter, ParameterValue value) {
    bench.draft.request.parameters[parameter.id] = std::move(value);
    bench.post(ask::TakeDraft{});
}

// Where sliders would push the picture out of the window.
bool is_low(const Look& look) { return ImGui::GetWindowHeight() < look.px(kLeastHeightForSliders); }

// `usual`: the range where no parameter says another one; the lesson's own number always lies in it.
void shape_row(Workbench& bench, const ViewSpec* view, RequestState& state, const char* label, const RequestOption& option,
               NumberRange usual, const std::string& help) {
    const Parameter* const parameter = parameter_of(bench, view, option.name);
    std::int64_t& value = state.shape.*option.member;
    const std::int64_t start = state.of_lesson.*option.member;
    NumberRange range{std::min(usual.min, start), std::max(usual.max, start)};
    if (parameter != nullptr) {
        range = {std::llround(parameter->min), std::llround(parameter->max), parameter->powers_of_two};
        range.min = std::max(range.min, option.least), range.max = std::min(range.max, option.most);
    }
    const std::string about =
        parameter != nullptr ? fmt::format("{} It is the parameter {} of the launch.", help, parameter->label) : help;
    const bool changed = is_low(bench.look) ? drag_field(bench.look, fmt::format("{0}###{0}", label).c_str(), value, range, about)
                                            : number_row(bench.look, label, value, range, {}, about);
    if (changed && parameter != nullptr) put_parameter(bench, *parameter, value);
}

void element_row(Workbench& bench, const ViewSpec* view, RequestState& state) {
    const Look& look = bench.look;
    const Parameter* const parameter = parameter_of(bench, view, "element");
    const bool is_dtype = parameter != nullptr && parameter->kind == ParameterKind::dtype;
    std::vector<std::string> names;
    std::vector<std::int64_t> sizes;
    int chosen = -1;
    const auto offer = [&](std::string name, std::int64_t size, bool is_chosen) {
        if (is_chosen) chosen = static_cast<int>(names.size());
        names.push_back(std::move(name)), sizes.push_back(size);
    };
    if (is_dtype) {
        const auto value = bench.draft.request.parameters.find(parameter->id);
        const std::string now = text_of(value != bench.draft.request.parameters.end() ? value->second : parameter->default_value);
        for (const std::string& name : parameter->choices)
            if (const auto dtype = dtype_from_name(name)) offer(name, static_cast<std::int64_t>(size_of(*dtype)), name == now);
    } else {
        for (const std::int64_t size : request_element_sizes()) offer(std::to_string(size), size, size == state.shape.element);
    }
    if (!is_low(look)) {
        const float left = ImGui::GetCursorScreenPos().x, column = left + label_column(look, "Element");
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted("Element");
        ImGui::SameLine();
        ImGui::SetCursorScreenPos({std::max(ImGui::GetCursorScreenPos().x, column), ImGui::GetCursorScreenPos().y});
    }
    ImGui::BeginGroup();
    if (segmented(look, "element", names, chosen)) {
        state.shape.element = sizes[static_cast<std::size_t>(chosen)];
        if (is_dtype)
            put_parameter(bench, *parameter, names[static_cast<std::size_t>(chosen)]);
        else if (parameter != nullptr)
            put_parameter(bench, *parameter, state.shape.element);
    }
    ImGui::EndGroup();
    explain(look, "What each lane loads: its size in bytes, from a char to a float4.");
    const std::string unit = is_dtype ? fmt::format("{} bytes", state.shape.element) : "bytes";
    place_beside(ImGui::CalcTextSize(unit.c_str()).x);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(to_vec4(look.theme.muted), "%s", unit.c_str());
}

// In two columns where there is room, so that the picture is seen with them.
void controls(Workbench& bench, const ViewSpec* view, RequestState& state) {
    const bool beside = is_low(bench.look) || ImGui::GetContentRegionAvail().x >= bench.look.px(kLeastWidthForTwo);
    if (!ImGui::BeginTable("##numbers", beside ? 2 : 1, ImGuiTableFlags_SizingStretchSame | ImGuiTableFlags_NoSavedSettings))
        return;
    const auto options = request_numbers();
    ImGui::TableNextColumn();
    shape_row(bench, view, state, "Stride", options[0], {.min = -33, .max = 33},
              "How many elements neighbouring lanes are apart. Below 0, they read backwards.");
    ImGui::TableNextColumn();
    shape_row(bench, view, state, "Offset", options[1], {.min = 0, .max = 31},
              "The element that lane 0 reads, counted from the start of a.");
    ImGui::TableNextColumn();
    element_row(bench, view, state);
    ImGui::TableNextColumn();
    shape_row(bench, view, state, "Lanes", options[3], {.min = 1, .max = kLanesOfWarp},
              "Active lanes, counted from lane 0: a guard masks out the rest.");
    ImGui::EndTable();
}

void legend(const Look& look, const RequestFacts& facts) {
    const Theme& t = look.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = look.px(Fonts::kSmall), box = look.px(12);
    bool first = true;
    const auto entry = [&](const char* text, float wide, auto&& draw) {
        const float width = wide + look.px(7) + text_width(look.fonts.regular, size, text) + look.px(10);
        if (!first) place_beside(width);
        first = false;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::Dummy({width, look.px(18)});
        const ImVec2 min{std::round(at.x), std::round(at.y + look.px(3))};
        draw(min, ImVec2{min.x + wide, min.y + box});
        put_text(list, look.fonts.regular, size, {min.x + wide + look.px(7), at.y + look.px(1)}, t.muted, text);
    };
    entry("read, by lane", 4 * box, [&](ImVec2 min, ImVec2 max) {
        for (int i = 0; i < 4; ++i)
            list.AddRectFilled({min.x + box * static_cast<float>(i), min.y}, {min.x + box * static_cast<float>(i + 1), max.y},
                               lane_colour(t, i * 31 / 3));
    });
    if (facts.useful_bytes < facts.moved_bytes())
        entry("moved with its sector, not used", box, [&](ImVec2 min, ImVec2 max) {
            list.AddRectFilled(min, max, mix(t.panel, t.muted, 0.22f));
            draw_hatch(list, min, max, mix(t.panel, t.muted, 0.5f), look.px(5));
        });
    if (facts.touched.back().address - facts.touched.front().address > (facts.touched.size() - 1) * kSectorBytes) {
        if (draws_every_sector(facts))
            entry("not touched, not moved", box,
                  [&](ImVec2 min, ImVec2 max) { list.AddRect(min, max, mix(t.panel, t.muted, 0.6f), look.px(2)); });
        else
            entry("sectors that no lane touches, left out", box, [&](ImVec2 min, ImVec2 max) {
                list.AddCircleFilled({(min.x + max.x) / 2, (min.y + max.y) / 2}, std::max(0.8f, look.px(1.3f)), t.muted);
            });
    }
}

void how_it_is_counted(const Look& look) {
    muted_text(look, "Computed from the addresses; nothing ran.");
    explain(
        look,
        "Counted by the rule of the emulator's counters, for an array that begins at a sector, as arrays of cudaMalloc do. Caches "
        "are left out: the count says what is asked for, wherever it is found.");
}

}  // namespace

RequestFacts shown_request(Workbench& bench) {
    RequestState& state = bench.state<RequestState>();
    static_cast<void>(follow_lesson(bench, find_request_view(*bench.lesson, bench.draft.request.kernel), state));
    return request_facts(state.shape);
}

void request_panel(Workbench& bench) {
    const Look& look = bench.look;
    if (bench.lesson == nullptr) return empty_state(look, "No lesson is open", "Open one to see a request of its warps.");
    const IdScope id("request");
    RequestState& state = bench.state<RequestState>();
    const ViewSpec* const view = find_request_view(*bench.lesson, bench.draft.request.kernel);
    const std::string problem = follow_lesson(bench, view, state);
    if (!problem.empty()) text_in(look, look.theme.bad, problem);
    if (ImGui::BeginChild("##request_parts", {0, 0}, ImGuiChildFlags_NavFlattened)) {
        const bool picture_first = is_low(look);
        if (!picture_first) how_it_is_counted(look);
        controls(bench, view, state);
        const RequestFacts facts = request_facts(state.shape);
        ImGui::Dummy({0, look.px(2)});
        {
            const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
            text_in(look, look.theme.text, request_sentence(facts));
        }
        const std::string rule = fmt::format("Lane i reads a[{}]. {}", index_text(state.shape), best_case_sentence(facts));
        if (!picture_first) muted_text(look, rule);
        ImGui::Dummy({0, look.px(4)});
        draw_request(look, facts, state.chosen_lane);
        legend(look, facts);
        if (picture_first) {
            muted_text(look, rule);
            how_it_is_counted(look);
        }
    }
    ImGui::EndChild();
}

}  // namespace warpwise::ui
