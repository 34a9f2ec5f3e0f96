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

inline CountScene count_scene() {
    CountScene scene{.over = "stride (elements between neighbouring threads)",
                     .curves = {{"sectors per request", {}}, {"global_load_requests / warps", {}}},
                     .sketch = {{1, 4}, {4, 8}, {16, 16}, {32, 20}}};
    for (int stride = 1; stride <= 32; stride *= 2) {
        scene.curves[0].points.push_back({static_cast<double>(stride), std::min(4.0 * stride, 32.0)});
        scene.curves[1].points.push_back({static_cast<double>(stride), 1});
    }
    return scene;
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

// A block that has loaded its elements and one on either side, or a frame of one element around 8 x 4 of them.
inline ShownTile tile_scene(bool in_rows) {
    std::vector<std::vector<DebugAccess>> warps(2);
    std::uint64_t clock = 0;
    const auto add = [&](std::size_t warp, const char* array, MemorySpace space, bool is_store, int count, auto element) {
        DebugAccess access{.position = clock++, .line = 8, .space = space, .is_store = is_store, .array = array};
        access.mask = count == kDebugLanes ? ~0u : (1u << count) - 1;
        for (int lane = 0; lane < count; ++lane) access.elements[static_cast<std::size_t>(lane)] = element(lane);
        warps[warp].push_back(std::move(access));
    };
    const auto load = [&](std::size_t warp, int count, auto from, auto to) {
        add(warp, "a", MemorySpace::global, false, count, from);
        add(warp, "tile", MemorySpace::shared, true, count, to);
    };
    if (in_rows) {  // tile[6][11], of which one column is padding, of a picture with 40 columns
        const auto from = [](int i) { return (9 + i / 10) * 40 + 19 + i % 10; };
        const auto to = [](int i) { return i / 10 * 11 + i % 10; };
        load(0, 32, from, to);
        load(1, 28, [&](int i) { return from(32 + i); }, [&](int i) { return to(32 + i); });
        add(1, "c", MemorySpace::global, true, 32, [](int i) { return (10 + i / 8) * 40 + 20 + i % 8; });
        add(0, "tile", MemorySpace::shared, false, 32, [](int i) { return i / 8 * 11 + i % 8; });
    } else {
        for (const std::size_t warp : {0u, 1u}) {
            const auto first = static_cast<int>(warp) * kDebugLanes;
            load(warp, 32, [=](int i) { return 64 + first + i; }, [=](int i) { return 1 + first + i; });
            add(warp, "c", MemorySpace::global, true, 32, [=](int i) { return 64 + first + i; });
        }
        load(0, 1, [](int) { return 63; }, [](int) { return 0; });
        add(1, "tile", MemorySpace::shared, false, 32, [](int i) { return 34 + i; });
    }
    ShownTile shown{.facts = tile_facts(warps, {"tile", "a", "c", in_rows ? 11 : 0, in_rows ? 40 : 0})};
    const std::size_t filled = first_filled(shown.facts);
    shown.now = tile_after(shown.facts, filled);
    shown.next = shown.facts.events[filled];
    shown.sentence = tile_sentence(shown.facts, shown.now, &*shown.next);
    return shown;
}

// A block of four warps that counts in 100 bins, some of them more often than others.
// Loads of neighbours and of every second element, and a store: of one warp.
inline ShownAccesses accesses_scene() {
    ShownAccesses shown{{}, {"a", MemorySpace::global, 0, 63}, "Block 1, warp 0", true};
    for (int row = 0; row < 3; ++row) {
        DebugAccess access;
        access.line = 4 + row;
        access.array = "a";
        access.is_store = row == 2;
        access.mask = row == 2 ? 0xffff : 0xffffffff;
        for (int lane = 0; lane < 32; ++lane) access.elements[static_cast<std::size_t>(lane)] = row == 0 ? lane : 2 * lane;
        shown.accesses.push_back(access);
    }
    return shown;
}

// The picture of a kernel, and the lanes of a warp of which the last four have no pixel.
inline PictureScene picture_scene() {
    PictureScene scene{{16, 8, {}}, 1, {}};
    for (int i = 0; i < 16 * 8 * 3; ++i) scene.image.rgb.push_back(static_cast<std::uint8_t>(2 * i / 3));
    ShownLanes lanes{{}, 3, "steps", "Pixel (3, 0): thread (3, 0) of block (0, 0), lane 3 of warp 0"};
    for (std::size_t lane = 0; lane < 28; ++lane) {
        const double value = static_cast<double>(lane % 7 + 1);
        lanes.warp.value[lane] = value;
        lanes.warp.most = 7;
        lanes.warp.sum += value;
    }
    scene.lanes = lanes;
    return scene;
}

inline ShownBins bins_scene() {
    std::vector<std::vector<DebugAccess>> warps(4);
    for (std::size_t request = 0; request < 64; ++request) {
        DebugAccess access{
            .position = request, .line = 9, .space = MemorySpace::shared, .is_store = true, .is_atomic = true, .array = "own"};
        access.mask = ~0u;
        for (std::size_t lane = 0; lane < kDebugLanes; ++lane)
            access.elements[lane] = static_cast<std::int64_t>((request * 37 + lane * lane * 5) % 100);
        warps[request % 4].push_back(std::move(access));
    }
    return {bins_of(warps, "own", MemorySpace::shared, 100), 64, true};
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
