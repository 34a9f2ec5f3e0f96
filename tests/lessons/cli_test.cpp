// The binary as people and scripts call it: exit statuses, standard output and standard error (docs/command-line.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/npy.h"
#include "lessons/command_line_fixture.h"

namespace warpwise {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::Called;
using ::testing::AnyOf;
using ::testing::HasSubstr;

class CommandLine : public test::CommandLineTest {
  protected:
    // A teacher's lesson: that on indexing under an id and in a place of its own.
    fs::path write_own_lesson() const {
        const fs::path mine = dir / "teacher" / "mine", from = WARPWISE_SOURCE_DIR "/lessons/02_indexing_1d";
        fs::create_directories(mine.parent_path());
        fs::copy(from, mine, fs::copy_options::recursive);
        std::string manifest = read_file(mine / "lesson.toml").value_or("");
        manifest.replace(manifest.find("\"indexing_1d\""), 13, "\"mine\"");
        EXPECT_TRUE(write_file_atomically(mine / "lesson.toml", manifest));
        return mine;
    }
};

constexpr const char* scale_source =
    "template <typename T>\n"
    "__global__ void scale(const T* a, T* b, int n, T factor) {\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n) b[i] = a[i] * factor;\n"
    "}\n";

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

TEST_F(CommandLine, ANewLessonPassesAsItIs) {
    const fs::path mine = dir / "16_bank_account";
    const Called made = call("course new " + mine.string());
    EXPECT_EQ(made.status, 0) << made.err;
    EXPECT_THAT(made.out, HasSubstr("warpwise course verify " + mine.string()));
    EXPECT_THAT(read_file(mine / "lesson.toml").value_or(""), HasSubstr("\"bank_account\"\ntitle = \"Bank account\""));
    const Called verified = call("course verify " + mine.string());
    EXPECT_EQ(verified.status, 0) << verified.out;
    EXPECT_THAT(verified.out, HasSubstr(" 0 failed, 0 not checkable here"));
    const std::string before = read_file(mine / "lesson.toml").value_or("");
    EXPECT_EQ(call("course new " + mine.string()).status, 2) << "nothing is written over";
    EXPECT_EQ(read_file(mine / "lesson.toml").value_or(""), before);
    EXPECT_EQ(call("course new " + (dir / "bank-account").string()).status, 2) << "not an id";
    EXPECT_FALSE(fs::exists(dir / "bank-account"));
}

TEST_F(CommandLine, ASweepOfCountsNeedsNoGpu) {
    const fs::path mine = write_own_lesson();
    std::string manifest = read_file(mine / "lesson.toml").value_or("");
    const std::string sweep =
        "[[view]]\nkind = \"sweep\"\nover = \"n\"\nfrom = 32\nto = 128\nshow = [\"threads / block\", \"writers\"]\n";
    manifest.insert(manifest.find("[verify]"), sweep);
    ASSERT_TRUE(write_file_atomically(mine / "lesson.toml", manifest));
    const Called called = call("sweep " + mine.string() + " --device emulated");
    EXPECT_EQ(called.status, 0) << called.err;
    EXPECT_THAT(called.out, HasSubstr("threads / block  writers\n"));
    EXPECT_THAT(called.out, testing::ContainsRegex("emulated +32 .* 1 +32\nemulated +64 .* 2 +64\nemulated +128 .* 4 +128\n"));
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

TEST_F(CommandLine, ALessonIsTakenFromAnywhereByItsPath) {
    const fs::path mine = write_own_lesson();
    const fs::path teacher = mine.parent_path();
    for (const std::string& path : {mine.string(), mine.string() + "/", (mine / "lesson.toml").string(), std::string("./mine"),
                                    std::string("mine"), std::string("../teacher/mine/lesson.toml")}) {
        const Called called = call("run " + path + " --json", teacher);
        EXPECT_EQ(called.status, 0) << path << "\n" << called.err;
        EXPECT_EQ(called.as_json().value("lesson", ""), "mine") << path;
    }
    EXPECT_EQ(call("run . --json", mine).as_json().value("lesson", ""), "mine");
    EXPECT_EQ(call("run lesson.toml --json", mine).as_json().value("lesson", ""), "mine");
}

TEST_F(CommandLine, EveryCommandWithALessonTakesAPath) {
    const fs::path mine = write_own_lesson();
    const std::string device = " --device cpu-serial";
    for (const std::string& arguments :
         {std::string("run mine"), "sweep mine --over n=16,32" + device, std::string("check mine mine/solution.cu"),
          std::string("course verify ./mine"), "record mine -o mine.json --lesson-seconds 1 --repeats 1" + device,
          std::string("open mine --host null")}) {
        const Called called = call(arguments, mine.parent_path());
        EXPECT_EQ(called.status, 0) << arguments << "\n" << called.out << called.err;
    }
    const auto recorded = read_file(mine.parent_path() / "mine.json");
    ASSERT_TRUE(recorded);
    EXPECT_THAT(*recorded, HasSubstr("\"lesson\":\"mine\""));
    // These need NVRTC and OpenGL, which may not be here; the lesson is not what they miss.
    for (const char* arguments : {"code mine", "shot mine --view launch -o mine.png"})
        EXPECT_NE(call(arguments, mine.parent_path()).status, 2) << arguments;
}

TEST_F(CommandLine, APathWithoutALessonSaysWhatIsNotThere) {
    const fs::path mine = write_own_lesson();
    const std::string teacher = mine.parent_path().string();
    fs::create_directories(dir / "empty");
    for (const auto& [path, says] : {
             std::pair{teacher + "/mien", "there is no folder " + teacher + "/mien"},
             {teacher, "such as " + mine.string()},
             {(dir / "empty").string(), std::string("has no lesson.toml. A lesson is a folder")},
             {(mine / "exercise.cu").string(), "Name the folder that contains it: " + mine.string()},
             {"''", std::string("there is no lesson ''")},
         })
        for (const char* command : {"run ", "open --host null ", "check ", "sweep --over n=16 ", "course verify ", "code ",
                                    "record -o r.json ", "shot -o s.png "}) {
            const Called called = call(command + path);
            EXPECT_EQ(called.status, 2) << command << path;
            EXPECT_THAT(called.err, HasSubstr(says)) << command << path;
        }
    // a command is missing
    EXPECT_THAT(call(mine.string()).err, HasSubstr("warpwise open " + mine.string()));
    // "lessons/..." means the course's, wherever one is
    EXPECT_EQ(call("run lessons/02_indexing_1d", teacher).status, 0);
}

TEST_F(CommandLine, ABrokenLessonFromAPathSaysWhere) {
    const fs::path mine = write_own_lesson();
    ASSERT_TRUE(write_file_atomically(mine / "lesson.toml", "id = \"mine\"\ntitle = [\n"));
    for (const char* command : {"run ", "open --host null ", "record -o r.json ", "shot -o s.png "}) {
        const Called called = call(command + mine.string());
        EXPECT_EQ(called.status, 1) << command;
        EXPECT_THAT(called.err, HasSubstr("teacher/mine/lesson.toml:2:")) << command;
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

TEST_F(CommandLine, RunPrintsOneRecordOrAList) {
    const Called one = call("run indexing_1d --device emulated --json");
    ASSERT_EQ(one.status, 0) << one.err << one.out;
    EXPECT_EQ(one.as_json()["schema"], "warpwise.run/1");
    EXPECT_EQ(one.as_json()["status"], "ok");
    EXPECT_EQ(one.as_json()["check"]["passed"], true);
    const Called several = call("run indexing_1d --device cpu-serial,emulated --json");
    ASSERT_EQ(several.status, 0) << several.err;
    const json list = several.as_json();
    ASSERT_TRUE(list.is_array());
    ASSERT_EQ(list.size(), 2u);
    EXPECT_EQ(list[0]["device"]["kind"], "cpu-serial");
    EXPECT_EQ(list[1]["device"]["kind"], "emulated");
    EXPECT_EQ(list[0]["arrays"], list[1]["arrays"]);  // the same bytes
    const json all = call("run indexing_1d --device all --json").as_json();
    ASSERT_TRUE(all.is_array());
    EXPECT_GE(all.size(), 4u);
    for (const json& record : all)
        EXPECT_EQ(record["arrays"][0]["sha256"], list[0]["arrays"][0]["sha256"]) << record["device"]["kind"];
}

TEST_F(CommandLine, WrongAndFaultingKernelsAreOneWithARecord) {
    const Called wrong = call("run indexing_1d --kernel sum_of_three --json");
    EXPECT_EQ(wrong.status, 1);
    EXPECT_EQ(wrong.as_json()["status"], "wrong");
    EXPECT_EQ(wrong.as_json()["check"]["first_difference"]["index"], 0);
    const Called fault = call("run indexing_1d --kernel no_guard --json");
    EXPECT_EQ(fault.status, 1);
    EXPECT_EQ(fault.as_json()["status"], "fault");
    EXPECT_EQ(fault.as_json()["fault"]["kind"], "out_of_bounds");
    EXPECT_EQ(fault.as_json()["fault"]["array"], "a");
    EXPECT_EQ(fault.as_json()["fault"]["index"], 100);
    const Called block = call("run indexing_1d --set block=2048 --json");
    EXPECT_EQ(block.status, 1);
    EXPECT_EQ(block.as_json()["fault"]["kind"], "launch_invalid");
    EXPECT_THAT(block.out, HasSubstr("CUDA_ERROR_INVALID_VALUE"));
}

TEST_F(CommandLine, SettingsReachTheLaunch) {
    const json record =
        call("run indexing_1d --set n=1000 --set block=64 --set dtype=f64 --device emulated --seed 9 --json").as_json();
    EXPECT_EQ(record["launch"]["grid"], json({16, 1, 1}));
    EXPECT_EQ(record["launch"]["block"], json({64, 1, 1}));
    EXPECT_EQ(record["dtype"], "f64");
    EXPECT_EQ(record["kernel"], "vector_add<double>");
    EXPECT_EQ(record["seed"], 9);
}

TEST_F(CommandLine, SweepGivesAListOrCsv) {
    const Called called = call("sweep crossover --over n=2^4..2^6 --device cpu-serial,cpu-threads --repeats 2 --json");
    ASSERT_EQ(called.status, 0) << called.err;
    const json list = called.as_json();
    ASSERT_EQ(list.size(), 6u);
    EXPECT_EQ(list[2]["parameters"]["n"], 64);
    EXPECT_EQ(list[0]["phases"][0]["samples_ms"].size(), 2u);
    const fs::path csv = dir / "times.csv";
    EXPECT_EQ(call("sweep crossover --over n=16,32 --device cpu-serial --csv " + csv.string()).status, 0);
    EXPECT_THAT(read_file(csv).value_or(""), HasSubstr("lesson,kernel,device,device_name,block,dtype,n,phase"));
    EXPECT_EQ(call("sweep crossover --over n=16 --csv - --json").status, 2);
}

TEST_F(CommandLine, ASweepOfNothingElseIsTheLessonsOwn) {
    const Called called = call("sweep streams --set n=4096 --device cpu-serial --repeats 1 --json");
    ASSERT_EQ(called.status, 0) << called.err;
    const json list = called.as_json();
    ASSERT_GE(list.size(), 3u);
    EXPECT_EQ(list[1]["parameters"]["chunks"], 2);
}

TEST_F(CommandLine, KernelRunsAFileWithArgumentsAndSavesThem) {
    const std::string file = write("scale.cu", scale_source);
    const std::string saved = (dir / "b.npy").string();
    const std::string arguments =
        " --entry 'scale<float>' --grid 4 --block 32 --arg 'f32[100]:iota' --arg 'f32[100]:constant=-1' --arg i32:99 --arg "
        "f32:2.5 ";
    const Called called = call("kernel " + file + arguments + "--save 1=" + saved + " --json");
    ASSERT_EQ(called.status, 0) << called.err << called.out;
    EXPECT_EQ(called.as_json()["status"], "ok");
    EXPECT_TRUE(called.as_json()["lesson"].is_null());
    EXPECT_EQ(called.as_json()["arrays"].size(), 2u);
    const auto b = read_npy(saved);
    ASSERT_TRUE(b) << b.error().text();
    EXPECT_EQ(b->value(98), 245);
    EXPECT_EQ(b->value(99), -1);
    // What was saved goes in again.
    const Called again = call("kernel " + file + " --entry 'scale<float>' --grid 4 --block 32 --arg " + saved +
                              " 'f32[100]' i32:100 f32:2 --save 1=" + saved);
    ASSERT_EQ(again.status, 0) << again.err;
    EXPECT_EQ(read_npy(saved)->value(98), 490);
    EXPECT_THAT(again.out, HasSubstr("b = 0, 5, 10"));
}

TEST_F(CommandLine, ASourceInPlaceOfALessonSaysWhichCommandsTakeIt) {
    const std::string source = write("scale.cu", scale_source);
    for (const std::string command : {"run ", "code ", "check "}) {
        const Called called = call(command + source);
        EXPECT_EQ(called.status, 2) << command << called.out;
        EXPECT_THAT(called.err, HasSubstr("warpwise kernel " + source)) << command;
    }
}

TEST_F(CommandLine, AnAddressCanBeMadeUpForAPointerOfAnyType) {
    const std::string source =
        write("fill.cu", "__global__ void floats(float* a) { a[0] = 1; }\n__global__ void ints(int* a) { a[0] = 1; }\n");
    for (const std::string entry : {"floats", "ints"}) {
        const Called called = call("kernel " + source + " --entry " + entry + " --json --arg u64:4886718336");
        EXPECT_EQ(called.status, 1) << called.err;
        const json fault = json::parse(called.out)["fault"];
        EXPECT_NE(fault["kind"], "launch_invalid") << "the kernel is launched, and its store is the fault";
        EXPECT_THAT(fault["message"].get<std::string>(), HasSubstr("0x123456780")) << "all eight bytes of the address";
    }
}

TEST_F(CommandLine, KernelArgumentsThatDoNotFitAreUsageErrors) {
    const std::string kernel = "kernel " + write("scale.cu", scale_source) + " --entry 'scale<float>' --json ";
    for (const auto& [arguments, says] : {
             std::pair{"--arg f32[4]:iota f32[4] i32:4", "takes 4 arguments, 3 given"},
             {"--arg f32[4] i32:4 i32:4 f32:1", "is a pointer"},
             {"--arg f32[4] f32[4] f32[4] f32:1", "single value"},
             {"--arg f32[4] f32[4] i64:4 f32:1", "8 bytes"},
             {"--arg f31[4] f32[4] i32:4 f32:1", "no type 'f31'"},
             {"--arg f32[4]:itoa f32[4] i32:4 f32:1", "no fill"},
             {"--arg f32[x] f32[4] i32:4 f32:1", "is not a size"},
             {"--arg f32[4 f32[4] i32:4 f32:1", "']'"},
             {"--arg f32[4] f32[4] u8:300 f32:1", "is not a value of u8"},
             {"--arg f32[4] missing.npy i32:4 f32:1", "missing.npy"},
             {"--arg f32[4] f32[4] i32:4 f32:1 --save 9=x.npy", "no argument 9"},
             {"--arg f32[4] f32[4] i32:4 f32:1 --save 2=x.npy", "single value"},
             {"--arg f32[4] f32[4] i32:4 f32:1 --grid 0", "--grid"},
             {"--arg f32[4] f32[4] i32:4 f32:1 --block 1,2,3,4", "--block"},
             {"--arg f32[4] f32[4] i32:4 f32:1 --device cpu-serial", "emulated and cuda"},
             {"--arg f32[4] f32[4] i32:4 f32:1 --shared -4", "--shared"},
         }) {
        const Called wrong = call(kernel + arguments);
        EXPECT_EQ(wrong.status, 2) << arguments << "\n" << wrong.err << wrong.out;
        EXPECT_EQ(wrong.out, "") << arguments;
        EXPECT_THAT(wrong.err, HasSubstr(says)) << arguments;
    }
}

TEST_F(CommandLine, CompileErrorsAreARecordWithDiagnostics) {
    const std::string file = write("typo.cu", "__global__ void k(float* a) {\n    a[threadIdx.x] = undefined_name;\n}\n");
    const Called called = call("kernel " + file + " --entry k --arg 'f32[4]' --json");
    EXPECT_EQ(called.status, 1);
    const json record = called.as_json();
    ASSERT_TRUE(record.is_object()) << called.out;
    EXPECT_EQ(record["status"], "error");
    EXPECT_EQ(record["fault"]["kind"], "compile_error");
    ASSERT_FALSE(record["diagnostics"].empty());
    EXPECT_EQ(record["diagnostics"][0]["line"], 2);
    EXPECT_EQ(record["diagnostics"][0]["column"], 22);
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

TEST_F(CommandLine, CodePrintsPythonWithTheseValues) {
    const Called called = call("code indexing_1d --python numba --set n=1000 --set block=96 --set dtype=f64");
    ASSERT_EQ(called.status, 0) << called.err;
    EXPECT_THAT(called.out, HasSubstr("n = 1000\nblock = 96\ndtype = \"float64\"\n"));
    EXPECT_THAT(called.out, HasSubstr("@cuda.jit"));
    EXPECT_THAT(call("code indexing_1d --python numpy --json").as_json()["python"].get<std::string>(), HasSubstr("import numpy"));
    EXPECT_THAT(call("code float_bits --kernel take_apart --python numpy").out, HasSubstr(".view(np.uint32)"));
    EXPECT_THAT(call("code indexing_1d --kernel thread_only --python cupy").out, HasSubstr("RawModule"));  // the same job
}

TEST_F(CommandLine, CodeWritesPythonAndNotebooks) {
    const std::string file = (dir / "add.py").string(), notebook = (dir / "add.ipynb").string();
    EXPECT_EQ(call("code indexing_1d --python jax -o " + file).status, 0);
    EXPECT_EQ(read_file(file).value_or(""), call("code indexing_1d --python jax").out);
    EXPECT_EQ(call("code indexing_1d --python jax --set n=7 -o " + notebook).status, 0);
    const json cells = json::parse(read_file(notebook).value_or(""), nullptr, false)["cells"];
    ASSERT_GT(cells.size(), 3u);
    EXPECT_EQ(cells[0]["cell_type"], "markdown");
    EXPECT_EQ(cells[1]["source"][1], "n = 7\n");
    const std::string folder = (dir / "no_such_folder" / "add.py").string();
    EXPECT_EQ(call("code indexing_1d --python jax -o " + folder).status, 1);
}

TEST_F(CommandLine, PythonThatIsNotThereSaysWhatIs) {
    const Called unknown = call("code indexing_1d --python torch");
    EXPECT_EQ(unknown.status, 2);
    EXPECT_THAT(unknown.err, HasSubstr("numpy, cupy, numba, jax"));
    const Called missing = call("code grid_stride --python jax");
    EXPECT_EQ(missing.status, 2);
    EXPECT_THAT(missing.err, HasSubstr("There is one for: numpy, cupy, numba"));
    const Called none = call("code grid_stride --kernel on_a_line --python numpy");
    EXPECT_EQ(none.status, 2);
    EXPECT_THAT(none.err, HasSubstr("It has none for this kernel"));
    EXPECT_EQ(call("code indexing_1d --kernel none --python numpy").status, 2);
    EXPECT_EQ(call("code indexing_1d --python numpy --host").status, 2);
    EXPECT_EQ(call("code indexing_1d --python numpy -o add.txt").status, 2);
    EXPECT_EQ(call("code indexing_1d -o add.py").status, 2);  // of --python only
    EXPECT_EQ(call("code indexing_1d --python numpy --set n=0").status, 2);
}

TEST_F(CommandLine, APythonTextWithoutParametersIsAnErrorOfVerify) {
    const fs::path mine = write_own_lesson();
    EXPECT_TRUE(write_file_atomically(mine / "python" / "with_jax.py", "result = 1\n"));
    const Called called = call("course verify " + mine.string());
    EXPECT_NE(called.status, 0);
    EXPECT_THAT(called.err, HasSubstr("with_jax.py:1"));
    EXPECT_THAT(called.err, HasSubstr("no block of parameters"));
}

TEST_F(CommandLine, ClaimsAreHeldAgainstTheRecordingThatIsNamed) {
    const std::string file = write("other.json", read_file(WARPWISE_SOURCE_DIR "/assets/recordings/nvidia_h200.json").value_or(""));
    const Called called = call("course verify first_kernel --recording " + file);
    EXPECT_EQ(called.status, 0) << called.out;
    EXPECT_EQ(call("course verify first_kernel --recording no_such.json").status, 2);
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

TEST_F(CommandLine, RecordKeepsEveryLessonAndAddsToIt) {
    const fs::path file = dir / "cpu.json";
    const std::string options = " --device cpu-serial --repeats 1 --lesson-seconds 0.5 -o " + file.string();
    const Called recorded = call("record crossover" + options);
    ASSERT_EQ(recorded.status, 0) << recorded.err;
    EXPECT_THAT(recorded.err, HasSubstr("crossover vector_add cpu-serial, default: kernel "));
    json recording = json::parse(read_file(file).value_or(""), nullptr, false);
    ASSERT_TRUE(recording.is_object());
    EXPECT_EQ(recording["schema"], "warpwise.recording/2");
    const std::size_t of_crossover = recording["records"].size();
    EXPECT_GE(of_crossover, 3u);  // the default, its presets, and what half a second lets the sweep do
    ASSERT_EQ(call("record first_kernel --add" + options).status, 0);
    recording = json::parse(read_file(file).value_or(""), nullptr, false);
    EXPECT_GT(recording["records"].size(), of_crossover);
    EXPECT_EQ(call("record crossover --device emulated -o " + file.string()).status, 2);

    const json list = call("recordings " + file.string() + " --json").as_json();
    ASSERT_FALSE(list["recordings"].empty());
    EXPECT_EQ(list["recordings"].back()["file"], file.string());
    EXPECT_EQ(list["recordings"].back()["lessons"], json({"crossover", "first_kernel"}));
}

TEST_F(CommandLine, RecordedRunsAreExactOrSayWhatIsNear) {
    const fs::path file = dir / "cpu.json";
    ASSERT_EQ(call("record crossover --device cpu-serial --repeats 1 --lesson-seconds 0 -o " + file.string()).status, 0);
    const std::string recorded = "run crossover --device recorded --recording " + file.string() + " --json";
    const Called exact = call(recorded + " --set n=16");
    ASSERT_EQ(exact.status, 0) << exact.err;
    EXPECT_EQ(exact.as_json()["device"]["kind"], "recorded");
    EXPECT_EQ(exact.as_json()["phases"][0]["source"], "recorded");
    const Called between = call(recorded + " --set n=1000");
    EXPECT_EQ(between.status, 3);
    EXPECT_EQ(between.out, "");
    EXPECT_THAT(between.err, HasSubstr("The nearest recorded values: n = "));
    EXPECT_EQ(call(recorded + " --set grid=3 --set n=16").status, 3);
}

// What is measured until Ctrl+C is kept: the first lesson at least, and never half a file.
// Ctrl+C as soon as the second lesson begins; its many samples give the signal time to arrive.
TEST_F(CommandLine, AnInterruptedRecordingIsKept) {
    const fs::path file = dir / "cpu.json";
    const std::string command = "echo $$; exec " + std::string(WARPWISE_BINARY) +
                                " record first_kernel crossover --device cpu-serial --repeats 2000 -o " + file.string() + " 2>&1";
    FILE* pipe = ::popen(command.c_str(), "r");
    std::string out;
    pid_t recording = 0;
    char line[4096];
    while (std::fgets(line, sizeof line, pipe) != nullptr) {
        if (recording == 0) recording = std::stoi(line);
        if (std::string_view(line).starts_with("[2 of 2]")) ::kill(recording, SIGINT);
        out += line;
    }
    ::pclose(pipe);
    EXPECT_THAT(out, HasSubstr("what is measured is kept"));
    EXPECT_THAT(out, HasSubstr("interrupted: 1 of 2 lessons are recorded in full"));
    const Called listed = call("recordings " + file.string());
    EXPECT_EQ(listed.status, 0) << listed.err;
}

TEST_F(CommandLine, BrokenRecordingsAreNamed) {
    write("newer.json", R"({"schema": "warpwise.recording/9"})");
    write("cut.json", R"({"schema": "warpwise.recording/2", "records": [)");
    const Called called = call("recordings " + (dir / "newer.json").string() + " " + (dir / "cut.json").string());
    EXPECT_EQ(called.status, 1);
    EXPECT_THAT(called.err, HasSubstr("newer version of the program"));
    EXPECT_THAT(called.err, HasSubstr("cut.json is cut short"));
    const Called run = call("run crossover --device recorded --recording " + (dir / "cut.json").string());
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err, HasSubstr("cut short"));
}

}  // namespace
}  // namespace warpwise
