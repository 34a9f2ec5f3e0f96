#include "device/emulator/emulated_variables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "device/emulator/emulated_arguments.h"

namespace warpwise {
namespace {

bool is_settable(const simt::Symbol& symbol) {
    return symbol.function.empty() && symbol.bytes > 0 &&
           (symbol.space == simt::Symbol::Space::global || symbol.space == simt::Symbol::Space::constant);
}

const simt::Symbol* variable_of(const simt::Bytecode& program, const std::string& name) {
    const auto found = std::ranges::find_if(program.symbols, [&](const auto& s) { return is_settable(s) && s.name == name; });
    return found == program.symbols.end() ? nullptr : &*found;
}

Fault no_such_variable(const simt::Bytecode& program, const std::string& name) {
    std::vector<std::string> names;
    for (const simt::Symbol& symbol : program.symbols)
        if (is_settable(symbol)) names.push_back(symbol.name);
    return launch_fault(
        FaultKind::launch_invalid,
        fmt::format("this code has no __device__ or __constant__ variable '{}' that the kernel uses", name),
        names.empty() ? std::string("Remove the values for it.") : fmt::format("The variables are: {}.", fmt::join(names, ", ")));
}

}  // namespace

std::expected<std::shared_ptr<const simt::CompiledKernel>, Fault> with_variables(std::shared_ptr<const simt::CompiledKernel> kernel,
                                                                                 std::vector<KernelArgument>& arguments) {
    if (std::ranges::none_of(arguments, &KernelArgument::is_variable)) return kernel;
    auto out = std::make_shared<simt::CompiledKernel>(*kernel);
    for (const KernelArgument& argument : arguments) {
        if (!argument.is_variable || argument.array == nullptr) continue;
        const simt::Symbol* symbol = variable_of(out->program, argument.name);
        if (symbol == nullptr) return std::unexpected(no_such_variable(out->program, argument.name));
        const std::size_t bytes = argument.array->size_bytes();
        if (bytes > symbol->bytes)
            return std::unexpected(
                launch_fault(FaultKind::launch_invalid,
                             fmt::format("the variable '{}' has {} bytes, and {} are given", symbol->name, symbol->bytes, bytes),
                             "Give at most as many elements as the variable has."));
        auto& image = symbol->space == simt::Symbol::Space::global ? out->program.global_image : out->program.constant_image;
        if (bytes > 0) std::memcpy(&image.at(symbol->offset), argument.array->data(), bytes);
    }
    std::erase_if(arguments, [](const KernelArgument& argument) { return argument.is_variable; });
    return out;
}

Diagnostics variables_left_to_host(const simt::CompiledKernel& kernel, const std::vector<KernelArgument>& arguments) {
    Diagnostics out;
    for (const simt::HostFilled& filled : kernel.filled_by_host) {
        const simt::Symbol* symbol = variable_of(kernel.program, filled.variable);
        const bool is_given =
            std::ranges::any_of(arguments, [&](const KernelArgument& a) { return a.is_variable && a.name == filled.variable; });
        if (symbol == nullptr || !symbol->is_used || is_given) continue;
        Diagnostic warning;
        warning.file = kernel.program.origin;
        warning.line = static_cast<int>(symbol->line);
        warning.column = 1;
        warning.length = 1;
        warning.severity = Severity::warning;
        const auto& image =
            symbol->space == simt::Symbol::Space::global ? kernel.program.global_image : kernel.program.constant_image;
        const auto initial = std::span(image).subspan(symbol->offset, symbol->bytes);
        const bool is_zero = std::ranges::all_of(initial, [](std::uint8_t byte) { return byte == 0; });
        warning.message = fmt::format("host code fills '{}' ({}, line {}), which is not run here: it holds {}", filled.variable,
                                      filled.call, filled.line, is_zero ? "zeros" : "its initial value");
        warning.hint = fmt::format(
            "Give it values with --symbol '{}=f32[{}]:iota' or in its declaration; warpwise exec runs the host code too.",
            filled.variable, std::max<std::uint32_t>(symbol->bytes / 4, 1));
        out.push_back(std::move(warning));
    }
    return out;
}

}  // namespace warpwise
