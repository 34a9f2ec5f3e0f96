// warpwise code LESSON, warpwise kernel FILE.cu --ptx: what NVIDIA's compiler makes of a kernel, without a GPU; and the host
// program around a lesson's kernel, or the same computation in Python
#include <fmt/format.h>

#include <cstdio>

#include "base/files.h"
#include "base/json.h"
#include "base/standard_streams.h"
#include "cli/commands.h"
#include "cli/kernel_file.h"
#include "cli/lesson_argument.h"
#include "device/gpu/listing.h"
#include "experiment/file/host_code.h"
#include "experiment/run/kernel_includes.h"
#include "experiment/run/resolve.h"
#include "lesson/kernel_files.h"
#include "lesson/python_text.h"

namespace warpwise {
namespace {

Result<KernelSource> source_of_file(const CodeOptions& options) {
    return read_kernel(options.file, options.entry, options.includes);
}

Result<ExperimentRequest> request_of(const CodeOptions& options, const Lesson& lesson) {
    ExperimentRequest request;
    request.lesson = lesson.id;
    request.kernel = options.kernel.empty() ? lesson.kernels.front().id : options.kernel;
    request.parameters = lesson.defaults();
    for (const std::string& setting : options.settings) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos)
            return usage_error(fmt::format("--set {} is missing its value", setting), "Write it as --set dtype=f64.");
        if (auto set = apply_setting(lesson, request, setting.substr(0, equals), setting.substr(equals + 1)); !set)
            return std::unexpected(set.error());
    }
    return request;
}

Result<std::string> host_program(const CodeOptions& options) {
    const auto lesson = load_lesson_argument(options.lesson);
    if (!lesson) return std::unexpected(lesson.error());
    const auto request = request_of(options, *lesson);
    if (!request) return std::unexpected(request.error());
    return host_code(*lesson, *request);
}

std::string known_libraries() {
    std::vector<std::string_view> ids;
    for (const PythonLibrary& library : python_libraries()) ids.push_back(library.id);
    return fmt::format("{}", fmt::join(ids, ", "));
}

Result<std::string> python_text(const CodeOptions& options) {
    if (find_python_library(options.python) == nullptr)
        return usage_error(fmt::format("--python {} is not a library that lessons use", options.python),
                           fmt::format("Known: {}.", known_libraries()));
    const std::string ending = options.out.extension().string();
    if (!options.out.empty() && ending != ".py" && ending != ".ipynb")
        return usage_error(fmt::format("{} is neither a .py nor an .ipynb file", options.out.string()),
                           "Let its name end in .py, or in .ipynb for a notebook.");
    const auto lesson = load_lesson_argument(options.lesson);
    if (!lesson) return std::unexpected(lesson.error());
    const auto request = request_of(options, *lesson);
    if (!request) return std::unexpected(request.error());
    if (lesson->find_kernel(request->kernel) == nullptr)
        return usage_error(fmt::format("{} has no kernel {}", lesson->id, request->kernel));
    const PythonText* const text = find_python_text(*lesson, request->kernel, options.python);
    if (text == nullptr) {
        const std::vector<std::string> there = python_libraries_of(*lesson, request->kernel);
        return usage_error(fmt::format("{} has no {} text for the kernel {}", lesson->id, options.python, request->kernel),
                           there.empty() ? "It has none for this kernel in any library."
                                         : fmt::format("There is one for: {}.", fmt::join(there, ", ")));
    }
    return ending == ".ipynb" ? python_notebook(*lesson, *text, request->parameters)
                              : python_code(*lesson, *text, request->parameters);
}

int python_command(const CodeOptions& options) {
    const auto text = python_text(options);
    if (!text) return report(text.error());
    if (!options.out.empty()) {
        if (const auto written = write_file_atomically(options.out, *text); !written) return report(written.error());
        if (!options.json) return 0;
    }
    if (options.json)
        print_to(stdout, "{}\n", json_text({{"python", *text}}));
    else
        print_to(stdout, "{}", *text);
    return 0;
}

Result<KernelSource> source_of_lesson(const CodeOptions& options) {
    const auto lesson = load_lesson_argument(options.lesson);
    if (!lesson) return std::unexpected(lesson.error());
    const auto request = request_of(options, *lesson);
    if (!request) return std::unexpected(request.error());
    const auto resolved = resolve_launch(*lesson, *request);
    if (!resolved) return std::unexpected(resolved.error());
    const KernelSpec& spec = *lesson->find_kernel(request->kernel);
    auto text = read_kernel_source(*lesson, spec);
    if (!text) return std::unexpected(text.error());
    return KernelSource{std::move(*text), resolved->entry, shown_kernel_path(*lesson, spec), includes_of(*lesson, spec)};
}

void print_lines(const std::vector<ListingLine>& lines) {
    for (const ListingLine& line : lines)
        print_to(stdout, "{:>5} {}\n", line.source_line > 0 ? fmt::format("{}", line.source_line) : "", line.text);
}

}  // namespace

int code_command(const CodeOptions& options) {
    if (!options.python.empty()) return python_command(options);
    if (options.host) {
        const auto program = host_program(options);
        if (!program) return report(program.error());
        if (options.json)
            print_to(stdout, "{}\n", json_text({{"host", *program}}));
        else
            print_to(stdout, "{}", *program);
        return 0;
    }
    const auto architecture = architecture_from_name(options.architecture);
    if (!architecture) return report(architecture.error());
    const auto source = options.file.empty() ? source_of_lesson(options) : source_of_file(options);
    if (!source) return report(source.error());
    const auto listing = make_listing({*source, *architecture});
    if (!listing) {
        print_to(stderr, "{}", text_of(listing.error()));
        // without a line it is not the text's: something is not here
        return listing.error().empty() || listing.error().front().line > 0 ? 1 : 3;
    }
    if (options.json) {
        print_to(stdout, "{}\n", json_text(message_of(*listing)));
        return 0;
    }
    if (options.sass && !listing->sass_missing.empty()) return report({ErrorKind::device_missing, listing->sass_missing, {}});
    print_to(stdout, "// {} for sm_{}, by {}\n", source->entry, listing->architecture, listing->compiler);
    if (listing->resources) print_to(stdout, "// {}\n", text_of(*listing->resources));
    if (!options.sass || options.ptx) print_lines(listing->ptx);
    if (options.sass) print_lines(listing->sass);
    return 0;
}

}  // namespace warpwise
