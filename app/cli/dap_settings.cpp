#include "cli/dap_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/json.h"
#include "base/text.h"
#include "cli/debug_target.h"

namespace warpwise {

using nlohmann::json;

namespace {

using Form = DapSetting::Form;

constexpr std::array kSettings{
    DapSetting{"program", Form::text, "The CUDA C++ file. With `lesson`, your text in place of the lesson's kernel."},
    DapSetting{"entry", Form::text, "The kernel's name, with template arguments: add<float>"},
    DapSetting{"grid", Form::shape, "Blocks in the grid: \"4\", \"16,16\", 4 or [16, 16]"},
    DapSetting{"block", Form::shape, "Threads per block: \"256\", \"16,16\", 256 or [16, 16]"},
    DapSetting{"arg", Form::list, "The kernel's arguments in their order: [\"f32[128]:iota\", \"f32[128]:zeros\", \"i32:128\"]"},
    DapSetting{"symbol", Form::list, "Values of __constant__ and __device__ variables: [\"weights=f32[5]:ones\"]"},
    DapSetting{"include", Form::list, "Folders of headers, as -I"},
    DapSetting{"define", Form::list, "Macros, as -D: [\"N=4\"]"},
    DapSetting{"shared", Form::number, "Bytes of dynamic shared memory per block"},
    DapSetting{"seed", Form::number, "The seed of `uniform` arrays"},
    DapSetting{"lesson", Form::text, "A lesson's id, number or folder, in place of a file and its arguments: indexing_1d"},
    DapSetting{"kernel", Form::text, "Which of the lesson's kernels; the first when not given"},
    DapSetting{"set", Form::list, "The lesson's parameters, block, grid or dtype: [\"block=64\", \"n=1000\"]"},
    DapSetting{"launch", Form::line_or_number,
               "For a whole program: which of its launches, counted from 1, or \"line 42\" for the first one called on that line"},
    DapSetting{"programArguments", Form::list, "For a whole program: its command line arguments"},
    DapSetting{"atBlock", Form::shape, "The index of the block to debug: \"2\" or [2, 0, 1]; the first block when not given"},
    DapSetting{"before", Form::text, "Which blocks run before it: none, or all that come before it"},
    DapSetting{"schedule", Form::text,
               "The order of warps and blocks, as `warpwise trace --schedule` takes it: round-robin, by-request, sequential, "
               "reversed, random or random:SEED"},
    DapSetting{"stopOnEntry", Form::flag, "Stop at the first line; otherwise run to the first breakpoint"},
    DapSetting{"stopAtEnd", Form::flag, "Stop at the end of the block instead of ending the session, so that you can step back"},
    DapSetting{"cwd", Form::text, "The folder to which relative paths refer"},
    DapSetting{"noDebug", Form::flag, "Run to the end and pass over breakpoints"},
};

// What editors add of their own.
constexpr std::array kEditorsKeys{"name",
                                  "type",
                                  "request",
                                  "preLaunchTask",
                                  "postDebugTask",
                                  "presentation",
                                  "console",
                                  "internalConsoleOptions",
                                  "debugServer",
                                  "serverReadyAction",
                                  "suppressMultipleSessionWarning",
                                  "preRestartTask"};

std::string whole_text(const json& value) { return fmt::format("{}", value.get<std::int64_t>()); }

// In one form: a text, a list of texts, a number or a flag.
Result<json> in_its_form(const DapSetting& setting, const json& value) {
    const auto mistake = [&](std::string_view wanted, std::string hint) {
        return usage_error(fmt::format("launch: '{}' is not {}", setting.name, wanted), std::move(hint));
    };
    switch (setting.form) {
        case Form::text:
            if (value.is_string()) return value;
            if (value.is_number_integer()) return json(whole_text(value));
            return mistake("a text", std::string(setting.description));
        case Form::number:
            if (value.is_number_integer() && value >= 0) return value;
            if (value.is_string()) {
                const std::string text(trimmed(value.get<std::string>()));
                std::uint64_t number = 0;
                const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
                if (error == std::errc{} && end == text.data() + text.size()) return json(number);
            }
            return mistake("a whole number", std::string(setting.description));
        case Form::flag:
            if (value.is_boolean()) return value;
            if (value == "true" || value == "false") return json(value == "true");
            return mistake("true or false", std::string(setting.description));
        case Form::list: {
            if (value.is_string()) return json::array({value});
            if (!value.is_array()) return mistake("a list of texts", std::string(setting.description));
            for (const json& one : value)
                if (!one.is_string())
                    return mistake("a list of texts", fmt::format("{} needs quotes. {}", one.dump(), setting.description));
            return value;
        }
        case Form::shape: {
            if (value.is_string()) return value;
            if (value.is_number_integer()) return json(whole_text(value));
            if (!value.is_array())
                return mistake("a string, a number or a list of numbers", "Write it as \"4\", \"16,16\", 4 or [16, 16].");
            std::string list;
            for (const json& one : value) {
                if (!one.is_number_integer())
                    return usage_error(fmt::format("launch: '{}' has an element that is not a whole number", setting.name));
                list += (list.empty() ? "" : ",") + whole_text(one);
            }
            return json(list);
        }
        case Form::line_or_number: {
            std::string text = value.is_number_integer() ? whole_text(value) : value.is_string() ? value.get<std::string>() : "";
            std::string_view digits = trimmed(text);
            const bool is_line = digits.starts_with("line");
            if (is_line) digits = trimmed(digits.substr(4));
            int number = 0;
            const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
            if (error != std::errc{} || end != digits.data() + digits.size() || number < 1)
                return mistake("a number from 1 or a line", std::string(setting.description));
            return json{{is_line ? "line" : "number", number}};
        }
    }
    return value;
}

// Every setting that is given, in its form.
Result<json> in_their_forms(const json& arguments) {
    json out = json::object();
    for (const DapSetting& setting : kSettings) {
        const json& value = json_part(arguments, std::string(setting.name).c_str());
        if (value.is_null()) continue;
        auto made = in_its_form(setting, value);
        if (!made) return std::unexpected(made.error());
        out[std::string(setting.name)] = std::move(*made);
    }
    return out;
}

Result<DebugOptions> debug_options_of(const json& in) {
    DebugOptions options;
    const auto block = parse_block_index("atBlock", in.value("atBlock", "0"));
    if (!block) return std::unexpected(block.error());
    options.block = *block;
    if (const auto parsed = set_schedule(options, in.value("schedule", "round-robin")); !parsed)
        return std::unexpected(parsed.error());
    const auto before = parse_blocks_before(in.value("before", "none"));
    if (!before) return std::unexpected(before.error());
    options.before = *before;
    return options;
}

std::vector<std::string> list_in(const json& in, const char* key) {
    return in.contains(key) ? in[key].get<std::vector<std::string>>() : std::vector<std::string>();
}

void take_kernel(DapLaunch& launch, const json& in) {
    KernelOptions& options = launch.kernel;
    options.file = in.value("program", "");
    options.entry = in.value("entry", "");
    options.grid = in.value("grid", options.grid);
    options.block = in.value("block", options.block);
    options.arguments = list_in(in, "arg");
    options.symbols = list_in(in, "symbol");
    options.includes = launch.includes;
}

void take_lesson(DapLaunch& launch, const json& in) {
    launch.lesson.lesson = in.value("lesson", "");
    launch.lesson.kernel = in.value("kernel", "");
    launch.lesson.settings = list_in(in, "set");
    for (const char* edge : {"grid", "block"})
        if (in.contains(edge)) launch.lesson.settings.push_back(fmt::format("{}={}", edge, in[edge].get<std::string>()));
    launch.text = in.value("program", "");
}

// A setting of another kind of launch would have no effect.
Result<void> check_belonging(const json& in, DapLaunch::What what) {
    using What = DapLaunch::What;
    const auto refuse = [&](std::initializer_list<const char*> keys, std::string_view of) -> Result<void> {
        for (const char* key : keys)
            if (in.contains(key)) return usage_error(fmt::format("launch: '{}' has no effect on {}", key, of), "Leave it out.");
        return {};
    };
    if (what == What::lesson)
        return refuse({"entry", "arg", "symbol", "shared", "launch", "programArguments", "include", "define"}, "a lesson");
    if (what == What::program)
        return refuse({"entry", "arg", "symbol", "shared", "grid", "block", "kernel", "set"}, "a launch of a whole program");
    return refuse({"kernel", "set", "programArguments"}, "a kernel of a file");
}

}  // namespace

std::span<const DapSetting> dap_settings() { return kSettings; }

Result<DapLaunch> dap_launch_of(const json& arguments) {
    using What = DapLaunch::What;
    const auto in = in_their_forms(arguments);
    if (!in) return std::unexpected(in.error());
    DapLaunch launch;
    launch.what = in->contains("lesson") ? What::lesson : in->contains("launch") ? What::program : What::kernel;
    if (launch.what != What::lesson && !in->contains("program"))
        return usage_error("launch: 'program' is missing: the path of the CUDA C++ file",
                           "Or name a lesson: \"lesson\": \"indexing_1d\".");
    if (launch.what == What::kernel && !in->contains("entry"))
        return usage_error("launch: 'entry' is missing: the kernel's name, such as add<float>",
                           "For a whole program, give 'launch': which of its launches, counted from 1, or \"line 42\".");
    if (auto belongs = check_belonging(*in, launch.what); !belongs) return std::unexpected(belongs.error());
    auto debug = debug_options_of(*in);
    if (!debug) return std::unexpected(debug.error());
    launch.debug = *debug;
    launch.includes = {list_in(*in, "include"), list_in(*in, "define")};
    const std::uint64_t seed = in->value("seed", std::uint64_t{1});
    launch.kernel.seed = launch.lesson.seed = seed;
    const std::uint64_t shared = in->value("shared", std::uint64_t{0});
    if (shared > std::uint64_t{1} << 30) return usage_error("launch: 'shared' is larger than any block's shared memory");
    launch.kernel.shared_bytes = static_cast<std::uint32_t>(shared);
    if (launch.what == What::lesson)
        take_lesson(launch, *in);
    else if (launch.what == What::kernel)
        take_kernel(launch, *in);
    launch.program = in->value("program", "");
    launch.program_arguments = list_in(*in, "programArguments");
    if (in->contains("launch")) {
        const json& which = (*in)["launch"];
        if (which.contains("line")) launch.launch_line = which["line"].get<int>();
        if (which.contains("number")) launch.launch = which["number"].get<int>();
    }
    launch.cwd = in->value("cwd", "");
    launch.stop_on_entry = in->value("stopOnEntry", false);
    launch.stop_at_end = in->value("stopAtEnd", false);
    launch.no_debug = in->value("noDebug", false);
    return launch;
}

std::vector<std::string> words_about_settings(const json& arguments) {
    std::vector<std::string> known;
    for (const DapSetting& setting : kSettings) known.emplace_back(setting.name);
    std::vector<std::string> words;
    for (const auto& [key, value] : arguments.items()) {
        if (key.starts_with("_") || std::ranges::find(known, key) != known.end() ||
            std::ranges::find(kEditorsKeys, key) != kEditorsKeys.end())
            continue;
        const std::string near = key == "args" ? "Did you mean 'arg'?" : did_you_mean(key, known);
        words.push_back(fmt::format("launch: '{}' is not a setting that warpwise knows{}", key,
                                    near.empty() ? ": it has no effect." : ". " + near));
    }
    return words;
}

}  // namespace warpwise
