// Cases as data: each file of cases/ is a kernel whose first lines say how it is launched and what must come out.
//   //! entry: name                     (default: the only kernel)
//   //! launch: grid=X[,Y,Z] block=X[,Y,Z] shared=BYTES
//   //! argument: i32[64]:iota | f32[8]:zeros | i32:5 | texture:f32[4x2]:iota,linear,wrap | surface:u8[16]:zeros
//   //! variable: NAME f32[4]:iota    (values of a __device__ or __constant__ variable)
//   //! options: trace=full order=reversed steps=1000     order=all: the same must come of all three
//                session=none: not as a session, which is one block of one grid
//   //! fault: kind line [array index] [block thread]     array and thread as numbers of x; "-" for not said
//   //! other: line                     (the second place of a fault)
//   //! race: line line array           (a data race of two warps or blocks, its lines in any order)
//   //! hazard: line line array         (the same inside one warp)
//   //! says: text                      (part of the fault's message)
//   //! hint: text                      (part of its hint)
//   //! result: ARGUMENT = values       (the first elements, as text)
//   //! warning: line text              (part of the message; warnings that are not named must not be there)
//   //! printed: text                   (one line of what printf wrote)
//   //! counter: name = value
#include <fmt/format.h>

#include <filesystem>
#include <sstream>

#include "device/interface/debug_session.h"
#include "simt/emulator.h"

namespace warpwise::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> words_of_line(const std::string& line) {
    std::istringstream in(line);
    std::vector<std::string> out;
    for (std::string word; in >> word;) out.push_back(word);
    return out;
}

Dim3 dims(const std::string& text) {
    Dim3 out;
    char comma = 0;
    std::istringstream in(text);
    in >> out.x >> comma >> out.y >> comma >> out.z;
    out.y = std::max(out.y, 1u);
    out.z = std::max(out.z, 1u);
    return out;
}

struct Case {
    std::string text, entry;
    LaunchShape shape;
    LaunchOptions options;
    bool all_orders = false, is_session = true;
    std::vector<Array> arrays;
    std::vector<KernelArgument> arguments;
    std::vector<std::pair<std::string, std::string>> expectations;

    void option(const std::string& word) {
        const std::string key = word.substr(0, word.find('=')), value = word.substr(word.find('=') + 1);
        if (key == "grid")
            shape.grid = dims(value);
        else if (key == "block")
            shape.block = dims(value);
        else if (key == "shared")
            shape.dynamic_shared_bytes = static_cast<std::uint32_t>(std::stoul(value));
        else if (key == "trace")
            options.trace = value == "full" ? Trace::full : value == "none" ? Trace::none : Trace::counters;
        else if (key == "order" && value == "all")
            all_orders = true;
        else if (key == "order")
            options.schedule = value == "reversed" ? Schedule::reversed : Schedule::random;
        else if (key == "session")
            is_session = false;
        else if (key == "steps")
            options.step_budget = std::stoull(value);
        else
            ADD_FAILURE() << "unknown option " << word;
    }
    void add_argument(const std::string& spec) {
        for (const auto kind : {simt::Texture::Kind::texture, simt::Texture::Kind::surface})
            if (const std::string_view word = kind == simt::Texture::Kind::texture ? "texture:" : "surface:";
                spec.starts_with(word))
                return add_texture(kind, spec.substr(word.size()));
        if (spec.starts_with("words:")) return add_structure(spec.substr(spec.find(':') + 1));
        const std::string type = spec.substr(0, spec.find_first_of("[:"));
        const DType dtype = *dtype_from_name(type);
        const std::string value = spec.substr(spec.find(':') + 1);
        if (spec.find('[') == std::string::npos) {
            visit_dtype(dtype, [&]<typename T>() { arguments.push_back(scalar(dtype, static_cast<T>(std::stod(value)))); });
            return;
        }
        Array array = zeros(dtype, std::stoll(spec.substr(spec.find('[') + 1)));
        visit_dtype(dtype, [&]<typename T>() {
            if (value == "iota") std::ranges::generate(array.as<T>(), [i = 0]() mutable { return static_cast<T>(i++); });
        });
        arrays.push_back(std::move(array));
        arguments.push_back({});
        arguments.back().unset = value == "unset";
    }
    // "words:1,2,3": a structure by value, of 32-bit integers.
    void add_structure(const std::string& values) {
        arguments.push_back({.kind = KernelArgument::Kind::scalar});
        std::istringstream in(values);
        for (std::string value; std::getline(in, value, ',');) {
            const auto bytes = std::bit_cast<std::array<std::byte, 4>>(std::stoi(value));
            arguments.back().structure.insert(arguments.back().structure.end(), bytes.begin(), bytes.end());
        }
    }
    void add_variable(const std::string& value) {
        add_argument(words_of_line(value).at(1));
        arguments.back().name = words_of_line(value).at(0);
        arguments.back().is_variable = true;
    }
    // "f32[4x2]:iota,linear,wrap": width, height, depth; the rest of the words as on the command line.
    void add_texture(simt::Texture::Kind kind, const std::string& spec) {
        simt::Texture texture;
        texture.kind = kind;
        std::istringstream extents(spec.substr(spec.find('[') + 1));
        std::array<std::uint32_t, 3> size{1, 1, 1};
        char mark = 'x';
        texture.dimensions = 0;
        while (mark == 'x' && extents >> size[texture.dimensions] >> mark) ++texture.dimensions;
        texture.width = size[0], texture.height = size[1], texture.depth = size[2];
        const std::string type = spec.substr(0, spec.find('['));
        texture.type = type == "u8" ? simt::TexelType::u8 : type == "i32" ? simt::TexelType::i32 : simt::TexelType::f32;
        const std::string said = spec.substr(spec.find("]:") + 2);
        const std::string fill = said.substr(0, said.find(','));
        if (said.contains("linear")) texture.filter = simt::TextureFilter::linear;
        if (said.contains("wrap")) texture.address_modes.fill(simt::TextureAddress::wrap);
        if (said.contains("border")) texture.address_modes.fill(simt::TextureAddress::border);
        if (said.contains("normalized")) texture.normalized_coordinates = true;
        add_argument(fmt::format("{}[{}]:{}", type, size[0] * size[1] * size[2], fill));
        arguments.back().texture = texture;
    }
    // The arrays' places are known once all are there.
    void bind() {
        std::size_t next = 0;
        for (KernelArgument& a : arguments) {
            if (a.kind == KernelArgument::Kind::array) a.array = &arrays[next++];
        }
    }
};

Case read_case(const fs::path& path) {
    Case out;
    out.text = read_text(path.string());
    std::istringstream in(out.text);
    for (std::string line; std::getline(in, line) && line.starts_with("//!");) {
        const std::string key = line.substr(4, line.find(':') - 4), value = line.substr(line.find(':') + 2);
        if (key == "entry")
            out.entry = value;
        else if (key == "launch" || key == "options")
            for (const auto& word : words_of_line(value)) out.option(word);
        else if (key == "argument")
            out.add_argument(value);
        else if (key == "variable")
            out.add_variable(value);
        else
            out.expectations.emplace_back(key, value);
    }
    out.bind();
    return out;
}

void expect_fault(const LaunchOutcome& outcome, const std::string& value) {
    ASSERT_TRUE(outcome.fault) << "no fault; expected " << value;
    const auto said = words_of_line(value);
    const Fault& fault = *outcome.fault;
    EXPECT_EQ(name_of(fault.kind), said[0]) << fault_text(outcome);
    if (said.size() > 1) EXPECT_EQ(fault.line, std::stoi(said[1])) << fault_text(outcome);
    if (said.size() > 3 && said[2] != "-") {
        EXPECT_EQ(fault.array, said[2]) << fault_text(outcome);
        EXPECT_EQ(fault.index.value_or(-999), std::stoll(said[3])) << fault_text(outcome);
    }
    if (said.size() > 5) {
        EXPECT_EQ(fault.block.value_or(Dim3{999, 0, 0}).x, std::stoul(said[4])) << fault_text(outcome);
        EXPECT_EQ(fault.thread.value_or(Dim3{999, 0, 0}).x, std::stoul(said[5])) << fault_text(outcome);
    }
    EXPECT_FALSE(fault.message.empty());
    EXPECT_FALSE(fault.hint.empty());
}

void expect_race(const LaunchOutcome& outcome, const std::string& value, bool in_warp) {
    ASSERT_TRUE(outcome.fault) << "no fault; expected a race: " << value;
    const auto said = words_of_line(value);
    const Fault& fault = *outcome.fault;
    ASSERT_EQ(fault.kind, FaultKind::data_race) << fault_text(outcome);
    ASSERT_TRUE(fault.other) << fault_text(outcome);
    EXPECT_EQ(std::minmax(fault.line, fault.other->line), std::minmax(std::stoi(said[0]), std::stoi(said[1])))
        << fault_text(outcome);
    EXPECT_EQ(fault.array, said[2]) << fault_text(outcome);
    EXPECT_EQ(fault.message.contains("of its warp"), in_warp) << fault_text(outcome);
    EXPECT_FALSE(fault.hint.empty());
}

void expect_result(const Case& c, const std::string& value) {
    const auto said = words_of_line(value);
    const Array& array = *c.arguments[std::stoul(said[0])].array;
    for (std::size_t i = 2; i < said.size(); ++i) EXPECT_EQ(array.text(i - 2), said[i]) << "element " << i - 2;
}

void expect_warning(const LaunchOutcome& outcome, const std::string& value) {
    const int line = std::stoi(value);
    const std::string text = value.substr(value.find(' ') + 1);
    const bool told = std::ranges::any_of(outcome.warnings, [&](const Diagnostic& d) {
        return d.line == line && d.severity == Severity::warning && d.message.find(text) != std::string::npos && !d.hint.empty();
    });
    EXPECT_TRUE(told) << "expected '" << value << "', told:\n" << text_of(outcome.warnings);
}

class Cases : public testing::TestWithParam<fs::path> {};

void run_case(Case& c) {
    const LaunchOutcome outcome = run(c.text, c.entry, c.shape, c.arguments, c.options);
    bool fault_expected = false;
    std::size_t warnings_expected = 0;
    for (const auto& [key, value] : c.expectations) {
        fault_expected |= key == "fault" || key == "race" || key == "hazard";
        if (key == "fault") {
            expect_fault(outcome, value);
        } else if (key == "race" || key == "hazard") {
            expect_race(outcome, value, key == "hazard");
        } else if (key == "says" || key == "hint") {
            const Fault fault = outcome.fault.value_or(Fault{});
            const std::string& text = key == "says" ? fault.message : fault.hint;
            EXPECT_NE(text.find(value), std::string::npos) << fault_text(outcome);
        } else if (key == "warning") {
            ++warnings_expected;
            expect_warning(outcome, value);
        } else if (key == "other") {
            ASSERT_TRUE(outcome.fault && outcome.fault->other) << fault_text(outcome);
            EXPECT_EQ(outcome.fault->other->line, std::stoi(value)) << fault_text(outcome);
        } else if (key == "result") {
            expect_result(c, value);
        } else if (key == "printed") {
            EXPECT_NE(outcome.printed.find(value + "\n"), std::string::npos) << outcome.printed;
        } else if (key == "counter") {
            EXPECT_EQ(outcome.counters.at(words_of_line(value)[0]), std::stod(words_of_line(value)[2])) << value;
        } else {
            ADD_FAILURE() << "unknown expectation " << key;
        }
    }
    EXPECT_EQ(outcome.warnings.size(), warnings_expected) << text_of(outcome.warnings);
    if (!fault_expected) EXPECT_FALSE(outcome.fault) << fault_text(outcome);
}

TEST_P(Cases, DoesWhatItSays) {
    Case c = read_case(GetParam());
    ASSERT_FALSE(c.expectations.empty());
    if (!c.all_orders) return run_case(c);
    for (const Schedule schedule : every_schedule) {
        SCOPED_TRACE(static_cast<int>(schedule));
        Case again = read_case(GetParam());
        again.options.schedule = schedule;
        run_case(again);
    }
}

bool is_of_an_instruction(FaultKind kind) {
    switch (kind) {
        case FaultKind::out_of_bounds:
        case FaultKind::misaligned:
        case FaultKind::null_pointer:
        case FaultKind::host_pointer:
        case FaultKind::division_by_zero:
        case FaultKind::assert_failed:
        case FaultKind::stack_overflow: return true;
        default: return false;
    }
}

// The debugger runs what a launch runs: the same bytes at the end, and just before a mistake it stands at its line, in its warp.
TEST_P(Cases, AsASessionItIsTheSame) {
    Case launched = read_case(GetParam()), stepped = read_case(GetParam());
    if (!launched.is_session) return;
    for (const auto& [key, value] : launched.expectations)
        if (value.starts_with("step_budget")) return;  // endless_test.cpp and session_test.cpp look at these
    launched.options.trace = Trace::full;
    launched.options.threads = 1;
    const auto device = make_emulated_device();
    const auto program = device->compile({launched.text, launched.entry, "kernel.cu"});
    ASSERT_TRUE(program) << text_of(program.error());
    const LaunchOutcome outcome = device->launch(**program, launched.shape, launched.arguments, launched.options);
    const bool faults = outcome.fault && outcome.fault->kind != FaultKind::data_race;
    if (faults && (outcome.fault->kind == FaultKind::launch_invalid || outcome.fault->kind == FaultKind::memory_budget)) return;
    if (faults && !outcome.fault->block) return;
    const Dim3 grid = launched.shape.grid;
    DebugOptions options{.block = {grid.x - 1, grid.y - 1, grid.z - 1},
                         .before = BlocksBefore::all_run,
                         .schedule = launched.options.schedule,
                         .schedule_seed = launched.options.schedule_seed,
                         .step_budget = launched.options.step_budget};
    if (faults) options.block = *outcome.fault->block;
    if (options.schedule == Schedule::reversed && !faults) options.block = {0, 0, 0};
    if (options.schedule == Schedule::random && grid.count() > 1) return;  // which block comes last is the engine's to know
    auto session = device->debug(**program, stepped.shape, stepped.arguments, options, {});
    ASSERT_TRUE(session) << text_of(session.error());
    const auto state = (*session)->run({.go = DebugGo::to_end, .look_ahead = false}, {});
    ASSERT_TRUE(state) << state.error().text();
    ASSERT_EQ(state->fault.has_value(), faults) << fault_text(outcome) << (state->fault ? text_of(*state->fault) : "");
    if (faults) {
        EXPECT_EQ(state->fault->kind, outcome.fault->kind) << text_of(*state->fault);
        EXPECT_EQ(state->fault->line, outcome.fault->line) << text_of(*state->fault);
        EXPECT_EQ(state->fault->thread, outcome.fault->thread);
        if (!is_of_an_instruction(outcome.fault->kind)) return;
        ASSERT_FALSE(state->frames.empty());
        EXPECT_EQ(state->frames[0].line, outcome.fault->line);
        return;
    }
    const auto arrays = (*session)->arrays();
    ASSERT_TRUE(arrays) << arrays.error().text();
    for (const DebugArray& array : *arrays) {
        if (array.argument >= launched.arguments.size()) continue;
        const Array& expected = *launched.arguments[array.argument].array;
        const auto bytes = (*session)->read(array.address, array.bytes);
        ASSERT_TRUE(bytes) << bytes.error().text();
        ASSERT_EQ(bytes->size(), expected.size_bytes());
        EXPECT_EQ(std::memcmp(bytes->data(), expected.data(), bytes->size()), 0) << array.name;
    }
}

std::vector<fs::path> all_cases() {
    std::vector<fs::path> out;
    for (const auto& entry : fs::directory_iterator(data_path("cases"))) out.push_back(entry.path());
    std::ranges::sort(out);
    return out;
}

INSTANTIATE_TEST_SUITE_P(Emulator, Cases, testing::ValuesIn(all_cases()),
                         [](const auto& parameter) { return parameter.param.stem().string(); });

}  // namespace
}  // namespace warpwise::test
