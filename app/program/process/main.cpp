// warpwise-program OPTIONS REPORT_FD: compiles a whole CUDA program and runs it in this process, with the rights of the user who
// started it (docs/programs.md). `warpwise exec` starts it and reads what it tells.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "base/fault_json.h"
#include "program/api_table.h"
#include "program/compile_program.h"
#include "program/host_allocations.h"
#include "program/host_faults.h"
#include "program/runtime.h"
#include "program/thread_locals.h"

namespace {

using namespace warpwise;

constexpr int exit_not_compiled = 2;

int refuse(Report& report, const Diagnostics& diagnostics) {
    report.event({{"event", "diagnostics"}, {"diagnostics", to_json(diagnostics)}});
    report.end(exit_not_compiled);
    return exit_not_compiled;
}

int run(ExecOptions options, int descriptor) {
    Report report(descriptor);
    std::optional<std::expected<DeviceModule, Diagnostics>> device;
    std::jthread device_side([&] { device.emplace(compile_device_side(options.text)); });
    auto host = compile_host_side(options.text);
    device_side.join();
    if (!host) return refuse(report, host.error());  // most errors are found on both sides
    if (!*device) return refuse(report, device->error());

    std::vector<HostFunction> functions = api_functions();
    for (const auto& more :
         {pool_functions(), graph_functions(), graph_launch_functions(), graph_node_functions(), capture_functions(),
          attribute_functions(), random_functions(), blas_functions(), blas_matrix_functions(), blas_mixed_functions(),
          fourier_functions(), host_allocation_functions(), thread_local_functions()})
        std::ranges::copy(more, std::back_inserter(functions));
    std::vector<std::string> arguments{options.text.file.string()};
    std::ranges::copy(options.arguments, std::back_inserter(arguments));
    Runtime& runtime = Runtime::instance();
    runtime.begin(std::move(options), std::move(**device), std::move(host->ignored), descriptor);
    auto program = HostProgram::make(std::move(*host), functions);
    if (!program) return refuse(report, {{.message = program.error().message, .hint = program.error().hint}});
    runtime.set_program(program->get());
    catch_host_faults();
    set_device_pointer_freed([](void*, void* return_address) {
        Runtime::instance().tell("host_reads_device_pointer", place_of_call(return_address),
                                 "free() or delete is given a pointer to the device's memory", "Free it with cudaFree().");
    });
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // what was printed before a crash is seen, as in a terminal
    on_exit([](int status, void*) { Runtime::instance().end(status); }, nullptr);  // after the program's destructors
    const auto status = (*program)->run(arguments);
    if (!status) return refuse(report, {{.message = status.error().message, .hint = status.error().hint}});
    static_cast<void>(program->release());  // its code runs once more at exit
    std::exit(*status);
}

}  // namespace

int main(int argc, char** argv) {
    const auto options = argc == 3 ? exec_options_from_json(argv[1]) : failure("");
    if (!options) {
        std::fputs("warpwise-program is a part of Warpwise and is started by 'warpwise exec'\n", stderr);
        return 2;
    }
    return run(*options, std::atoi(argv[2]));
}
