// Devices by identity: names, what a kind can do, and several of one kind on a machine.
#include "device/interface/device_id.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <thread>

#include "base/files.h"
#include "base/paths.h"
#include "device/cpu/routines.h"
#include "device/interface/device_kinds.h"
#include "experiment/record/record_json.h"
#include "experiment/run/runner.h"
#include "experiment/run/sweep.h"
#include "lesson_folder.h"
#include "stand_in_gpus.h"

namespace warpwise {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr DeviceId second_gpu{DeviceKind::cuda, 1};
constexpr auto not_a_kind = static_cast<DeviceKind>(99);

TEST(DeviceIds, HaveNamesThatAreReadBack) {
    EXPECT_EQ(name_of(DeviceId(DeviceKind::cuda)), "cuda");
    EXPECT_EQ(name_of(second_gpu), "cuda:1");
    EXPECT_EQ(name_of(DeviceId(DeviceKind::cpu_serial)), "cpu-serial");
    for (const DeviceTraits& traits : all_device_kinds())
        EXPECT_EQ(device_id_from_name(traits.name).value(), DeviceId(traits.kind));
    EXPECT_EQ(device_id_from_name("cuda:1").value(), second_gpu);
    EXPECT_EQ(device_id_from_name("cuda:0").value(), DeviceId(DeviceKind::cuda));
    EXPECT_EQ(device_id_from_name("cuda:15").value().ordinal, 15);
}

TEST(DeviceIds, WhatIsNoDeviceIsAnErrorWithAHint) {
    for (const auto& [name, hint] : {std::pair{"cudda", "emulated, cuda"},
                                     {"", "emulated, cuda"},
                                     {":1", "emulated, cuda"},
                                     {"cuda:", "cuda:1"},
                                     {"cuda:x", "cuda:1"},
                                     {"cuda:-1", "cuda:1"},
                                     {"cuda:1x", "cuda:1"},
                                     {"cuda:99999999999", "cuda:1"},
                                     {"cpu-serial:1", "There is one cpu-serial"},
                                     {"emulated:3", "There is one emulated"}}) {
        const auto id = device_id_from_name(name);
        ASSERT_FALSE(id) << name;
        EXPECT_EQ(id.error().kind, ErrorKind::usage);
        EXPECT_EQ(id.error().message, "there is no device '" + std::string(name) + "'");
        EXPECT_THAT(id.error().hint, HasSubstr(hint));
    }
}

TEST(DeviceIds, AreOrderedByKindAndOrdinal) {
    const std::set<DeviceId> ids{DeviceKind::cpu_serial, second_gpu, DeviceKind::emulated, DeviceKind::cuda};
    EXPECT_THAT(
        ids, ElementsAre(DeviceId(DeviceKind::emulated), DeviceId(DeviceKind::cuda), second_gpu, DeviceId(DeviceKind::cpu_serial)));
}

TEST(DeviceKinds, TheTableSaysWhatEachCanDo) {
    std::set<std::string_view> names;
    int references = 0;
    for (const DeviceTraits& traits : all_device_kinds()) {
        EXPECT_EQ(&traits_of(traits.kind), &traits);
        EXPECT_TRUE(names.insert(traits.name).second) << traits.name << " stands there twice";
        EXPECT_FALSE(traits.title.empty() || traits.short_title.empty() || traits.missing.empty()) << traits.name;
        EXPECT_EQ(int{traits.runs_kernels} + int{traits.runs_routines()} + int{traits.is_recorded}, 1) << traits.name;
        // a routine of one core or of all is of this machine, and what measures ceilings has times
        EXPECT_TRUE(!traits.runs_routines() || traits.has_times) << traits.name;
        EXPECT_TRUE(!traits.has_ceilings || traits.has_times) << traits.name;
        EXPECT_TRUE(!traits.has_streams || traits.has_copies) << traits.name;
        references += traits.is_reference;
    }
    EXPECT_EQ(references, 1);
    EXPECT_FALSE(traits_of(DeviceKind::emulated).has_times);
    EXPECT_TRUE(traits_of(DeviceKind::emulated).has_counts);
    for (const DeviceTraits& traits : all_device_kinds()) EXPECT_EQ(traits.has_debugger, traits.kind == DeviceKind::emulated);
    EXPECT_TRUE(traits_of(second_gpu).has_times && traits_of(second_gpu).has_streams && !traits_of(second_gpu).has_counts);
    const Routine& routine = *find_routine("matmul");
    EXPECT_EQ(routine.form(DeviceKind::cpu_threads), routine.threads);
    EXPECT_EQ(routine.form(DeviceKind::cpu_library), routine.library);
    EXPECT_EQ(routine.form(DeviceKind::cuda), nullptr);
}

TEST(DeviceKinds, AnUnknownKindCanDoNothingAndIsNeverMade) {
    const DeviceTraits& traits = traits_of(not_a_kind);
    EXPECT_EQ(traits.name, "unknown");
    EXPECT_FALSE(traits.runs_kernels || traits.runs_routines() || traits.has_times || traits.is_recorded);
    const auto made = make_device(not_a_kind);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().kind, ErrorKind::usage);

    test::StandInGpus gpus(1);
    DeviceSet devices;
    devices.make_gpu_with(gpus.maker());
    for (const DeviceKind kind : {not_a_kind, DeviceKind::cpu_serial, DeviceKind::recorded}) {
        const auto device = devices.get(kind);
        ASSERT_FALSE(device);
        EXPECT_EQ(device.error().kind, ErrorKind::usage);
        EXPECT_THAT(device.error().text(), HasSubstr("emulated and cuda"));
    }
    EXPECT_FALSE(devices.describe(not_a_kind));
    EXPECT_EQ(gpus.started, 0) << "an unknown kind was taken for a GPU";
}

TEST(DeviceKinds, TwoDevicesOfOneNameStayApartInWords) {
    const DeviceInfo first = test::StandInGpu::info_of(0), second = test::StandInGpu::info_of(1);
    EXPECT_EQ(title_of(first), "NVIDIA Stand-in");
    EXPECT_EQ(title_of(second), "NVIDIA Stand-in (cuda:1)");
    EXPECT_EQ(words_for(second), "NVIDIA Stand-in (cuda:1)");
    EXPECT_EQ(words_for({DeviceKind::cpu_threads, "A processor, 8 cores", {}}), "the CPU (threads)");
    EXPECT_EQ(title_of({DeviceKind::cpu_threads, "A processor, 8 cores", {}}), "CPU threads");
    EXPECT_EQ(short_title_of(first.id()), "GPU");
    EXPECT_EQ(short_title_of(second.id()), "GPU 1");
}

class TwoGpus : public testing::Test {
  protected:
    TwoGpus() : course(load_course(WARPWISE_SOURCE_DIR "/lessons")) { devices.make_gpu_with(gpus.maker()); }
    RunRecord run_on(const DeviceId& id) {
        ExperimentRequest request;
        request.parameters = lesson().defaults();
        request.device = id;
        request.repeats = 5;
        auto record = run_experiment(lesson(), request, devices);
        EXPECT_TRUE(record) << record.error().text();
        return record ? std::move(*record) : RunRecord();
    }
    const Lesson& lesson() const { return *course.find("indexing_1d"); }
    Course course;
    test::StandInGpus gpus{2};
    DeviceSet devices;
};

TEST_F(TwoGpus, AreListedWithoutStartingTheSecond) {
    std::vector<std::string> names;
    for (const DeviceInfo& info : devices.present()) names.push_back(name_of(info.id()));
    EXPECT_THAT(names, ElementsAre("emulated", "cuda", "cuda:1", "cpu-serial", "cpu-vector", "cpu-threads"));
    EXPECT_EQ(gpus.started, 1);
    EXPECT_EQ(devices.all_of(DeviceKind::cuda).value().size(), 2u);
    ASSERT_TRUE(devices.get(second_gpu));
    EXPECT_EQ(gpus.started, 2);
    EXPECT_NE(*devices.get(second_gpu), *devices.get(DeviceKind::cuda));
    EXPECT_EQ(*devices.get(second_gpu), *devices.get(second_gpu));
    EXPECT_EQ(gpus.started, 2);
}

TEST_F(TwoGpus, TheSecondAloneIsStartedWhereItAloneIsAskedFor) {
    EXPECT_EQ(run_on(second_gpu).device.id(), second_gpu);
    EXPECT_EQ(gpus.started, 1);
}

TEST_F(TwoGpus, RunSeparatelyAndTheirRecordsSayWhichRan) {
    const RunRecord first = run_on(DeviceKind::cuda), second = run_on(second_gpu);
    for (const auto& [record, id] : {std::pair{&first, DeviceId(DeviceKind::cuda)}, {&second, second_gpu}}) {
        EXPECT_EQ(record->status, RunStatus::ok);
        EXPECT_EQ(record->device.id(), id);
        EXPECT_EQ(record->request.device, id);
        EXPECT_EQ(record->readings_device, id);
        ASSERT_EQ(record->timeline.size(), 1u);
        EXPECT_EQ(record->timeline.front().device, id);
        EXPECT_EQ(record->find_phase("kernel")->measurement.median_ms, test::StandInGpu::kernel_ms(id.ordinal));
    }
    EXPECT_EQ(second.readings.at("sm_clock_mhz"), 1001);
}

TEST_F(TwoGpus, TheirRecordsComeBackFromJson) {
    const RunRecord second = run_on(second_gpu);
    const nlohmann::json json = to_json(second);
    EXPECT_EQ(json["device"]["kind"], "cuda");
    EXPECT_EQ(json["device"]["ordinal"], 1);
    EXPECT_EQ(json["timeline"][0]["device"], "cuda:1");
    EXPECT_EQ(json["readings_device"], "cuda:1");
    const auto back = record_from_json(json);
    ASSERT_TRUE(back) << back.error().text();
    EXPECT_EQ(back->device.id(), second_gpu);
    EXPECT_EQ(back->readings_device, second_gpu);
    EXPECT_EQ(back->timeline, second.timeline);
    EXPECT_THAT(to_csv({second}), HasSubstr(",cuda:1,NVIDIA Stand-in,"));

    // a record from before there were several: the first of its kind
    nlohmann::json older = json;
    older["device"].erase("ordinal");
    older["timeline"][0].erase("device");
    older.erase("readings_device");
    const auto first = record_from_json(older);
    ASSERT_TRUE(first) << first.error().text();
    EXPECT_EQ(first->device.id(), DeviceId(DeviceKind::cuda));
    EXPECT_EQ(first->timeline.front().device, DeviceId(DeviceKind::cuda));

    // one of a kind that this version does not know is not taken for another
    nlohmann::json newer = json;
    newer["device"]["kind"] = "abacus";
    const auto unknown = record_from_json(newer);
    ASSERT_FALSE(unknown);
    EXPECT_THAT(unknown.error().message, HasSubstr("abacus"));
}

TEST_F(TwoGpus, ASeventhIsAnErrorThatListsWhatThereIs) {
    for (const bool first_is_known : {false, true}) {
        DeviceSet set;
        set.make_gpu_with(gpus.maker());
        if (first_is_known) ASSERT_TRUE(set.get(DeviceKind::cuda));
        const auto seventh = set.get({DeviceKind::cuda, 7});
        ASSERT_FALSE(seventh);
        EXPECT_EQ(seventh.error().kind, ErrorKind::device_missing);
        EXPECT_EQ(seventh.error().text(), "there is no cuda:7 here. There are cuda (NVIDIA Stand-in), cuda:1 (NVIDIA Stand-in).");
    }
}

TEST_F(TwoGpus, ARecordingKeepsThemApart) {
    test::TemporaryFolder folder;
    Recording recording;
    recording.device_name = "NVIDIA Stand-in";
    recording.date = "2026-01-02T03:04:05Z";
    recording.records = {run_on(DeviceKind::cuda), run_on(second_gpu)};
    const auto file = folder.path() / "two.json";
    ASSERT_TRUE(save_recording(file, recording));
    const auto loaded = load_recording(file);
    ASSERT_TRUE(loaded) << loaded.error().text();
    EXPECT_THAT(loaded->recording.shown_devices(), ElementsAre(DeviceId(DeviceKind::cuda), second_gpu));
    for (const RunRecord& record : recording.records) {
        const auto found =
            loaded->recording.find("indexing_1d", record.request.kernel, record.device.id(), record.request.parameters);
        ASSERT_EQ(found.size(), 1u);
        EXPECT_EQ(found.front()->find_phase("kernel")->measurement.median_ms, record.find_phase("kernel")->measurement.median_ms);
        EXPECT_EQ(found.front()->timeline.front().device, record.device.id());
        EXPECT_EQ(found.front()->readings_device, record.device.id());
    }

    // `recorded` is the first of them and `recorded:1` the second: a sweep never mixes both
    ASSERT_TRUE(devices.add_recording(file));
    for (const int ordinal : {0, 1}) {
        ExperimentRequest request;
        request.parameters = lesson().defaults();
        request.kernel = recording.records.front().request.kernel;
        request.device = {DeviceKind::recorded, ordinal};
        const auto found = run_experiment(lesson(), request, devices);
        ASSERT_TRUE(found) << found.error().text();
        EXPECT_EQ(found->device.id(), request.device);
        EXPECT_EQ(found->device.name, "NVIDIA Stand-in");
        EXPECT_EQ(found->device.properties.at("recorded_device"), ordinal == 0 ? "cuda" : "cuda:1");
        EXPECT_EQ(found->find_phase("kernel")->measurement.median_ms, test::StandInGpu::kernel_ms(ordinal));
    }
}

// What one thread reads stays as it was while another adds to the set.
TEST(DeviceSetRecordings, AreReadWhileOthersAreAdded) {
    test::TemporaryFolder folder;
    Recording recording;
    recording.device_name = "NVIDIA Test";
    recording.date = "2026-01-02T03:04:05Z";
    RunRecord record;
    record.request.device = record.device.kind = DeviceKind::cuda;
    record.lesson = record.request.lesson = "scaling";
    recording.records = {record};
    const auto file = folder.path() / "one.json";
    ASSERT_TRUE(save_recording(file, recording));

    DeviceSet devices;
    const std::shared_ptr<const Recordings> before = devices.recordings();
    const std::size_t files_before = before->files.size();
    constexpr std::size_t added = 50;
    std::atomic<bool> done = false;
    std::jthread reader([&] {
        while (!done) {
            const std::shared_ptr<const Recordings> now = devices.recordings();
            std::size_t runs = 0;
            for (const Recording& one : now->files) runs += one.records.size() + one.device_name.size();
            EXPECT_GE(runs, now->files.size());
        }
    });
    for (std::size_t i = 0; i < added; ++i) EXPECT_TRUE(devices.add_recording(file));
    done = true;
    reader.join();
    EXPECT_EQ(before->files.size(), files_before);
    EXPECT_EQ(devices.recordings()->files.size(), files_before + added);
}

}  // namespace
}  // namespace warpwise
