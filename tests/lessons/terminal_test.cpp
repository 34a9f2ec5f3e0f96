// What a stranger wrote, on the terminal of the one who looks at it: no control character reaches it, and no limit ends the
// program.
#include <gmock/gmock.h>

#include <fstream>

#include "lessons/command_line_fixture.h"
#include "unit/lesson_folder.h"

namespace warpwise::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Terminal : public CommandLineTest {
  protected:
    void expect_clean(const Called& called, const std::string& what) const {
        for (const std::string& text : {called.out, called.err})
            for (std::size_t i = 0; i < text.size(); ++i) {
                const auto c = static_cast<unsigned char>(text[i]);
                const bool c1 = c == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0;
                ASSERT_FALSE((c < 0x20 && c != '\n' && c != '\t') || c == 0x7f || c1)
                    << what << " prints " << int{c} << " at byte " << i << ":\n"
                    << text.substr(0, 2000);
            }
    }
    // A lesson whose every word is hostile.
    std::string hostile_lesson() const {
        const std::filesystem::path folder = dir / "01_hostile";
        std::filesystem::create_directories(folder);
        const auto put = [&](const char* name, const std::string& text) { std::ofstream(folder / name) << text; };
        std::string manifest = good_manifest;
        // \u001b is TOML's own escape
        for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
                 {"title = \"A tiny lesson\"", "title = \"\\u001b]0;owned\\u0007\\u009b31m\""},
                 {"goals = [\"see\"]", "goals = [\"\\u001b[2J\"]"},
                 {"name = \"Small\"", "name = \"Sm\\u001b[31mall\""},
                 {"say = \"right everywhere\"", "say = \"\\u001b[31mright\\u007f\""},
                 {"because = \"a reason\"", "because = \"\\u001bc\""},
                 {"text = \"128\"", "text = \"\\u001b[5m128\""}})
            manifest = with(manifest, from, to);
        put("lesson.toml", manifest);
        put("lesson.md", good_prose);
        put("add_one.cu", with(good_kernel, "a[i] = a[i] + T(1);",
                               "a[i] = a[i] + T(1);\n    printf(\"\\033]0;owned\\007 \\302\\233 \\233\\r\");"));
        put("exercise.cu", "// \x1b[31m\n#error \x1b[31m\xc2\x9b\n");
        put("solution.cu", good_kernel);
        return folder.string();
    }
};

TEST_F(Terminal, NoCommandPrintsAStrangersControlCharacters) {
    const std::string lesson = hostile_lesson();
    for (const std::string& command : {
             "run " + lesson + " --device emulated",
             "run " + lesson + " --device emulated --json",
             "run " + lesson + " --preset nothing",
             "run " + lesson + " --view nothing",
             "check " + lesson + " " + lesson + "/exercise.cu",
             "check " + lesson + " " + lesson + "/exercise.cu --json",
             "check " + lesson + " " + lesson + "/solution.cu",
             "course verify " + lesson,
             "code " + lesson,
             "trace " + lesson + " --lines 1",
             "sweep " + lesson + " --over n=16,32 --device emulated",
             "kernel " + lesson + "/add_one.cu --entry 'add_one<float>' --block 32 --arg f32[32]:zeros --arg 32",
         })
        expect_clean(call(command), command);
    const Called ran = call("run " + lesson + " --device emulated");
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("\xef\xbf\xbd]0;owned\xef\xbf\xbd")) << "it is shown, and not acted on";
}

TEST_F(Terminal, NorWhatArraysRecordingsAndArgumentsHold) {
    std::ofstream(dir / "a.npy", std::ios::binary)
        << std::string("\x93NUMPY\x01\x00\x46\x00", 10)
        << "{'descr': '\x1b]0;title\x07', 'fortran_order': False, 'shape': (3,), }      \n";
    std::ofstream(dir / "k.cu") << "__global__ void k(float* a) { a[threadIdx.x] = 1; }\n";
    std::ofstream(dir / "r.json") << R"({"schema": "warpwise.recording/2\u001b[31m"})";
    expect_clean(call("kernel k.cu --entry k --block 3 --arg file:a.npy", dir), "an array");
    expect_clean(call("kernel k.cu --entry k --block 3 --arg npy:a.npy", dir), "an array");
    expect_clean(call("recordings add r.json", dir), "a recording");
    expect_clean(call("run $'\\e[31m\\xc2\\x9b'"), "an argument");
    expect_clean(call("$'\\e[31mnothing'"), "a command");
}

// Of the size of a file: an error, as a full disk is one.
TEST_F(Terminal, AFileSizeLimitIsToldAndNotTheEnd) {
    const std::string script = "ulimit -f 1; exec " + std::string(WARPWISE_BINARY) +
                               " sweep crossover --over n=16,32,64,128,256,512 --device cpu-serial --repeats 7 --csv out.csv";
    write("script", script);
    const std::string command = "cd " + dir.string() + " && bash ./script >out 2>err";
    const int status = std::system(command.c_str());
    ASSERT_TRUE(WIFEXITED(status)) << "ended by signal " << WTERMSIG(status);
    EXPECT_EQ(WEXITSTATUS(status), 1) << read_file(dir / "err").value_or("");
    EXPECT_THAT(read_file(dir / "err").value_or(""), HasSubstr("File too large"));
    EXPECT_FALSE(std::filesystem::exists(dir / "out.csv"));
}

TEST_F(Terminal, NoMessageIsAsLongAsTheNameInIt) {
    const Called called = call("run " + std::string(100'000, 'x'));
    EXPECT_EQ(called.status, 2);
    EXPECT_LT(called.err.size(), 2000u);
}

TEST_F(Terminal, DoctorSaysWhatKeepsTheEmulatorIn) {
    const Called called = call("doctor");
    EXPECT_THAT(called.out, HasSubstr("Sandbox"));
    const nlohmann::json walls = call("doctor --json").as_json()["walls"];
    EXPECT_TRUE(walls["landlock"].is_number_integer());
    EXPECT_TRUE(walls["seccomp"].is_boolean());
    EXPECT_EQ(walls["seccomp"].get<bool>(), called.out.find("open sockets") != std::string::npos);
}

}  // namespace
}  // namespace warpwise::test
