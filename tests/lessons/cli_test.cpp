// The binary as people and scripts call it: exit statuses, standard output and standard error (docs/command-line.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "lessons/command_line_fixture.h"

namespace warpwise {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::Called;
using test::scale_source;
using ::testing::AnyOf;
using ::testing::HasSubstr;

class CommandLine : public test::CommandLineTest {};

TEST_F(CommandLine, HelpAndVersionAreGood) {
    EXPECT_EQ(call("--version").status, 0);
    EXPECT_THAT(call("--version").out, HasSubstr("warpwise 0."));
    for (const char* command : {"", "open", "run", "sweep", "list", "doctor", "kernel", "trace", "dap", "check", "course",
                                "course verify", "course new", "course list", "record", "recordings", "shot", "bench"}) {
        const Called called = call(std::string(command) + " --help");
        EXPECT_EQ(called.status, 0) << command;
        EXPECT_FALSE(called.out.empty()) << command;
    }
}

TEST_F(CommandLine, WrongUsageIsTwoAndLeavesStandardOutputEmpty) {
    for (const auto& [arguments, says] : {
             std::pair{"rnu", "'run'"},
             {"indexing_1d", "warpwise run indexing_1d"},
             {"run indexng_1d --json", "Did you mean 'indexing_1d'?"},
             {"run indexing_1d --json --set blok=3", "Did you mean 'block'?"},
             {"run indexing_1d --json --set n=0", "1 to 16,777,216"},
             {"run indexing_1d --json --set n", "NAME=VALUE"},
             {"run indexing_1d --json --set dtype=f8", "f32"},
             {"run indexing_1d --json --kernel rigth", "Did you mean 'right'?"},
             {"run indexing_1d --json --device cpu-seriel", "Did you mean 'cpu-serial'?"},
             {"run indexing_1d --json --trace all", "none, counters or full"},
             {"run indexing_1d --json --threads -1", "--threads"},
             {"run indexing_1d --jsn", "Did you mean '--json'?"},
             {"run --json", "lesson is required"},
             {"open ''", "there is no lesson ''"},
             {"run indexing_1d --json --seed -1", "--seed"},
             {"run indexing_1d --json --seed 99999999999999999999999", "18446744073709551615"},
             {"run indexing_1d --json --set grid=2^40", "4294967295"},
             {"record indexing_1d -o x.json --longest-run nan", "0.01 to 3600"},
             {"bench --workloads --limit nan", "--limit"},
             {"occupancy --registers 0", "1 to 255"},
             {"recordings missing.json --json", "there is no file missing.json"},
             {"sweep crossover --json --over m=1,2", "'m'"},
             {"sweep crossover --json --over n=100..200", "no step"},
             {"sweep indexing_1d --json", "--over"},
             {"kernel missing.cu --entry k --json", "missing.cu"},
             {"course", "subcommand"},
             {"course poll NO_SUCH_FOLDER", "there is no folder NO_SUCH_FOLDER. Name the folder"},
             {"course poll " WARPWISE_SOURCE_DIR "/CMakeLists.txt", "is a file, not a folder"},
             {"course poll . --revael", "`warpwise course poll --help` lists what is possible"},
             {"course answers indexing_1d", "-o is missing: the file to hand in. Write it as -o answers.json."},
             {"trace nope.cu", "there is no file nope.cu"},
             {"run indexing_1d --json --set block=0", "block = 0 is outside its range, 1 to 4,294,967,295"},
             {"run indexing_1d --json --set block=2^32", "block = 2^32 is outside its range, 1 to 4,294,967,295"},
             {"run indexing_1d --json --set n=99999999999999999999", "1 to 16,777,216"},
             {"help", "warpwise --help"},
             {"kernel " WARPWISE_SOURCE_DIR "/kernels/threads/add_one.cu --entry '' --json", "--entry is empty"},
             {"shot indexing_1d -o picture.jpg", "Pictures are PNG"},
             {"shot indexing_1d --step 3 -o picture.png", "--view present"},
             {"shot indexing_1d --view threadgrid -o picture.png", "Did you mean 'thread_grid'?"},
             {"shot indexing_1d --view thread_grid --figure --format svg -o figure.pdf", "disagree"},
         }) {
        const Called called = call(arguments);
        EXPECT_EQ(called.status, 2) << arguments << "\n" << called.err;
        EXPECT_EQ(called.out, "") << arguments;
        EXPECT_THAT(called.err, HasSubstr(says)) << arguments;
    }
}

// A name that cannot be a file is reported before anything runs, and is wrong usage.
TEST_F(CommandLine, AnOutputThatCanBeNoFileIsToldFirst) {
    const std::string source = write("scale.cu", scale_source);
    const std::string kernel = "kernel " + source + " --entry 'scale<float>' --arg f32[8] f32[8] i32:8 f32:2 --save 1=";
    const std::string folder = dir.string(), below_a_file = source + "/out";
    for (const std::string& arguments : {
             "record first_kernel --device cpu-serial -o " + folder,
             std::string("record first_kernel --device cpu-serial -o ''"),
             "sweep crossover --over n=16 --device cpu-serial --csv " + folder,
             std::string("sweep crossover --over n=16 --device cpu-serial --csv ''"),
             "check first_kernel " + source + " --html " + folder,
             "check first_kernel " + source + " --junit " + below_a_file,
             kernel + folder,
             kernel + below_a_file,
         }) {
        const Called called = call(arguments);
        EXPECT_EQ(called.status, 2) << arguments << "\n" << called.err;
        EXPECT_EQ(called.out, "") << arguments;
        EXPECT_THAT(called.err, AnyOf(HasSubstr("is a folder"), HasSubstr("no name"), HasSubstr("is a file, not a folder")))
            << arguments;
    }
}

TEST_F(CommandLine, ResultsThatCannotBePrintedAreNoSuccess) {
    if (!fs::is_character_file("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    for (const char* arguments : {"list", "occupancy --json", "run indexing_1d", "--help"}) {
        const Called called = call(std::string(arguments) + " >/dev/full");
        EXPECT_EQ(called.status, 1) << arguments;
        EXPECT_THAT(called.err, HasSubstr("No space left on device")) << arguments;
    }
}

TEST_F(CommandLine, EachCommandsHelpHasAnExampleOfItsOwn) {
    for (const char* command : {"open", "list", "doctor", "run", "sweep", "kernel", "check", "course verify", "record",
                                "recordings", "shot", "occupancy", "code", "bench"})
        EXPECT_THAT(call(std::string(command) + " --help").out, HasSubstr("Example: warpwise " + std::string(command))) << command;
}

TEST_F(CommandLine, ListAndDoctorSpeakJson) {
    const json lessons = call("list --json").as_json();
    ASSERT_TRUE(lessons.is_array());
    EXPECT_THAT(lessons.dump(), HasSubstr("indexing_1d"));
    const Called doctor = call("doctor --json");
    EXPECT_EQ(doctor.status, 0);
    const json j = doctor.as_json();
    for (const char* key : {"version", "machine", "devices", "libraries", "folders", "fonts", "recordings", "problems"})
        EXPECT_TRUE(j.contains(key)) << key;
    for (const json& device : j["devices"])
        if (device["present"] == false) {
            EXPECT_FALSE(device["why"].get<std::string>().empty());
        }
}

TEST_F(CommandLine, OccupancyNeedsNoGpu) {
    const Called called = call("occupancy --cc 8.6 --block 512 --registers 40 --shared 8192 --json");
    EXPECT_EQ(called.status, 0) << called.err;
    const json answer = called.as_json();
    EXPECT_EQ(answer["active_blocks"], 3);  // of 48 warps
    EXPECT_EQ(answer["active_warps"], 48);
    EXPECT_EQ(answer["limits"], json::array({"threads", "registers"}));
    EXPECT_EQ(call("occupancy --cc 6.1").status, 2);
    EXPECT_THAT(call("occupancy --cc 6.1").err, HasSubstr("Known: 7.0"));
    EXPECT_EQ(call("occupancy --block 2000").status, 1);
    EXPECT_THAT(call("occupancy").out, HasSubstr("limited by threads and registers"));
}

TEST_F(CommandLine, CodePrintsTheHostProgramWithTheseValues) {
    const Called called = call("code streams --set chunks=8 --set n=1000 --host");
    ASSERT_EQ(called.status, 0) << called.err;
    EXPECT_THAT(called.out, HasSubstr("const int n = 1000;"));
    EXPECT_THAT(called.out, HasSubstr("<<<blocks, threads, 0, stream>>>"));
    EXPECT_EQ(call("code streams --host --json").as_json()["host"].get<std::string>().find("// The host program of"), 0u);
    EXPECT_EQ(call("code streams --host --ptx").status, 2);
    EXPECT_EQ(call("code streams --host --kernel none").status, 2);
}

// With NVRTC here the code, without it the words that say where it comes from.
TEST_F(CommandLine, CodeIsPtxWithTheSourcesLines) {
    const Called called = call("code indexing_1d --ptx --arch sm_90 --json");
    if (called.status == 3) {
        EXPECT_THAT(called.err, ::testing::AnyOf(HasSubstr("NVRTC"), HasSubstr("CUDA plugin")));
        GTEST_SKIP() << called.err;
    }
    ASSERT_EQ(called.status, 0) << called.err;
    const json answer = called.as_json();
    EXPECT_EQ(answer["architecture"], 90);
    EXPECT_GT(answer["resources"]["registers_per_thread"], 0);
    bool has_line = false;
    for (const json& line : answer["ptx"]) has_line = has_line || line[1].get<int>() > 0;
    EXPECT_TRUE(has_line);
    const std::string bad = write("bad.cu", "__global__ void k(int* a) {\n    a[0] = nothing;\n}\n");
    const Called wrong = call("kernel " + bad + " --entry k --ptx");
    EXPECT_EQ(wrong.status, 1);
    EXPECT_THAT(wrong.err, HasSubstr("bad.cu:2"));
    EXPECT_EQ(call("code indexing_1d --arch sm_nine").status, 2);
    EXPECT_THAT(call("code indexing_1d --arch sm_52").err, HasSubstr("knows no sm_52"));
}

TEST_F(CommandLine, AMissingDeviceIsThree) {
    const json devices = call("doctor --json").as_json()["devices"];
    for (const json& device : devices)
        if (device["kind"] == "cuda" && device["present"] == true) GTEST_SKIP() << "there is a GPU here";
    const Called called = call("run indexing_1d --device cuda --json");
    EXPECT_EQ(called.status, 3);
    EXPECT_EQ(called.out, "");
    EXPECT_FALSE(called.err.empty());
}

TEST_F(CommandLine, TheTableOfWorkloadsSpeaksJson) {
    const Called called =
        call("bench --workloads --small --only sum,convolution --device cpu-serial,cpu-library --repeats 2 --json");
    EXPECT_EQ(called.status, 0) << called.err;
    const json table = called.as_json();
    ASSERT_TRUE(table.is_object()) << called.out;
    EXPECT_EQ(table["schema"], "warpwise.workloads/1");
    ASSERT_EQ(table["rows"].size(), 4u);
    EXPECT_EQ(table["rows"][0]["workload"], "sum");
    EXPECT_EQ(table["rows"][0]["device"], "cpu-serial");
    EXPECT_EQ(table["rows"][0]["kernel_time"]["samples_ms"].size(), 2u);
    EXPECT_EQ(table["rows"][0]["check"]["passed"], true);
    EXPECT_TRUE(table["rows"][1]["kernel_time"].is_null());
    EXPECT_EQ(table["rows"][1]["note"], "no library for this");
    EXPECT_EQ(table["rows"][2]["sizes"]["width"], 83);

    EXPECT_EQ(call("bench --small").status, 2);
    EXPECT_EQ(call("bench --workloads --only primes --device emulated").status, 2);
    EXPECT_THAT(call("bench --workloads --only prime").err, HasSubstr("Did you mean 'primes'?"));
}

}  // namespace
}  // namespace warpwise
