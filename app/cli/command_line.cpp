#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>

#include "cli/command_options.h"
#include "cli/exec_words.h"
#include "cli/lesson_argument.h"
#include "cli/shared_options.h"
#include "device/process/program_text.h"
#include "lesson/lesson_path.h"

namespace warpwise {
namespace {

int no_window() {
    return report({ErrorKind::failure, "this build of warpwise has no window",
                   "Build with -DWARPWISE_WINDOW=ON, or use run, sweep, kernel and list."});
}

Result<void> parse_size(const std::string& text, ShotOptions& shot) {
    if (text.empty()) return {};
    const std::size_t x = text.find('x');
    const auto part = [](std::string_view digits, int& value) {
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return error == std::errc{} && end == digits.data() + digits.size() && value >= 16 && value <= 16384;
    };
    if (x == std::string::npos || !part(std::string_view(text).substr(0, x), shot.width) ||
        !part(std::string_view(text).substr(x + 1), shot.height))
        return usage_error(fmt::format("--size {} is not a size", text), "Write it as 1280x800, with 16 to 16384 pixels each.");
    return {};
}

int run_kernel(ParsedCommands& p) {
    take_file_from_arguments(p.kernel.arguments, p.kernel_file);
    if (p.kernel_file.empty())
        return report({ErrorKind::usage, "warpwise kernel needs a source file", "warpwise kernel FILE.cu --entry NAME ..."});
    p.kernel.file = p.kernel_file;
    if (p.code.ptx || p.code.sass) {
        p.code.file = p.kernel.file;
        p.code.entry = p.kernel.entry;
        p.code.includes = p.kernel.includes;
        p.code.json = p.kernel.json;
        return code_command(p.code);
    }
    return kernel_command(p.kernel);
}

int run_shot_command(ParsedCommands& p, const WindowCommands& window) {
    if (auto size = parse_size(p.shot_size, p.shot); !size) return report(size.error());
    if (auto place = take_debug_words(p.shot_debug, p.shot); !place) return report(place.error());
    if (window.shot == nullptr) return no_window();
    if (p.shot.view != "welcome") {  // the page is of no lesson
        const auto lesson = lesson_to_open(p.shot_lesson);
        if (!lesson) return report(lesson.error());
        p.shot.lesson = *lesson;
    }
    return window.shot(p.shot);
}

int open_window(ParsedCommands& p, const WindowCommands& window) {
    if (window.open == nullptr) return no_window();
    // A wrong word is reported before anything is asked of the display.
    if (p.open_lesson) {
        const auto lesson = lesson_to_open(*p.open_lesson);
        if (!lesson) return report(lesson.error());
        p.window.lesson = *lesson;
    }
    return window.open(p.window);
}

int open_program(ParsedCommands& p, const WindowCommands& window) {
    if (window.open == nullptr) return no_window();
    const auto program = program_to_open(p.exec);
    if (!program) return report(program.error());
    p.window.lesson = *program;
    return window.open(p.window);
}

int run_course(const CLI::App& course, ParsedCommands& p, const WindowCommands& window) {
    const std::string name = course.get_subcommands().front()->get_name();
    if (name == "list") return list_command(p.list_json);
    if (name == "new") return course_new_command(p.new_lesson);
    if (name == "terms") return course_terms_command();
    if (name == "summary") return course_summary_command(p.summary, window);
    if (name == "answers") return course_answers_command(p.answers);
    if (name == "poll") return course_poll_command(p.poll);
    return course_verify_command(p.verify);
}

int dispatch(const CLI::App& app, ParsedCommands& p, const WindowCommands& window) {
    const auto chosen = app.get_subcommands();
    const std::string name = chosen.empty() ? "open" : chosen.front()->get_name();
    if (name == "run") return run_command(p.run);
    if (name == "list") return list_command(p.list_json);
    if (name == "doctor") return p.doctor_links ? links_command(p.doctor_json) : doctor_command(p.doctor_json);
    if (name == "kernel") return run_kernel(p);
    if (name == "exec") return p.exec.open ? open_program(p, window) : exec_command(p.exec);
    if (name == "make") return make_command(p.make);
    if (name == "trace") return run_trace(*chosen.front(), p.trace, p.trace_target);
    if (name == "dap") return dap_command();
    if (name == "course") return run_course(*chosen.front(), p, window);
    if (name == "record") return record_command(p.record);
    if (name == "code") return code_command(p.code);
    if (name == "recordings") return recordings_command(p.recordings);
    if (name == "occupancy") return occupancy_command(p.occupancy);
    if (name == "bench" && p.bench_interop) return bench_pictures_command(p.pictures, p.bench_json, window);
    if (name == "bench" && p.bench_workloads) {
        p.workloads.json = p.bench_json;
        return bench_workloads_command(p.workloads);
    }
    if (name == "bench" && p.bench_ceilings) return ceilings_command(p.bench_json);
    if (name == "bench") return bench_command(p.bench_json, window, p.bench_frames);
    if (name == "shot") return run_shot_command(p, window);
    if (name == "sweep") {
        if (p.sweep_csv) p.sweep.csv = *p.sweep_csv;
        return sweep_command(p.sweep);
    }
    if (name == "check") {
        if (!p.check_file.empty()) p.check.file = p.check_file;
        return check_command(p.check);
    }
    return open_window(p, window);
}

std::vector<std::string> command_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
    return names;
}

// A first word that is not a command: a lesson's name, or a slip of the fingers. Returns false when it is a command.
bool is_unknown_word(const CLI::App& app, int argc, char** argv) {
    if (argc < 2 || argv[1][0] == '-') return false;
    const std::vector<std::string> names = command_names(app);
    return std::ranges::find(names, argv[1]) == names.end();
}

int report_unknown_word(const CLI::App& app, const std::string& word) {
    const auto course = load_installed_course();
    if (course && course->find(word) != nullptr)
        return report({ErrorKind::usage, fmt::format("'{}' is a lesson, not a command", word),
                       fmt::format("Try `warpwise open {0}` or `warpwise run {0}`.", word)});
    if (is_lesson_path(word))
        return report({ErrorKind::usage, fmt::format("'{}' is a lesson's folder, not a command", word),
                       fmt::format("Try `warpwise open {0}` or `warpwise run {0}`.", word)});
    std::error_code error;
    if (is_program_source(word) && std::filesystem::is_regular_file(word, error))
        return report({ErrorKind::usage, fmt::format("'{}' is a source file, not a command", word),
                       fmt::format("Try `warpwise exec {0}`, which runs the program, or `warpwise open {0}`.", word)});
    const std::string near = did_you_mean(word, command_names(app));
    return report({ErrorKind::usage, fmt::format("there is no command '{}'", word),
                   near.empty()
                       ? fmt::format("The commands are {}; `warpwise --help` says what each does.", listed(command_names(app)))
                       : near});
}

// CLI11's words, and the option that was probably meant.
int report_parse_error(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
    const CLI::App* command = &app;
    std::string help = "warpwise";
    while (!command->get_subcommands().empty()) {  // `course poll` is two
        command = command->get_subcommands().front();
        help += " " + command->get_name();
    }
    help += " --help";
    std::vector<std::string> known;
    for (const CLI::Option* option : command->get_options())
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    std::string hint;
    for (int i = 1; i < argc && hint.empty(); ++i) {
        const std::string word = std::string(argv[i]).substr(0, std::string_view(argv[i]).find('='));
        if (word.starts_with("--") && std::ranges::find(known, word) == known.end()) hint = did_you_mean(word, known);
    }
    return report(
        {ErrorKind::usage, error.what(), (hint.empty() ? "" : hint + " ") + fmt::format("`{}` lists what is possible.", help)});
}

int parse_and_run(int argc, char** argv, const WindowCommands& window) {
    CLI::App app{"Warpwise: a lab for learning how GPUs compute. Without a command it opens the window.", "warpwise"};
    app.set_version_flag("--version", std::string("warpwise ") + WARPWISE_VERSION);
    app.require_subcommand(0, 1);
    ParsedCommands parsed;
    try {
        add_commands(app, parsed);
        if (is_unknown_word(app, argc, argv)) return report_unknown_word(app, argv[1]);
        if (argc > 1 && std::string_view(argv[1]) == "nvcc") return nvcc_command({argv + 2, argv + argc});  // nvcc's own words
        std::vector<std::string> words = take_compiler_words(app, {argv + 1, argv + argc}, parsed);
        std::ranges::reverse(words);  // as CLI11 takes them
        app.parse(std::move(words));
        return dispatch(app, parsed, window);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
        return report_parse_error(app, error, argc, argv);
    } catch (const std::exception& error) {
        return report({ErrorKind::failure, fmt::format("internal error: {}", error.what()),
                       "Please report it, with the command that caused it."});
    }
}

}  // namespace

int run_command_line(int argc, char** argv, const WindowCommands& window) {
    const int status = parse_and_run(argc, argv, window);
    errno = 0;
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
    const std::string why = errno != 0 ? std::strerror(errno) : "an earlier write failed";
    report({ErrorKind::failure, fmt::format("the output could not be written: {}", why), ""});
    return status != 0 ? status : static_cast<int>(ErrorKind::failure);
}

}  // namespace warpwise
