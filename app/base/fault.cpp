#include "base/fault.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace warpwise {
namespace {

constexpr std::array<std::pair<FaultKind, std::string_view>, 19> kNames{{
    {FaultKind::out_of_bounds, "out_of_bounds"},
    {FaultKind::misaligned, "misaligned"},
    {FaultKind::null_pointer, "null_pointer"},
    {FaultKind::host_pointer, "host_pointer"},
    {FaultKind::uninitialized_read, "uninitialized_read"},
    {FaultKind::data_race, "data_race"},
    {FaultKind::barrier_divergence, "barrier_divergence"},
    {FaultKind::deadlock, "deadlock"},
    {FaultKind::step_budget, "step_budget"},
    {FaultKind::memory_budget, "memory_budget"},
    {FaultKind::stack_overflow, "stack_overflow"},
    {FaultKind::division_by_zero, "division_by_zero"},
    {FaultKind::assert_failed, "assert_failed"},
    {FaultKind::no_return_value, "no_return_value"},
    {FaultKind::pure_virtual_call, "pure_virtual_call"},
    {FaultKind::launch_invalid, "launch_invalid"},
    {FaultKind::unsupported, "unsupported"},
    {FaultKind::compile_error, "compile_error"},
    {FaultKind::device_lost, "device_lost"},
}};

std::string place(const std::string& file, int line, const std::optional<Dim3>& block, const std::optional<Dim3>& thread) {
    std::string text;
    if (line > 0) text += fmt::format("{}:{}", file.empty() ? "kernel.cu" : file, line);
    if (block) text += fmt::format("{}block ({}, {}, {})", text.empty() ? "" : ", ", block->x, block->y, block->z);
    if (thread) text += fmt::format("{}thread ({}, {}, {})", text.empty() ? "" : ", ", thread->x, thread->y, thread->z);
    return text;
}

}  // namespace

std::string_view name_of(FaultKind kind) {
    for (const auto& [k, name] : kNames)
        if (k == kind) return name;
    return "unsupported";
}

std::optional<FaultKind> fault_kind_from_name(std::string_view name) {
    for (const auto& [kind, n] : kNames)
        if (n == name) return kind;
    return std::nullopt;
}

Fault other_devices_program() {
    return {.kind = FaultKind::unsupported,
            .message = "the program was compiled for a different device",
            .hint = "Compile it with the device that launches it."};
}

std::string words_of(const Fault& fault) {
    std::string text = fault.message;
    if (const std::string at = place(fault.file, fault.line, fault.block, fault.thread); !at.empty()) text += "\n  at " + at;
    if (fault.other) text += "\n  and " + place(fault.other->file, fault.other->line, fault.other->block, fault.other->thread);
    if (!fault.hint.empty()) text += "\n  " + fault.hint;
    return text;
}

std::string text_of(const Fault& fault) { return fmt::format("{}: {}", name_of(fault.kind), words_of(fault)); }

}  // namespace warpwise
