// The figures of the fixed records: what the tests of figures and their golden pictures share.
#pragma once

#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "fixed_records.h"
#include "ui/export/figures.h"

namespace warpwise::ui::figure::fixed_figures {

inline std::shared_ptr<const FontSet> fonts() {
    static const auto loaded = FontSet::load();
    if (!loaded) throw std::runtime_error(loaded.error().text());
    return *loaded;
}

inline Setting setting(Ground ground = Ground::white) {
    return {
        fonts(),
        {ground, true, true},
        {"Which element is mine?", "",
         "Lesson 2, Which element is mine? Kernel add_one<float>, n = 100, block (32, 1, 1), grid (4, 1, 1)", "Drawn 2026-11-22."},
        {{"Software", "Warpwise"}}};
}

inline ThreadFacts facts_of(LaunchShape shape, std::uint64_t n, const RunRecord* record,
                            std::string formula = "blockIdx.x * blockDim.x + threadIdx.x") {
    FactsInput input;
    input.shape = shape;
    input.work = input.elements = n;
    input.formula = std::move(formula);
    input.parameters = {{"n", static_cast<std::int64_t>(n)}};
    input.record = record;
    return find_facts(input);
}

inline Figure grid(const Setting& s, bool thread_only = false) {
    const RunRecord record = fixed::traced(thread_only);
    const ThreadFacts facts =
        facts_of(record.launch, 100, &record, thread_only ? "threadIdx.x" : "blockIdx.x * blockDim.x + threadIdx.x");
    return thread_grid_figure(s, {&facts, &record, "a", 71});
}

inline Figure grid_of(const Setting& s, LaunchShape shape, std::uint64_t n) {
    const ThreadFacts facts = facts_of(shape, n, nullptr);
    return thread_grid_figure(s, {&facts, nullptr, "a", std::nullopt});
}

inline Figure strip(const Setting& s, bool thread_only = true) {
    const RunRecord record = fixed::traced(thread_only);
    const ThreadFacts facts =
        facts_of(record.launch, 100, &record, thread_only ? "threadIdx.x" : "blockIdx.x * blockDim.x + threadIdx.x");
    return array_strip_figure(s, {&facts, &record, "a", std::nullopt});
}

inline std::vector<TimingRow> timing_rows() {
    std::vector<TimingRow> rows;
    for (const RunRecord& record : fixed::runs()) {
        const RunRecord* one[] = {&record};
        rows.push_back(timing_row(record.device.id(), one));
    }
    return rows;
}

inline SweepScene sweep_scene() {
    SweepScene scene;
    scene.over = "n";
    const auto add = [&](DeviceKind kind, std::optional<std::size_t> recording, std::string name, std::string source, double start,
                         double per_element) {
        SweepCurve curve{kind, recording, std::move(name), std::move(source), {}};
        for (const auto& [x, y] : fixed::sweep(start, per_element)) curve.points.push_back({x, y});
        scene.curves.push_back(std::move(curve));
    };
    add(DeviceKind::cpu_serial, std::nullopt, "CPU serial", "measured here", 2e-5, 0.5);
    add(DeviceKind::cpu_vector, std::nullopt, "CPU vector", "measured here", 2e-5, 0.13);
    add(DeviceKind::cpu_threads, std::nullopt, "CPU threads", "measured here", 6e-3, 0.07);
    add(DeviceKind::cuda, 0, "GPU", "recorded on NVIDIA Example 100, 2026-11-20", 2.1e-3, 0.0024);
    const Comparison c = compare_curves(scene.curves[3].points, scene.curves[0].points);
    scene.crossover = c.crossover;
    scene.verdict = crossover_text(c, "The recorded GPU", "CPU serial", "n");
    return scene;
}

// With the recorded GPU's phases: the kernel's times of its curve, and copies that take longer. The curves have the copies too.
inline SweepScene stacked_sweep_scene() {
    SweepScene scene = sweep_scene();
    scene.end_to_end = true;
    scene.stack = PhaseStack{DeviceKind::cuda, true, 0, {}, {kKernelPhase - 1, kKernelPhase, kKernelPhase + 1}};
    scene.stack_label = "GPU, recorded 2026-11-20";
    for (CurvePoint& p : scene.curves[3].points) {
        PhaseStack::Bar bar{p.x, {}};
        bar.phases.ms[kKernelPhase - 1] = 2 * p.y;
        bar.phases.ms[kKernelPhase] = p.y;
        bar.phases.ms[kKernelPhase + 1] = p.y;
        scene.stack->bars.push_back(bar);
        p.y *= 4.5;
    }
    const Comparison c = compare_curves(scene.curves[3].points, scene.curves[0].points);
    scene.crossover = c.crossover;
    scene.verdict = crossover_text(c, "The recorded GPU", "CPU serial", "n");
    return scene;
}

inline RooflineScene roofline_scene() {
    RooflineScene scene;
    scene.roofs = roofs_of(fixed::ceilings(), DType::f32);
    for (const RunRecord& record : fixed::runs())
        if (const auto point = roof_point(record);
            point && record.device.kind != DeviceKind::cpu_serial && record.device.kind != DeviceKind::cpu_vector)
            scene.points.push_back(*point);
    return scene;
}

inline TimelineScene timeline_scene(bool recorded = true) {
    const RunRecord record = fixed::streams();
    return {record.timeline, recorded, record.device.name, record.date};
}

// A view of `a`, of which [1, 0] is chosen.
inline AddressScene address_scene(const StridedView& view, std::uint64_t count) {
    AddressMap map;
    map.title = map.name = "view";
    map.view = view;
    map.reach = std::make_shared<const AddressReach>(reach_of(view, count));
    return {{std::move(map)}, {{"a", count, nullptr}}, 0, {1, 0}};
}

// Points of a lattice that fills the square evenly, and one earlier run with other hits.
inline ShownEstimate estimate_scene(std::size_t count, bool with_points) {
    Array hits = *Array::make(DType::u8, {static_cast<std::int64_t>(count)});
    Array points = *Array::make(DType::f32, {static_cast<std::int64_t>(count), 2});
    const auto fill = [&](std::size_t first) {
        for (std::size_t i = 0; i < count; ++i) {
            const double x = std::fmod(0.754877666 * static_cast<double>(i + first), 1.0),
                         y = std::fmod(0.569840291 * static_cast<double>(i + first), 1.0);
            points.as<float>()[2 * i] = static_cast<float>(x), points.as<float>()[2 * i + 1] = static_cast<float>(y);
            hits.as<std::uint8_t>()[i] = x * x + y * y < 1 ? 1 : 0;
        }
        return samples_of(hits, with_points ? &points : nullptr);
    };
    ShownEstimate shown{{.hits = "hits", .points = "points", .scale = 4, .exact = std::numbers::pi}, fill(1), {fill(77)}, count};
    shown.samples.label = "seed 1";
    return shown;
}

// A tree in one array, or a scatter in which lanes meet.
inline ShownFlow flow_scene(bool scatter) {
    std::vector<DebugAccess> accesses;
    const auto add = [&](const char* array, int line, bool is_store, std::uint32_t mask, auto element) {
        DebugAccess access{.position = accesses.size(), .line = line, .is_store = is_store, .array = array};
        access.mask = mask;
        for (int lane = 0; lane < kDebugLanes; ++lane) access.elements[static_cast<std::size_t>(lane)] = element(lane);
        accesses.push_back(std::move(access));
    };
    const auto own = [](int lane) { return lane; };
    if (scatter) {
        add("index", 5, false, ~0u, own);
        add("counts", 6, true, ~0u, [](int lane) { return lane < 7 ? 0 : lane * 5 % 8; });
    } else {
        add("a", 3, true, ~0u, own);
        for (int away = 1; away < 32; away *= 2) {
            std::uint32_t mask = 0;
            for (int lane = 0; lane < kDebugLanes; lane += 2 * away) mask |= 1u << lane;
            add("a", 6, false, mask, own);
            add("a", 6, false, mask, [&](int lane) { return lane + away; });
            add("a", 6, true, mask, own);
        }
    }
    const FlowArray to{scatter ? "counts" : "a"};
    ShownFlow shown{flow_of(accesses, scatter ? FlowArray{"index"} : to, to), {}};
    shown.sentence = flow_sentence(shown.flow, shown.flow.rows.back());
    return shown;
}

inline OccupancyScene occupancy_scene() { return {**find_sm_limits("9.0"), {256, 40, 8192, 0}, "as ptxas says for sm_90"}; }

}  // namespace warpwise::ui::figure::fixed_figures
