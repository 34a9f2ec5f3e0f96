// What ended the program, found from the record that it left: in the process that waits for it, which has the same code at the same
// addresses, and a heap that is whole.
#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/files.h"
#include "program/runtime/host_faults.h"
#include "program/runtime/runtime.h"

extern "C" {
extern char __executable_start, etext;  // of the linker: this program's own code
}

namespace warpwise {
namespace {

bool is_in_runtime(std::uint64_t instruction) {
    return instruction >= reinterpret_cast<std::uint64_t>(&__executable_start) &&
           instruction < reinterpret_cast<std::uint64_t>(&etext);
}

// A word of the stack is a return address only if a call stands before it: E8 and four bytes, or FF /2 with up to five bytes.
bool is_behind_call(std::uint64_t address, const CodeRange& code) {
    constexpr std::uint64_t kLongestCall = 7;
    if (address < code.first + kLongestCall || address > code.end) return false;
    const auto* behind = reinterpret_cast<const unsigned char*>(address);
    if (behind[-5] == 0xE8) return true;
    return std::ranges::any_of(std::initializer_list<int>{2, 3, 4, 6, 7},
                               [&](int bytes) { return behind[-bytes] == 0xFF && (behind[-bytes + 1] >> 3 & 7) == 2; });
}

CodePlace place_of(const HostProgram& program, const CrashRecord& record) {
    if (auto place = program.place_of(record.instruction)) return *place;
    for (int i = 0; i < record.caller_count; ++i) {
        const std::uint64_t caller = record.callers[static_cast<std::size_t>(i)];
        if (!record.has_frames && !is_behind_call(caller, program.code())) continue;
        if (auto place = program.place_of(caller - 1)) return *place;
    }
    return {};
}

const char* signal_name(int signal) {
    switch (signal) {
        case SIGSEGV: return "SIGSEGV";
        case SIGBUS: return "SIGBUS";
        case SIGFPE: return "SIGFPE";
        case SIGILL: return "SIGILL";
        case SIGTRAP: return "SIGTRAP";
        case SIGABRT: return "SIGABRT";
        default: return "signal";
    }
}

void tell_device_pointer(Runtime& runtime, const CrashRecord& record, const CodePlace& place) {
    const char* verb = record.is_write ? "writes" : "reads";
    const std::string name =
        record.block_name.view().empty() ? std::string() : fmt::format(" ('{}' in the kernel)", record.block_name.view());
    runtime.tell(
        "host_reads_device_pointer", place,
        record.has_block ? fmt::format("the CPU {} through a pointer to the device's memory{}, which {} in line {} allocated", verb,
                                       name, record.block_call.view(), record.block_line)
        : record.has_freed_block
            ? fmt::format("the CPU {} through a pointer to the device's memory, which line {} freed", verb, record.block_line)
            : fmt::format("the CPU {} through a pointer to the device's memory", verb),
        record.is_write ? "Copy the data to the device with cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice)."
                        : "Copy it to the host first: cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost).");
}

bool is_of_heap(std::string_view text) {
    constexpr std::string_view beginnings[] = {"malloc",       "free(",        "realloc",    "calloc",
                                               "munmap_chunk", "mremap_chunk", "corrupted ", "double free"};
    return std::ranges::any_of(beginnings, [&](std::string_view b) { return text.starts_with(b); });
}

// What the C library says about the host's heap before it ends the program. False: something else.
bool is_told_of_heap(Runtime& runtime, const CrashRecord& record, const CodePlace& place) {
    const std::string_view text = record.abort_text.view();
    if (!is_of_heap(text)) return false;
    // "double free or corruption" alone is either; "fasttop" is the block that was freed last.
    const bool is_certain = text.contains("double free detected") || text.contains("fasttop");
    if (is_certain || (text.contains("double free") && record.first_free != 0)) {
        const auto first = record.first_free == 0 ? std::nullopt : runtime.program()->place_of(record.first_free - 1);
        runtime.tell("double_free", place,
                     first ? fmt::format("free() or delete is given memory that was already freed in line {}", first->line)
                           : std::string("free() or delete is given memory that was already freed"),
                     "Free each allocation once; set the pointer to nullptr after freeing it.");
        return true;
    }
    runtime.tell("heap_corruption", place,
                 fmt::format("the C library finds the memory of malloc() and new damaged, and ends the program: {}", text),
                 "An earlier line wrote past the end of a host array, or before its start; or free() is given a pointer that "
                 "malloc() did not return. Compare the sizes of the arrays with the indices.");
    return true;
}

// "argv[1] is null: the program was given no arguments", where the line names one that is not there.
std::string missing_argument(const CodePlace& place, std::size_t given) {
    const auto text = read_file(place.file);
    if (!text || place.line <= 0) return {};
    std::istringstream lines(*text);
    std::string line;
    for (int i = 0; i < place.line; ++i)
        if (!std::getline(lines, line)) return {};
    constexpr std::string_view word = "argv[";
    for (std::size_t at = line.find(word); at != std::string::npos; at = line.find(word, at + 1)) {
        std::size_t which = 0;
        const char* const begin = line.data() + at + word.size();
        const auto [end, error] = std::from_chars(begin, line.data() + line.size(), which);
        if (error != std::errc() || end == line.data() + line.size() || *end != ']' || which <= given) continue;
        return fmt::format("argv[{}] is null: the program was given {}. Its arguments follow --: warpwise exec {} -- 100", which,
                           given == 0   ? "no arguments"
                           : given == 1 ? "1 argument"
                                        : fmt::format("{} arguments", given),
                           std::filesystem::path(place.file).filename().string());
    }
    return {};
}

std::string words_for(const CrashRecord& record, const HostProgram* program) {
    const char* verb = record.is_write ? "writes" : "reads";
    constexpr std::uint64_t kNear = 65536;
    switch (record.signal) {
        case SIGABRT:
            if (record.abort_text.view().contains("std::bad_alloc"))
                return "the program is aborted: it asks for more memory than this machine has, and nothing catches std::bad_alloc";
            return record.abort_text.view().empty() ? std::string("the program calls abort()")
                                                    : fmt::format("the program is aborted: {}", record.abort_text.view());
        case SIGFPE: return "the program divides an integer by zero";
        case SIGILL:
        case SIGTRAP: return "the program executes an instruction that ends it, as at the end of a function without a return";
        default: break;
    }
    if (record.address + kNear > record.stack && record.address < record.stack)
        return "the program has used up its stack: an endless recursion, or very large local arrays";
    if (is_in_runtime(record.instruction))
        return "the CUDA runtime fails inside this call; often an earlier line has written past the end of a host array";
    const bool is_null = record.address < 4096;
    std::string text = is_null ? fmt::format("the program {} through a null pointer", verb)
                               : fmt::format("the program {} at {:#x}, where it has no memory", verb, record.address);
    const CodeRange code = program == nullptr ? CodeRange{} : program->code();
    const bool is_of_library = record.instruction < code.first || record.instruction >= code.end;
    if (is_null && !is_of_library)
        text += "; was a pointer in this line never set, or did the call that sets it, such as malloc() or fopen(), fail?";
    if (is_of_library)
        text +=
            ", in a library function that this line calls: it is given a wrong pointer, or an earlier line has written past the "
            "end "
            "of a host array";
    return text;
}

}  // namespace

int tell_crash(Runtime& runtime, const CrashRecord& record) {
    const HostProgram* program = runtime.program();
    const CodePlace place = program == nullptr ? CodePlace{} : place_of(*program, record);
    const int status = 128 + record.signal;
    if (record.signal != SIGABRT && DeviceHeap::is_device_address(record.address)) {
        tell_device_pointer(runtime, record, place);
    } else if (record.signal != SIGABRT || !is_told_of_heap(runtime, record, place)) {
        const std::string argument = missing_argument(place, runtime.options().arguments.size());
        runtime.report().event({{"event", "error"},
                                {"call", ""},
                                {"name", signal_name(record.signal)},
                                {"file", place.file},
                                {"line", place.line},
                                {"message", argument.empty() ? words_for(record, program) : argument}});
    }
    return status;
}

}  // namespace warpwise
