// Requests, records, recordings, sweeps and the worker, on the CPU forms of the course's own lessons.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/json.h"
#include "experiment/record/recording.h"
#include "experiment/run/resolve.h"
#include "experiment/run/runner.h"
#include "experiment/run/sweep.h"
#include "experiment/run/worker.h"
#include "temporary_folder.h"

namespace warpwise {
namespace {

class Run : public ::testing::Test {
  protected:
    Run() : course(load_course(WARPWISE_SOURCE_DIR "/lessons")) {}
    const Lesson& lesson(const char* id) const {
        const Lesson* found = course.find(id);
        if (found == nullptr) throw std::runtime_error(text_of(course.problems));
        return *found;
    }
    ExperimentRequest request(const char* id, DeviceKind device = DeviceKind::cpu_serial) const {
        ExperimentRequest r;
        r.parameters = lesson(id).defaults();
        r.device = device;
        return r;
    }
    Course course;
    DeviceSet devices;
};

TEST_F(Run, GridFollowsTheFormulaAndTheOverride) {
    ExperimentRequest r = request("indexing_1d");
    EXPECT_EQ(resolve_launch(lesson("indexing_1d"), r)->shape, (LaunchShape{{4, 1, 1}, {32, 1, 1}, 0}));
    EXPECT_EQ(resolve_launch(lesson("indexing_1d"), r)->entry, "vector_add<float>");
    EXPECT_EQ(resolve_launch(lesson("indexing_1d"), r)->work, 100u);
    ASSERT_TRUE(apply_setting(lesson("indexing_1d"), r, "block", "64"));
    EXPECT_EQ(resolve_launch(lesson("indexing_1d"), r)->shape.grid.x, 2u);
    ASSERT_TRUE(apply_setting(lesson("indexing_1d"), r, "grid", "7"));
    ASSERT_TRUE(apply_setting(lesson("indexing_1d"), r, "dtype", "f64"));
    EXPECT_EQ(resolve_launch(lesson("indexing_1d"), r)->shape.grid.x, 7u);
    EXPECT_EQ(resolve_launch(lesson("indexing_1d"), r)->entry, "vector_add<double>");
}

// The lesson has a parameter for each edge of the block and none of the name "block".
TEST_F(Run, ABlockOfTwoEdgesMovesTheGridWithIt) {
    const Lesson& mandelbrot = lesson("mandelbrot");
    ExperimentRequest r = request("mandelbrot");
    ASSERT_TRUE(apply_setting(mandelbrot, r, "width", "32"));
    ASSERT_TRUE(apply_setting(mandelbrot, r, "height", "24"));
    ASSERT_TRUE(apply_setting(mandelbrot, r, "block", "8,4"));
    EXPECT_EQ(resolve_launch(mandelbrot, r)->shape, (LaunchShape{{4, 6, 1}, {8, 4, 1}, 0}));
    // So that the parameters of the record say what ran.
    EXPECT_EQ(r.parameters.at("block_x"), ParameterValue{std::int64_t{8}});
    EXPECT_EQ(r.parameters.at("block_y"), ParameterValue{std::int64_t{4}});
    EXPECT_FALSE(r.block);
    r.device = DeviceKind::emulated;
    const auto record = run_experiment(mandelbrot, r, devices);
    ASSERT_TRUE(record) << record.error().text();
    EXPECT_EQ(record->status, RunStatus::ok) << record->check->differing << " of " << record->check->compared << " are wrong";
}

TEST_F(Run, ABlockThatNoParameterCanSayIsTheLaunchsOwnAndTheGridFollows) {
    const Lesson& mandelbrot = lesson("mandelbrot");
    ExperimentRequest r = request("mandelbrot");
    ASSERT_TRUE(apply_setting(mandelbrot, r, "block", "8192,4"));  // past the parameter's range
    EXPECT_EQ(r.block, (Dim3{8192, 4, 1}));
    EXPECT_EQ(resolve_launch(mandelbrot, r)->shape, (LaunchShape{{1, 96, 1}, {8192, 4, 1}, 0}));
    ASSERT_TRUE(apply_setting(mandelbrot, r, "block", "8,4,2"));  // this kernel has no third edge
    EXPECT_EQ(r.block, (Dim3{8, 4, 2}));
    EXPECT_EQ(resolve_launch(mandelbrot, r)->shape, (LaunchShape{{64, 96, 1}, {8, 4, 2}, 0}));
}

TEST_F(Run, SettingsOutsideTheirRangeAreUsageErrorsThatNameIt) {
    ExperimentRequest r = request("indexing_1d");
    for (const auto& [key, value, says] : {std::tuple{"n", "0", "1 to"},
                                           {"n", "-5", "1 to"},
                                           {"n", "x", "whole number"},
                                           {"dtype", "f8", "f64"},
                                           {"blok", "3", "'block'"},
                                           {"grid", "0", "launch size"},
                                           {"block", "0", "outside"}}) {
        const auto applied = apply_setting(lesson("indexing_1d"), r, key, value);
        ASSERT_FALSE(applied) << key << "=" << value;
        EXPECT_EQ(applied.error().kind, ErrorKind::usage);
        EXPECT_NE(applied.error().text().find(says), std::string::npos) << applied.error().text();
    }
    // An impossible block is let through: the device tells which limit it breaks.
    EXPECT_TRUE(apply_setting(lesson("indexing_1d"), r, "block", "2048"));
}

TEST_F(Run, CpuFormsAgreeAndAreTimed) {
    for (DeviceKind device : {DeviceKind::cpu_serial, DeviceKind::cpu_vector, DeviceKind::cpu_threads}) {
        ExperimentRequest r = request("indexing_1d", device);
        r.repeats = 5;
        const auto record = run_experiment(lesson("indexing_1d"), r, devices);
        ASSERT_TRUE(record) << record.error().text();
        EXPECT_EQ(record->status, RunStatus::ok);
        ASSERT_TRUE(record->check);
        EXPECT_EQ(record->check->compared, 100u);
        ASSERT_NE(record->find_phase("kernel"), nullptr);
        EXPECT_EQ(record->find_phase("kernel")->measurement.samples_ms.size(), 5u);
        EXPECT_TRUE(record->find_phase("kernel")->cold_ms);
        // c = a + b with a = 0, 1, 2, ... and b = 1
        EXPECT_EQ(record->outputs->front().value(99), 100);
        EXPECT_EQ(record->inputs->front().value(99), 99);
        EXPECT_EQ(record->arrays.front().sha256.size(), 64u);
    }
}

TEST_F(Run, UnknownKernelAndHugeSizesAreErrors) {
    ExperimentRequest r = request("indexing_1d");
    r.kernel = "rigth";
    const auto record = run_experiment(lesson("indexing_1d"), r, devices);
    ASSERT_FALSE(record);
    EXPECT_NE(record.error().text().find("'right'"), std::string::npos);
    r = request("crossover");
    r.parameters["n"] = std::int64_t{1} << 38;
    const auto huge = run_experiment(lesson("crossover"), r, devices);
    ASSERT_FALSE(huge);
    EXPECT_NE(huge.error().text().find("GB"), std::string::npos);
}

TEST_F(Run, RecordRoundTripsThroughJson) {
    RunRecord record = run_experiment(lesson("indexing_1d"), request("indexing_1d"), devices).value();
    record.status = RunStatus::fault;
    record.fault = Fault{.kind = FaultKind::data_race,
                         .file = "k.cu",
                         .line = 3,
                         .column = 5,
                         .block = Dim3{1, 2, 0},
                         .array = "a",
                         .index = -1,
                         .address = 0x7f00,
                         .message = "m",
                         .hint = "h",
                         .other = FaultPlace{"k.cu", 4, Dim3{0, 0, 0}, std::nullopt}};
    record.diagnostics.push_back({"k.cu", 1, 2, 3, Severity::warning, "w\xff", "h"});
    record.counters["global_load_requests"] = 16;
    record.request.watch_thread = 7;
    record.request.edited_source = "text";
    record.lines = {{.function = "add", .line = 0, .executions = 3, .lanes = 96},
                    {.function = "add", .line = 4, .executions = 9, .visits = 3, .lanes = 200, .requests = 3, .sectors = 12}};
    const nlohmann::json json = to_json(record);
    EXPECT_TRUE(json["lines"][0]["line"].is_null());
    EXPECT_EQ(json["lines"][1]["active_lanes"], 200);
    const std::string text = json_text(json);  // bytes that are not UTF-8 must not throw
    const auto back = record_from_json(nlohmann::json::parse(text));
    ASSERT_TRUE(back) << back.error().text();
    EXPECT_EQ(back->fault, record.fault);
    EXPECT_EQ(back->lines, record.lines);
    EXPECT_EQ(back->request.parameters, record.request.parameters);
    EXPECT_EQ(back->request.watch_thread, record.request.watch_thread);
    nlohmann::json again = to_json(*back);
    again["diagnostics"] = json["diagnostics"];
    EXPECT_EQ(again, json);
}

TEST_F(Run, RecordHasTheContractsFields) {
    const nlohmann::json json = to_json(run_experiment(lesson("indexing_1d"), request("indexing_1d"), devices).value());
    for (const char* key :
         {"schema",     "lesson", "kernel", "source",      "device", "machine", "date",     "version",  "launch", "dtype",
          "parameters", "seed",   "status", "diagnostics", "fault",  "phases",  "counters", "executed", "check",  "arrays"})
        EXPECT_TRUE(json.contains(key)) << key;
    EXPECT_EQ(json["schema"], "warpwise.run/1");
    EXPECT_EQ(json["device"]["kind"], "cpu-serial");
    EXPECT_EQ(json["launch"]["grid"], nlohmann::json({4, 1, 1}));
    EXPECT_EQ(json["parameters"]["n"], 100);
    EXPECT_TRUE(json["fault"].is_null());
    for (const char* key : {"name", "source", "cold_ms", "samples_ms", "median_ms", "mad_ms", "mean_ms", "std_ms", "min_ms"})
        EXPECT_TRUE(json["phases"][0].contains(key)) << key;
    for (const char* key : {"passed", "compared_with", "max_abs_error", "max_rel_error", "tolerance", "first_difference"})
        EXPECT_TRUE(json["check"].contains(key)) << key;
}

TEST_F(Run, WrongOrNewerRecordsAreErrors) {
    EXPECT_FALSE(record_from_json(nlohmann::json::array()));
    EXPECT_FALSE(record_from_json({{"schema", "warpwise.run/1"}}));
    const auto newer = record_from_json({{"schema", "warpwise.run/2"}});
    ASSERT_FALSE(newer);
    EXPECT_NE(newer.error().text().find("warpwise.run/2"), std::string::npos);
}

TEST_F(Run, CsvHasALineAPhase) {
    const std::string csv = to_csv({run_experiment(lesson("indexing_1d"), request("indexing_1d"), devices).value()});
    EXPECT_TRUE(csv.starts_with(
        "lesson,kernel,device,device_name,block,dtype,n,phase,source,cold_ms,median_ms,mad_ms,mean_ms,std_ms,min_ms,samples\n"));
    EXPECT_EQ(std::ranges::count(csv, '\n'), 3);  // header, kernel, total
}

TEST_F(Run, SweepRanges) {
    const Lesson& l = lesson("crossover");
    const auto values = [&](const char* text) { return parse_sweep_range(l, text).value().values; };
    EXPECT_EQ(values("n=2^10..2^13"), (std::vector<std::int64_t>{1024, 2048, 4096, 8192}));
    EXPECT_EQ(values("n=100..1000*3"), (std::vector<std::int64_t>{100, 300, 900}));
    EXPECT_EQ(values("n=100..300+100"), (std::vector<std::int64_t>{100, 200, 300}));
    EXPECT_EQ(values("n=100,500"), (std::vector<std::int64_t>{100, 500}));
    for (const char* text : {"", "n", "n=", "m=1..2", "n=100..200", "n=200..100+1", "n=16..1000000+1", "n=1,2", "n=16..64*1",
                             "dtype=1,2", "n=2^4..2^99"})
        EXPECT_FALSE(parse_sweep_range(l, text)) << text;
    ASSERT_TRUE(declared_sweep(l));
    EXPECT_EQ(declared_sweep(l)->value().values.front(), 16);
    EXPECT_FALSE(declared_sweep(lesson("first_kernel")));
}

TEST_F(Run, ASweepCanShowCounts) {
    EXPECT_TRUE(swept_counts(lesson("crossover")).empty()) << "it shows times";
    Lesson counting = lesson("indexing_1d");
    counting.views.push_back(
        {"sweep", {{"over", "n"}, {"from", "16"}, {"to", "64"}, {"show", "threads / block; nothing_counted"}}});
    const std::vector<std::string> shown = swept_counts(counting);
    ASSERT_EQ(shown, (std::vector<std::string>{"threads / block", "nothing_counted"}));
    RunRecord record;
    record.request = request("indexing_1d", DeviceKind::emulated);
    record.device.kind = DeviceKind::emulated;
    record.launch = {{4, 1, 1}, {32, 1, 1}, 0};
    const auto counts = counts_of(counting, record, shown);
    ASSERT_EQ(counts.size(), 2u);
    EXPECT_EQ(counts[0], 4.0);
    EXPECT_FALSE(counts[1]) << "no run has such a count";
    record.device.kind = DeviceKind::cpu_serial;
    EXPECT_FALSE(counts_of(counting, record, shown)[0]) << "the CPU's own run has none";
    EXPECT_EQ(trace_for_counts({"global_load_sectors / warps"}), Trace::counters);
    EXPECT_EQ(trace_for_counts({"global_load_sectors", "writers / written"}), Trace::full) << "only a full trace sees who wrote";
}

TEST_F(Run, SweepSkipsWhatDoesNotFit) {
    SweepRange range{"n", {1024, std::int64_t{1} << 38}};
    std::vector<SweepPoint> points;
    ExperimentRequest r = request("crossover");
    r.repeats = 1;
    ASSERT_TRUE(
        run_sweep(lesson("crossover"), r, range, devices, {}, [&](SweepPoint point) { points.push_back(std::move(point)); }));
    ASSERT_EQ(points.size(), 2u);
    EXPECT_TRUE(points[0].record);
    EXPECT_FALSE(points[1].record);
    EXPECT_NE(points[1].skipped.find("GB"), std::string::npos);
}

TEST_F(Run, RecordingsAreFoundByExactValuesAndBrokenOnesNamed) {
    const test::TemporaryFolder folder;
    const std::filesystem::path& dir = folder.path();
    Recording recording;
    recording.device_name = "NVIDIA Test";
    recording.date = "2026-01-01T00:00:00Z";
    recording.records.push_back(run_experiment(lesson("crossover"), request("crossover"), devices).value());
    ASSERT_TRUE(save_recording(dir / "a.json", recording));
    const std::string whole = read_file(dir / "a.json").value();
    ASSERT_TRUE(write_file_atomically(dir / "b.json", whole.substr(0, whole.size() / 2)));
    ASSERT_TRUE(write_file_atomically(dir / "c.json", "{\"schema\": \"warpwise.recording/9\"}"));
    const Recordings loaded = load_recordings({dir, dir / "missing"});
    ASSERT_EQ(loaded.files.size(), 1u);
    EXPECT_EQ(loaded.files[0].device_name, "NVIDIA Test");
    ASSERT_EQ(loaded.problems.size(), 2u);
    EXPECT_NE(loaded.problems[0].file.find("b.json"), std::string::npos);
    EXPECT_NE(loaded.problems[1].message.find("warpwise.recording/9"), std::string::npos);

    ParameterValues values = request("crossover").parameters;
    const auto find = [&](const std::string& except = {}) {
        return loaded.find("crossover", "vector_add", DeviceKind::cpu_serial, values, except);
    };
    ASSERT_EQ(find().size(), 1u);
    EXPECT_EQ(find().front()->phases.front().source, "recorded");
    values["n"] = std::int64_t{77};
    EXPECT_TRUE(find().empty());  // nothing between the points
    EXPECT_EQ(find("n").size(), 1u);
}

// The window has resolved the draft's launch before it runs it: the run takes that, and evaluates no formula again.
TEST_F(Run, ALaunchThatIsResolvedIsCarriedToTheRun) {
    ResolvedLaunch launch = *resolve_launch(lesson("indexing_1d"), request("indexing_1d"));
    ++launch.shape.grid.x;
    const auto record = run_experiment(lesson("indexing_1d"), request("indexing_1d"), launch, devices);
    ASSERT_TRUE(record) << record.error().text();
    EXPECT_EQ(record->launch, launch.shape);

    Worker worker(devices);
    worker.submit(&lesson("indexing_1d"), request("indexing_1d"), launch);
    while (worker.status().busy) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const std::vector<Worker::Finished> answers = worker.poll();
    ASSERT_TRUE(answers.size() == 1 && answers[0].record);
    EXPECT_EQ(answers[0].record->launch, launch.shape);
}

TEST_F(Run, WorkerAnswersEveryTicket) {
    Worker worker(devices);
    const std::uint64_t good = worker.submit(&lesson("indexing_1d"), request("indexing_1d"));
    ExperimentRequest bad = request("indexing_1d");
    bad.kernel = "missing";
    const std::uint64_t unknown = worker.submit(&lesson("indexing_1d"), bad);
    std::map<std::uint64_t, bool> answers;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (answers.size() < 2 && std::chrono::steady_clock::now() < deadline) {
        for (const Worker::Finished& finished : worker.poll()) answers[finished.ticket] = finished.record.has_value();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ASSERT_EQ(answers.size(), 2u);
    EXPECT_TRUE(answers[good]);
    EXPECT_FALSE(answers[unknown]);
    EXPECT_FALSE(worker.status().busy);
}

// Without the answer, a failure of the task looks like a cancellation.
TEST_F(Run, ATaskThatThrowsIsTold) {
    Worker worker(devices);
    worker.submit_task("the search", [](const RunHooks&) {});  // is not answered
    const std::uint64_t ticket = worker.submit_task("the search", [](const RunHooks&) { throw std::runtime_error("no room"); });
    while (worker.status().busy) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const std::vector<Worker::Finished> answers = worker.poll();
    ASSERT_EQ(answers.size(), 1u);
    EXPECT_TRUE(answers[0].is_task);
    EXPECT_EQ(answers[0].ticket, ticket);
    ASSERT_FALSE(answers[0].record);
    EXPECT_EQ(answers[0].record.error().message, "the search ended with an internal error: no room");
}

TEST_F(Run, CancelledJobsAreAnsweredToo) {
    Worker worker(devices);
    ExperimentRequest slow = request("crossover");
    slow.repeats = 1000000;
    for (int i = 0; i < 3; ++i) worker.submit(&lesson("crossover"), slow);
    worker.cancel_all();
    std::size_t answers = 0;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (answers < 3 && std::chrono::steady_clock::now() < deadline) {
        answers += worker.poll().size();
        // One may have been taken from the queue just before it was emptied.
        worker.cancel_all();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_EQ(answers, 3u);
}

// A frame of a moving picture: the same output as the whole run's, and nothing that takes time about it.
TEST_F(Run, AFrameHasTheOutputAndNoCheck) {
    for (const DeviceKind device : {DeviceKind::cpu_threads, DeviceKind::emulated}) {
        ExperimentRequest r = request("mandelbrot", device);
        r.parameters["width"] = std::int64_t{70};
        r.parameters["height"] = std::int64_t{50};
        r.repeats = 1;
        const auto whole = run_experiment(lesson("mandelbrot"), r, devices);
        ASSERT_TRUE(whole && whole->check && whole->check->passed) << name_of(device);
        r.compare = false;
        r.repeats = 0;
        const auto frame = run_experiment(lesson("mandelbrot"), r, devices);
        ASSERT_TRUE(frame) << frame.error().text();
        EXPECT_EQ(frame->status, RunStatus::ok);
        EXPECT_FALSE(frame->check);
        EXPECT_TRUE(frame->arrays.empty());
        ASSERT_TRUE(frame->outputs && frame->outputs->size() == 1);
        EXPECT_TRUE(std::ranges::equal(frame->outputs->front().bytes(), whole->outputs->front().bytes()));
    }
}

}  // namespace
}  // namespace warpwise
