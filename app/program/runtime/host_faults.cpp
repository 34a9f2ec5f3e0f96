#include "program/runtime/host_faults.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include <cerrno>
#include <cstdlib>
#include <exception>
#include <mutex>

#include "program/runtime/host_allocations.h"
#include "program/runtime/runtime.h"

namespace warpwise {
namespace {

CrashRecord* record = nullptr;
CodeRange code;  // of the program
std::atomic<WatchedPages*> watched_pages{nullptr};

// What the C library keeps of its last words: assert() and a broken heap.
struct AbortMessage {
    unsigned bytes;
    char text[1];
};
AbortMessage** abort_message = nullptr;

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

CodePlace place_of_touch(std::uint64_t instruction) {
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

// A fault that comes again and again at one place is none that goes away.
bool may_try_again(std::uint64_t address, std::uint64_t instruction) {
    constexpr int kMostTries = 1'000'000;  // some seconds; a thread may come second at one place in many rounds
    static thread_local std::uint64_t last_address = 0, last_instruction = 0;
    static thread_local int tries = 0;
    tries = address == last_address && instruction == last_instruction ? tries + 1 : 0;
    last_address = address;
    last_instruction = instruction;
    return tries < kMostTries;
}

// The program goes on after it. The fault is in the program's own code, or in a function that it gave the memory to.
bool is_told_touch(std::uint64_t address, std::uint64_t instruction, bool is_write) {
    Runtime& runtime = Runtime::instance();
    const std::lock_guard lock(runtime.mutex);
    HeapBlock* block = runtime.heap.near(address);
    if (block == nullptr) return false;
    // Another thread touched it, too, and was told first: the memory is the host's again.
    if (!runtime.heap.is_in_flight(*block)) return block->holds(address, 1) && may_try_again(address, instruction);
    if (!runtime.heap.is_in_flight(*block, address, is_write)) {  // only other bytes are
        runtime.heap.open_page(*block, address);
        return true;
    }
    if (!is_atomic(instruction) && runtime.sticky() == cudaSuccess)  // after a fault no call can wait
        runtime.tell("read_before_wait", place_of_touch(instruction),
                     fmt::format("the CPU {} {} memory that {}: nothing has waited for it", is_write ? "writes" : "reads",
                                 block->kind == MemoryKind::managed ? "managed" : "pinned",
                                 runtime.heap.is_in_flight(*block, address, false) ? "a kernel or a copy may still be writing"
                                                                                   : "a copy may still be reading"),
                     "Call cudaDeviceSynchronize() before this line.");
    runtime.heap.land(*block);
    return true;  // the instruction is tried again
}

void note_block(std::uint64_t address) {
    DeviceHeap& heap = Runtime::instance().heap;
    if (const HeapBlock* block = heap.near(address)) {
        record->block_line = block->place.line;
        record->block_call.set(block->call);
        record->block_name.set(block->name);
        record->has_block = true;
    } else if (const auto* freed = heap.freed_at(address)) {
        record->block_line = freed->freed.line;
        record->has_freed_block = true;
    }
}

// What comes last may fault itself: the words of the stack end somewhere.
void note_callers(std::uint64_t stack) {
    constexpr int kMostWords = 16384;
    const auto* words = reinterpret_cast<const std::uint64_t*>(stack / 8 * 8);
    for (int i = 0; i < kMostWords && record->caller_count < static_cast<int>(CrashRecord::kMostCallers); ++i)
        if (words[i] > code.first && words[i] <= code.end)  // a call that does not return may be the last instruction
            record->callers[static_cast<std::size_t>(record->caller_count++)] = words[i];
}

// Nothing here allocates, takes a lock or calls what does.
[[noreturn]] void end_with_record(int signal, const siginfo_t* info, const ucontext_t* context) {
    const auto thread = static_cast<pid_t>(syscall(SYS_gettid));
    int before = CrashRecord::none;
    if (!record->state.compare_exchange_strong(before, CrashRecord::being_written)) {
        while (record->thread != thread) pause();  // another thread is at it, and ends all
        record->state = CrashRecord::complete;
        _exit(128 + record->signal);
    }
    record->thread = thread;
    record->signal = signal;
    const greg_t* registers = context->uc_mcontext.gregs;
    record->instruction = static_cast<std::uint64_t>(registers[REG_RIP]);
    record->stack = static_cast<std::uint64_t>(registers[REG_RSP]);
    if (signal == SIGABRT) {
        if (record->abort_text.view().empty() && abort_message != nullptr && *abort_message != nullptr) {
            const char* text = (*abort_message)->text;
            std::size_t length = 0;
            while (length < 255 && text[length] != 0 && text[length] != '\n') ++length;
            record->abort_text.set(text, length);
        }
        record->first_free = earlier_free();
    } else {
        record->address = reinterpret_cast<std::uint64_t>(info->si_addr);
        record->is_write = (registers[REG_ERR] & 2) != 0;
        if (DeviceHeap::is_device_address(record->address)) note_block(record->address);
    }
    if (const std::uint64_t caller = heap_call(); caller != 0 && record->caller_count == 0)
        record->callers[static_cast<std::size_t>(record->caller_count++)] = caller;
    if (!record->has_frames) note_callers(record->stack);
    record->state = CrashRecord::complete;
    _exit(128 + signal);
}

void on_fault(int signal, siginfo_t* info, void* data) {
    const int error = errno;
    const auto* context = static_cast<const ucontext_t*>(data);
    const auto address = reinterpret_cast<std::uint64_t>(info->si_addr);
    const auto instruction = static_cast<std::uint64_t>(context->uc_mcontext.gregs[REG_RIP]);
    if (signal == SIGSEGV && record->state == CrashRecord::none) {
        WatchedPages* pages = watched_pages.load();
        const bool is_write = (context->uc_mcontext.gregs[REG_ERR] & 2) != 0;
        if ((pages != nullptr && pages->touch(address)) ||
            (DeviceHeap::is_shared_address(address) && is_told_touch(address, instruction, is_write))) {
            errno = error;
            return;
        }
    }
    end_with_record(signal, info, context);
}

// An exception that nothing catches. This is no handler of signals, and the program's heap is whole.
std::terminate_handler terminate_before = nullptr;

_Unwind_Reason_Code note_frame(_Unwind_Context* context, void*) {
    int is_before = 0;
    const std::uint64_t address = _Unwind_GetIPInfo(context, &is_before);
    if (address <= code.first || address > code.end) return _URC_NO_REASON;
    record->callers[static_cast<std::size_t>(record->caller_count++)] = address;
    return record->caller_count < static_cast<int>(CrashRecord::kMostCallers) ? _URC_NO_REASON : _URC_END_OF_STACK;
}

[[noreturn]] void on_terminate() {
    if (record->caller_count == 0) _Unwind_Backtrace(note_frame, nullptr);
    record->has_frames = record->caller_count > 0;
    try {
        if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
    } catch (const std::exception& exception) {
        record->abort_text.set(fmt::format("nothing catches the exception '{}'", exception.what()));
    } catch (...) {
        record->abort_text.set("nothing catches an exception");
    }
    if (terminate_before != nullptr) terminate_before();  // says so, and aborts
    std::abort();
}

}  // namespace

void catch_host_faults(CrashRecord& shared) {
    record = &shared;
    if (const HostProgram* program = Runtime::instance().program()) code = program->code();
    abort_message = static_cast<AbortMessage**>(dlsym(RTLD_DEFAULT, "__abort_msg"));
    constexpr std::size_t bytes = std::size_t{1} << 20;  // telling a place reads debug information
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED) {
        const stack_t stack{memory, 0, bytes};
        sigaltstack(&stack, nullptr);
    }
    terminate_before = std::set_terminate(on_terminate);
    struct sigaction action{};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT}) sigaction(signal, &action, nullptr);
}

// ---- pages that a kernel must not touch ----

void WatchedPages::add(std::size_t group, std::byte* first, std::byte* end, bool may_be_read) {
    constexpr std::uint64_t kPage = 4096;
    const auto from = (reinterpret_cast<std::uint64_t>(first) + kPage - 1) / kPage * kPage;
    const auto to = std::max(reinterpret_cast<std::uint64_t>(end) / kPage * kPage, from);
    if (from == to) return;
    Pages& pages = pages_.emplace_back();
    pages.group = group;
    pages.first = reinterpret_cast<std::byte*>(from);
    pages.end = reinterpret_cast<std::byte*>(to);
    pages.may_be_read = may_be_read;
}

void WatchedPages::watch() {
    if (pages_.empty()) return;
    is_watched_ = true;
    watched_pages = this;
    for (const bool may_be_read : {true, false})  // where two overlap, the stricter one counts
        for (const Pages& pages : pages_)
            if (pages.may_be_read == may_be_read)
                mprotect(pages.first, static_cast<std::size_t>(pages.end - pages.first), may_be_read ? PROT_READ : PROT_NONE);
}

void WatchedPages::close() {
    if (!is_watched_) return;
    is_watched_ = false;
    for (const Pages& pages : pages_)
        mprotect(pages.first, static_cast<std::size_t>(pages.end - pages.first), PROT_READ | PROT_WRITE);
    watched_pages = nullptr;
}

bool WatchedPages::touch(std::uint64_t address) {
    const auto* at = reinterpret_cast<const std::byte*>(address);
    bool is_one = false;
    for (Pages& pages : pages_) {
        if (at < pages.first || at >= pages.end) continue;
        is_one = true;
        pages.was_touched.store(true, std::memory_order_relaxed);
        mprotect(pages.first, static_cast<std::size_t>(pages.end - pages.first), PROT_READ | PROT_WRITE);
    }
    return is_one;
}

}  // namespace warpwise
