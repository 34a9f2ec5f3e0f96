// Whatever a file or a message holds, reading it ends with an answer: no crash, no endless loop, no unexpected exception.
#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/npy.h"
#include "base/png.h"
#include "debug/debug_json.h"
#include "device/process/device_messages.h"
#include "experiment/record/record.h"
#include "experiment/record/recording.h"
#include "experiment/run/numbers.h"
#include "experiment/run/sweep.h"
#include "lesson/formula.h"
#include "lesson/manifest.h"
#include "lesson/progress.h"
#include "lesson/prose.h"
#include "lesson/source_markers.h"
#include "tests/read_png.h"
#include "unit/lesson_folder.h"
#include "unit/mutations.h"

namespace warpwise::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// The shipped lessons' files of that name.
std::vector<std::string> of_lessons(const char* name) {
    std::vector<std::string> texts;
    for (const auto& entry : fs::directory_iterator(WARPWISE_SOURCE_DIR "/lessons"))
        if (auto text = read_file(entry.path() / name)) texts.push_back(std::move(*text));
    return texts;
}

class DamagedFile : public ::testing::Test {
  protected:
    fs::path file(const std::string& text) const {
        folder_.write("damaged", text);
        return folder_.path() / "damaged";
    }
    std::string text_of_file() const { return read_file(folder_.path() / "damaged").value_or(""); }
    TemporaryFolder folder_;
};

TEST(DamagedInput, Manifests) {
    fuzz(of_lessons("lesson.toml"),
         {"[[", "]]", "'''", " = ", "default = ", "[parameters]\n", "1979-05-27T07:32:00Z", "0x", "\"2^64\""},
         [](const std::string& text) { static_cast<void>(read_manifest(text, "lesson.toml")); });
}

TEST(DamagedInput, Prose) {
    TemporaryFolder folder;
    write_lesson(folder, "01_tiny");
    auto lesson = load_lesson(folder.path() / "01_tiny");
    ASSERT_TRUE(lesson);
    fuzz(of_lessons("lesson.md"),
         {"{{", "}}", "{{code add_one#work}}", "{{value \"", "```", "```predict", "~~~", "$$", "$", "](", "**"},
         [&](const std::string& text) {
             lesson->prose = text;
             static_cast<void>(expand_prose(*lesson, {}));
             static_cast<void>(check_prose(*lesson, "lesson.md"));
             static_cast<void>(strip_markers(text));
             static_cast<void>(blank_markers(text));
             static_cast<void>(marked_code(text, "work"));
         });
}

TEST(DamagedInput, Formulas) {
    const FormulaNames names{{"n", 1000}, {"block", 32}, {"eps", 1e-7}};
    fuzz({"ceil(n / block)", "2^14 + min(n, 4) * -block", "n > 3 ? sqrt(n) : log2(block)", "{n} to {ceil(n / block)}, {eps}"},
         {"(", ")", "^", "?", ":", ",", "e", "_", "%", "&&", "||", "=", "!", "<<", "round(", "#", "{", "}", "sum(", "rnd"},
         [&](const std::string& text) {
             static_cast<void>(evaluate_formula(text, names));
             static_cast<void>(names_in_formula(text));
             static_cast<void>(fill_template(text, names));
         });
}

TEST(DamagedInput, NumbersOfACommandLine) {
    Lesson lesson;
    Parameter size;
    size.id = "n";
    size.max = 1 << 24;
    lesson.parameters.push_back(size);
    fuzz({"n=2^10..2^24", "n=1024..65536*2", "n=100..1000+100", "n=100,200,300", "16,16", "8,8,4", "-3", "1e6", "2^-3"},
         {"..", "^", ",", "*", "+", "=", "2^63", "e", "-", "1e-400"}, [&](const std::string& text) {
             static_cast<void>(parse_sweep_range(lesson, text));
             static_cast<void>(parse_integer(text));
             static_cast<void>(parse_real(text));
             static_cast<void>(parse_edges(text));
         });
}

TEST_F(DamagedFile, Recordings) {
    json shipped = json::parse(read_file(WARPWISE_SOURCE_DIR "/assets/recordings/nvidia_h200.json").value());
    shipped["records"].erase(shipped["records"].begin() + 6, shipped["records"].end());
    const json record = shipped["records"].front();
    fuzz({shipped.dump(), shipped.dump(1)}, {"null", "[]", "{}", "\"records\":", "true", "1e308", "\\u0000", "\\ud800", "-", ","},
         [&](const std::string& text) {
             static_cast<void>(load_recording(file(text)));
             const json whole = json::parse(text, nullptr, false);
             if (!whole.is_discarded()) static_cast<void>(record_from_json(whole));
         });
    fuzz({record.dump()}, {"null", "[]", "{}", "true", "1e308", "-"}, [&](const std::string& text) {
        const json one = json::parse(text, nullptr, false);
        if (!one.is_discarded()) static_cast<void>(record_from_json(one));
    });
}

TEST_F(DamagedFile, Progress) {
    const Progress progress{{"a", {true, true, false, {{"first", 2}}, true}}, {"b", {}}};
    ASSERT_TRUE(save_progress(progress, file("")));
    fuzz({text_of_file()}, {"null", "[]", "{}", "1e308", "\"version\": 1", "4294967296"},
         [&](const std::string& text) { static_cast<void>(load_progress(file(text))); });
}

TEST_F(DamagedFile, Arrays) {
    std::vector<std::string> corpus;
    for (const auto& shape : std::vector<std::vector<std::int64_t>>{{}, {7}, {3, 4}, {0, 5}}) {
        ASSERT_TRUE(write_npy(file(""), Array::make(DType::f32, shape).value()));
        corpus.push_back(text_of_file());
    }
    fuzz(corpus,
         {"'shape': (", ")", "'descr': '", "<f8", "|b1", ">i4", "(0, 9223372036854775807)", "True", ",", "\x02",
          "(4294967296, 4294967296)"},
         [&](const std::string& text) { static_cast<void>(read_npy(file(text))); });
}

TEST_F(DamagedFile, Pictures) {
    Image image{5, 3, std::vector<std::uint8_t>(45, 200)};
    const std::string good = encode_png(image, {{"Title", "a picture"}, {"Software", "a test"}}).value();
    fuzz({good}, {"IHDR", "IDAT", "IEND", "tEXt", "zTXt", "iTXt", "PLTE", "\x7f\xff\xff\xff"},
         [&](const std::string& text) { static_cast<void>(read_png(file(text))); });
}

// What the two processes tell each other. Each side catches exceptions where it answers.
TEST(DamagedInput, MessagesBetweenProcesses) {
    Array array = Array::make(DType::f32, {8}).value();
    KernelArgument whole;
    whole.kind = KernelArgument::Kind::array;
    whole.array = &array;
    KernelArgument number;
    number.kind = KernelArgument::Kind::scalar;
    number.dtype = DType::i32;
    const std::vector<KernelArgument> arguments{whole, number};
    const SharedArrays shared = SharedArrays::of(arguments);
    LaunchOutcome outcome;
    outcome.fault = Fault{};
    outcome.phases.push_back({"kernel", 1.0, {1, 2, 3}});
    outcome.timeline.push_back({});
    const json message{{"arrays", message_of(shared)},           {"arguments", message_of(arguments, shared)},
                       {"options", message_of(LaunchOptions{})}, {"outcome", message_of(outcome)},
                       {"shape", message_of(LaunchShape{})},     {"program", message_of(Program{})},
                       {"limits", message_of(Device::Limits{})}};
    const std::vector<std::uint8_t> bytes = json::to_cbor(message);
    fuzz({std::string(bytes.begin(), bytes.end())},
         {"\x1b\xff\xff\xff\xff\xff\xff\xff\xff", "\xf6", "\xa0", "\x80", "\x9f", "\x3b", "\xfb"}, [&](const std::string& text) {
             try {
                 const json j = json::from_cbor(text);
                 std::vector<std::byte> memory(shared.bytes);
                 std::vector<Array> arrays = arrays_from(j.at("arrays"), memory);
                 static_cast<void>(arguments_from(j.at("arguments"), arrays));
                 copy_back(arrays, j.at("arrays"), memory);
                 static_cast<void>(launch_options_from(j.at("options")));
                 static_cast<void>(launch_outcome_from(j.at("outcome")));
                 static_cast<void>(launch_shape_from(j.at("shape")));
                 static_cast<void>(limits_from(j.at("limits")));
                 Program program;
                 read_program(j.at("program"), program);
             } catch (const std::exception&) {
                 return;  // as the process that reads it does
             }
         });
}

TEST(DamagedInput, MessagesOfTheDebugger) {
    DebugState state;
    state.frames = {{}}, state.stack = {{}}, state.warps = {{}};
    state.variables = {{.children = {{}}}};
    state.last = {{}};
    state.fault = Fault{};
    const std::vector<TimelineSpan> timeline(3);
    const std::vector<DebugArray> arrays(2);
    // each alone, so that a damaged one does not keep the others from being read
    const auto damaged = [](const json& good, const auto& read) {
        const std::vector<std::uint8_t> bytes = json::to_cbor(good);
        fuzz({std::string(bytes.begin(), bytes.end())},
             {"\x1b\xff\xff\xff\xff\xff\xff\xff\xff", "\xf6", "\xa0", "\x80", "\x3b", "\x5a"}, [&](const std::string& text) {
                 try {
                     read(json::from_cbor(text));
                 } catch (const std::exception&) {
                     return;  // as both processes do
                 }
             });
    };
    damaged(to_json(state), [](const json& j) { static_cast<void>(debug_state_from_json(j)); });
    damaged(to_json(DebugOverview{.lines = {{}}}), [](const json& j) { static_cast<void>(debug_overview_from_json(j)); });
    damaged(to_json(DebugCommand{.breakpoints = {{}}}), [](const json& j) { static_cast<void>(debug_command_from_json(j)); });
    damaged(message_of(timeline), [](const json& j) { static_cast<void>(timeline_from(j)); });
    damaged(message_of(arrays), [](const json& j) { static_cast<void>(debug_arrays_from(j)); });
    damaged(message_of(DebugOptions{}), [](const json& j) { static_cast<void>(debug_options_from(j)); });
}

}  // namespace
}  // namespace warpwise::test
