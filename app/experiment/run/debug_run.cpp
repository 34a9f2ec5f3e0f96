#include "experiment/run/debug_run.h"

#include <fmt/format.h>

#include <utility>

#include "experiment/run/arguments.h"
#include "experiment/run/execution.h"
#include "experiment/run/kernel_includes.h"
#include "experiment/run/resolve.h"
#include "lesson/kernel_files.h"

namespace warpwise {
namespace {

using Refused = std::unexpected<DebugRefusal>;

Refused refused(Error error) { return Refused({.fault = {}, .error = std::move(error)}); }
Refused refused(Fault fault) { return Refused({.fault = std::move(fault), .error = {}}); }

Result<KernelSource> source_of(const Lesson& lesson, const KernelSpec& kernel, const ExperimentRequest& request,
                               const std::string& entry) {
    const std::string origin = shown_kernel_path(lesson, kernel);
    if (request.edited_source) return KernelSource{*request.edited_source, entry, origin, includes_of_submission(lesson, kernel)};
    auto text = read_kernel_source(lesson, kernel);
    if (!text) return std::unexpected(text.error());
    return KernelSource{std::move(*text), entry, origin, includes_of(lesson, kernel)};
}

}  // namespace

std::expected<DebugRun, DebugRefusal> open_debug_run(const Lesson& lesson, const ExperimentRequest& request, DeviceSet& devices,
                                                     const DebugOptions& options, const std::stop_token& stop,
                                                     const std::function<void(const std::string&)>& say) {
    const KernelSpec* const kernel = lesson.find_kernel(request.kernel);
    if (kernel == nullptr) return refused({ErrorKind::usage, fmt::format("there is no kernel '{}'", request.kernel), ""});
    const auto resolved = resolve_launch(lesson, request);
    if (!resolved) return refused(resolved.error());
    auto source = source_of(lesson, *kernel, request, resolved->entry);
    if (!source) return refused(source.error());
    const auto device = devices.get(kind_that(&DeviceTraits::has_debugger));
    if (!device) return refused(device.error());
    if (auto fault = check_launch_shape(resolved->shape, (*device)->limits())) return refused(std::move(*fault));

    say(fmt::format("Compiling {}", resolved->entry));
    RunRecord compiled;
    DebugRun run;
    run.program = compile_into(compiled, **device, *source, stop);
    if (run.program == nullptr)
        return compiled.fault ? refused(std::move(*compiled.fault)) : refused({ErrorKind::failure, "it was cancelled", ""});

    say(fmt::format("Filling the arrays of {}", resolved->entry));
    auto arguments = make_arguments(lesson, *kernel, request.parameters, resolved->dtype, request.seed);
    if (!arguments) return refused(arguments.error());
    auto bound = bind_to_program(*arguments, arguments->arrays, *run.program, (*device)->describe().id(), resolved->dtype);
    if (!bound)
        return refused(Fault{.kind = FaultKind::compile_error,
                             .file = source->origin,
                             .message = bound.error().message,
                             .hint = bound.error().hint});
    for (const Program::Parameter& parameter : run.program->parameters) run.parameters.push_back(parameter.name);

    say(fmt::format("Entering block ({}, {}, {})", options.block.x, options.block.y, options.block.z));
    auto session = (*device)->debug(*run.program, resolved->shape, std::move(*bound), options, stop);
    if (!session) return refused(std::move(session.error()));
    run.session = std::move(*session);
    run.source = std::move(*source);
    run.shape = resolved->shape;
    return run;
}

}  // namespace warpwise
