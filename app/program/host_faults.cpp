#include "program/host_faults.h"

#include <fmt/format.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "program/runtime.h"

namespace warpwise {
namespace {

struct Search {
    const HostProgram* program;
    std::optional<CodePlace> found;
};

// The innermost frame that is the user's: a fault inside memcpy() is told at its call.
_Unwind_Reason_Code look_at(_Unwind_Context* context, void* data) {
    auto& search = *static_cast<Search*>(data);
    int is_before = 0;
    const std::uint64_t address = _Unwind_GetIPInfo(context, &is_before);
    search.found = search.program->place_of(is_before ? address : address - 1);
    return search.found ? _URC_END_OF_STACK : _URC_NO_REASON;
}

CodePlace place_of_fault(std::uint64_t instruction) {
    const HostProgram* program = Runtime::instance().program();
    if (program == nullptr) return {};
    if (auto place = program->place_of(instruction)) return *place;
    Search search{program, std::nullopt};
    _Unwind_Backtrace(look_at, &search);
    return search.found.value_or(CodePlace{});
}

// Kernels and the CPU may update managed memory at the same time with atomic instructions: those with a LOCK prefix.
bool is_atomic(std::uint64_t instruction) {
    constexpr unsigned char kLock = 0xF0;
    return *reinterpret_cast<const unsigned char*>(instruction) == kLock;
}

void end_process(int signal) {
    std::fflush(stdout);
    Runtime::instance().end(128 + signal);
    _exit(128 + signal);
}

void on_fault(int signal, siginfo_t* info, void* context) {
    const auto address = reinterpret_cast<std::uint64_t>(info->si_addr);
    const greg_t* registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
    const bool is_write = (registers[REG_ERR] & 2) != 0;
    const CodePlace place = place_of_fault(static_cast<std::uint64_t>(registers[REG_RIP]));
    Runtime& runtime = Runtime::instance();
    const char* verb = is_write ? "writes" : "reads";
    HeapBlock* block = runtime.heap.near(address);
    if (block != nullptr && block->in_flight && is_atomic(static_cast<std::uint64_t>(registers[REG_RIP]))) {
        runtime.heap.release_flight();
        return;
    }
    if (block != nullptr && block->in_flight) {
        runtime.tell("read_before_wait", place,
                     fmt::format("the CPU {} {}memory that a kernel or a copy may still be writing: nothing has waited for it",
                                 verb, block->kind == MemoryKind::managed ? "managed " : "pinned "),
                     "Call cudaDeviceSynchronize() before this line.");
        runtime.heap.release_flight();
        return;  // the instruction is tried again
    }
    if (DeviceHeap::is_device_address(address)) {
        const auto* freed = runtime.heap.freed_at(address);
        const std::string name = block && !block->name.empty() ? fmt::format(" ('{}' in the kernel)", block->name) : std::string();
        runtime.tell("host_reads_device_pointer", place,
                     block   ? fmt::format("the CPU {} through a pointer to the device's memory{}, which {} in line {} allocated",
                                           verb, name, block->call, block->place.line)
                     : freed ? fmt::format("the CPU {} through a pointer to the device's memory, which line {} freed", verb,
                                           freed->freed.line)
                             : fmt::format("the CPU {} through a pointer to the device's memory", verb),
                     is_write ? "Copy the data to the device with cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice)."
                              : "Copy it to the host first: cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost).");
    } else {
        const std::string what = signal == SIGFPE ? "the program divides an integer by zero"
                                 : address < 4096 ? fmt::format("the program {} through a null pointer", verb)
                                                  : fmt::format("the program {} at {:#x}, where it has no memory", verb, address);
        runtime.report().event({{"event", "error"},
                                {"call", ""},
                                {"name", signal == SIGFPE   ? "SIGFPE"
                                         : signal == SIGBUS ? "SIGBUS"
                                                            : "SIGSEGV"},
                                {"file", place.file},
                                {"line", place.line},
                                {"message", what}});
    }
    end_process(signal);
}

void on_abort(int signal) { end_process(signal); }

}  // namespace

void catch_host_faults() {
    constexpr std::size_t bytes = std::size_t{1} << 20;  // telling a place reads debug information
    const stack_t stack{std::malloc(bytes), 0, bytes};
    sigaltstack(&stack, nullptr);
    struct sigaction action{};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE}) sigaction(signal, &action, nullptr);
    struct sigaction abort_action{};
    abort_action.sa_handler = on_abort;
    abort_action.sa_flags = SA_ONSTACK | SA_RESETHAND;
    sigaction(SIGABRT, &abort_action, nullptr);
}

}  // namespace warpwise
