#include "ui/debugger/network_graph.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "experiment/run/arguments.h"
#include "ui/debugger/access_survey.h"
#include "ui/debugger/debug_request.h"
#include "ui/debugger/debug_view.h"
#include "ui/debugger/network_facts.h"
#include "ui/debugger/network_state.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/panel.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

// The weights that the draft's launch begins with; without them, all edges are drawn alike.
std::vector<float> first_weights(const Workbench& bench, const std::string& id) {
    const ExperimentRequest request = debug_request_of(bench);
    const KernelSpec* const kernel = bench.lesson->find_kernel(request.kernel);
    if (kernel == nullptr) return {};
    const auto arguments = make_arguments(*bench.lesson, *kernel, request.parameters, DType::f32, request.seed);
    if (!arguments) return {};
    const auto array = std::ranges::find(arguments->arrays, id, &Array::name);
    std::vector<float> out;
    for (std::size_t i = 0; array != arguments->arrays.end() && i < array->size(); ++i)
        out.push_back(static_cast<float>(array->value(i)));
    return out;
}

void follow(Workbench& bench, NetworkState& state, const ViewSpec& view, const AccessSurvey& survey, NetworkLayers layers) {
    if (state.of == survey.end && state.layers.units == layers.units) return;
    state.of = survey.end;
    state.layers = std::move(layers);
    state.reads = weight_reads(survey.accesses, survey.array, state.layers);
    state.weights = first_weights(bench, view.options.contains("array") ? view.options.at("array") : std::string());
    state.clock.stop_at(state.reads.size());
}

struct Graph {
    ImVec2 min, max;
    const NetworkLayers& layers;
    ImVec2 unit(int layer, int unit) const {
        const auto columns = static_cast<float>(layers.units.size());
        const auto rows = static_cast<float>(layers.units[static_cast<std::size_t>(layer)]);
        return {min.x + (max.x - min.x) * (static_cast<float>(layer) + 0.5f) / columns,
                min.y + (max.y - min.y) * (static_cast<float>(unit) + 0.5f) / rows};
    }
};

ImU32 colour_of(const Theme& theme, NetworkNow::Pass pass) {
    return pass == NetworkNow::Pass::backward ? theme.warn : theme.accent;
}

void draw_edges(ImDrawList& list, const Look& look, const Graph& graph, const NetworkState& state) {
    const ImU32 lit = colour_of(look.theme, state.now.pass);
    const auto count = static_cast<std::int64_t>(state.now.seen.size());
    for (const bool draws_lit : {false, true})  // above the others
        for (std::int64_t element = 0; element < count; ++element) {
            const auto part = state.layers.part(element);
            const auto place = static_cast<std::size_t>(element);
            if (!part || part->from < 0 || state.now.seen[place] != draws_lit) continue;
            const float weight = place < state.weights.size() ? std::min(1.0f, std::abs(state.weights[place])) : 0.5f;
            const bool is_last = element == state.now.last;
            const ImU32 colour = is_last     ? look.theme.text
                                 : draws_lit ? lit
                                             : mix(look.theme.panel, look.theme.muted, 0.15f + 0.35f * weight);
            list.AddLine(graph.unit(part->layer - 1, part->from), graph.unit(part->layer, part->unit), colour,
                         look.px(is_last ? 3.0f : 0.6f + 1.8f * weight));
        }
}

// A unit is lit once a weight that leads from it or to it has been read in this pass; the output, where it turns back, is not new.
std::vector<std::vector<bool>> lit_units(const NetworkState& state) {
    std::vector<std::vector<bool>> out;
    for (const int units : state.layers.units) out.emplace_back(static_cast<std::size_t>(units), false);
    for (std::size_t element = 0; element < state.now.seen.size(); ++element) {
        const auto part = state.layers.part(static_cast<std::int64_t>(element));
        if (!part || part->from < 0 || !state.now.seen[element]) continue;
        const auto layer = static_cast<std::size_t>(part->layer);
        out[layer - 1][static_cast<std::size_t>(part->from)] = true;
        out[layer][static_cast<std::size_t>(part->unit)] = true;
    }
    return out;
}

void draw_graph(const Look& look, const NetworkState& state) {
    const float wide = std::min(ImGui::GetContentRegionAvail().x, look.px(620));
    const int most = *std::ranges::max_element(state.layers.units);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float tall = look.px(std::clamp(18.0f * static_cast<float>(most), 90.0f, 220.0f));
    ImGui::Dummy({wide, tall});
    const Graph graph{at, {at.x + wide, at.y + tall}, state.layers};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_edges(list, look, graph, state);
    const auto lit = lit_units(state);
    const float radius = look.px(std::clamp(90.0f / static_cast<float>(most), 2.5f, 7.0f));
    for (std::size_t layer = 0; layer < lit.size(); ++layer)
        for (std::size_t unit = 0; unit < lit[layer].size(); ++unit) {
            const ImVec2 middle = graph.unit(static_cast<int>(layer), static_cast<int>(unit));
            list.AddCircleFilled(middle, radius, lit[layer][unit] ? colour_of(look.theme, state.now.pass) : look.theme.raised);
            list.AddCircle(middle, radius, look.theme.muted, 0, look.px(1));
        }
}

}  // namespace

void draw_network(Workbench& bench, const ViewSpec& view) {
    auto layers = network_layers(view, bench.draft.request.parameters);
    if (!layers || layers->units.empty()) return;
    const Look& look = bench.look;
    const DebuggerState& debugger = bench.state<DebuggerState>();
    const bool is_stepped = debugger.is_open();
    DebugOptions options;
    if (is_stepped) {
        options = debugger.subject->options;
        options.block = debugger.now->block;
    }
    const AccessSurvey* const survey = bench.state<AccessSurveys>().want(bench, view, is_stepped ? &options : nullptr);
    if (survey == nullptr || survey->problem) return;  // the panel says so
    NetworkState& state = bench.state<NetworkState>();
    follow(bench, state, view, *survey, std::move(*layers));
    if (state.reads.empty()) return;
    const IdScope id("network");
    if (!is_stepped) {
        advance(bench, state.clock, state.reads.size());
        constexpr ClockWords kWords{"network", "All", "All requests of the warp that read weights.",
                                    "How many requests that read weights the warp has made."};
        draw_clock(look, state.clock, state.reads.size(), state.reads.size(), kWords, [] {});
    }
    const std::size_t count = is_stepped ? reads_before(state.reads, debugger.now->position) : state.clock.requests;
    state.now = network_after(state.reads, count, state.layers);
    text_in(look, colour_of(look.theme, state.now.pass), network_sentence(state.now, state.layers, survey->array));
    draw_graph(look, state);
    const LegendEntry passes[] = {{.colour = colour_of(look.theme, NetworkNow::Pass::forward), .text = "read in the forward pass"},
                                  {.colour = colour_of(look.theme, NetworkNow::Pass::backward), .text = "in the backward pass"}};
    draw_legend(look, passes);
    muted_text(look, "Thickness: the size of the weight. Thickest: the latest read.");
}

}  // namespace warpwise::ui
