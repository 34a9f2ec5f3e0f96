// Which calls failed, and whether the program looked.
#include <fmt/format.h>
#include <unwind.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/paths.h"
#include "program/runtime/runtime.h"

namespace warpwise {

namespace {

struct CallerSearch {
    const HostProgram* program;
    std::optional<CodePlace> found;
    int frames = 0;
};

_Unwind_Reason_Code look_at_caller(_Unwind_Context* frame, void* data) {
    constexpr int kMostFrames = 64;
    auto& search = *static_cast<CallerSearch*>(data);
    search.found = search.program->place_of(_Unwind_GetIP(frame) - 1);
    return search.found || ++search.frames >= kMostFrames ? _URC_END_OF_STACK : _URC_NO_REASON;
}

}  // namespace

CodePlace place_of_call(void* return_address) {
    const HostProgram* program = Runtime::instance().program();
    if (program == nullptr) return {};  // of a test
    // A return address is behind its call.
    if (auto place = program->place_of(reinterpret_cast<std::uint64_t>(return_address) - 1)) return *std::move(place);
    // In a function of Thrust or CUB: the program's own function that called it.
    CallerSearch search{program, {}};
    _Unwind_Backtrace(look_at_caller, &search);
    return search.found.value_or(CodePlace{});
}

bool Runtime::is_in(const Lines& lines, const CodePlace& place) {
    return place.line != 0 && !lines.empty() && lines.contains({std::filesystem::path(place.file).filename().string(), place.line});
}

namespace {
bool allocates(std::string_view call) { return call.starts_with("cudaMalloc") || call == "cudaHostAlloc"; }
// A program that has seen an error goes on, rather than give up.
bool begins_something(std::string_view call) { return allocates(call) || call.contains("Launch") || call == kLaunchCall; }

// A finding of this thread's last call names the cause.
bool is_told_at(const CodePlace& place) {
    const CodePlace& told = CallingThread::here().told;
    return told.line == place.line && told.file == place.file;
}
}  // namespace

cudaError_t Runtime::returns(const char* call, const CodePlace& place, cudaError_t code, bool is_told) {
    if (!is_ignored(place)) observe_errors();
    if (code == cudaSuccess && is_told_of_error_ && begins_something(call)) is_told_of_error_ = false;
    if (code == cudaSuccess || code == cudaErrorNotReady) return code;
    has_failed_to_allocate_ |= allocates(call);
    CallingThread& thread = CallingThread::here();
    thread.last = code;
    report_->event({{"event", "error"},
                    {"call", call},
                    {"name", error_name(code)},
                    {"file", place.file},
                    {"line", place.line},
                    {"message", error_text(code)}});
    if (is_ignored(place)) note_unseen({code, call, place, is_told || is_told_at(place)});
    refusal_.clear();
    return code;
}

// A result that is used tells of earlier errors only where they are sticky, and then of that one; asking for the last error tells
// of any.
void Runtime::observe_errors() {
    if (sticky_ == cudaSuccess || unseen_.empty()) return;
    std::erase_if(unseen_, [&](const UnseenError& each) { return each.code == sticky_; });
    note_unseen();
}

void Runtime::expect_a_look(const char* call, const CodePlace& place, cudaError_t code) {
    if (is_ignored(place)) return;  // returns() has noted it
    note_unseen({code, call, place, is_told_at(place)});
}

// A loop may ignore the same error a million times.
void Runtime::note_unseen(UnseenError error) {
    if (unseen_.size() >= kMostUnseen) return;
    error.why = std::exchange(refusal_, {});
    unseen_.push_back(std::move(error));
    note_unseen();
}

cudaError_t Runtime::last_error(const CodePlace& place, bool clear) {
    CallingThread& thread = CallingThread::here();
    const cudaError_t code = sticky_ != cudaSuccess ? sticky_ : thread.last;
    if (!is_in(ignored_looks_, place) && !unseen_.empty()) {
        std::erase_if(unseen_, [&](const UnseenError& each) {
            const bool is_seen = sticky_ != cudaSuccess ? each.code == sticky_ : each.thread == thread.number;
            const bool is_launch = each.call == kLaunchCall || std::string_view(each.call).contains("Launch");
            if (is_seen && is_launch && !each.is_told && !each.why.empty())
                tell_note("refused_launch", each.place, fmt::format("CUDA refuses the launch: {}", each.why),
                          "The program asks for the error. No thread of the launch runs, so what it should write keeps its value.");
            return is_seen;
        });
        note_unseen();
    }
    if (clear) thread.last = cudaSuccess;
    is_told_of_error_ |= code != cudaSuccess;
    return code;
}

void Runtime::clear_errors() {
    CallingThread::here().last = cudaSuccess;
    unseen_.clear();
    note_unseen();
    set_sticky(cudaSuccess);
}

void Runtime::set_sticky(cudaError_t error) {
    sticky_ = error;
    if (record_ != nullptr) record_->sticky = error;
}

void Runtime::note_unseen() {
    if (record_ == nullptr) return;
    const std::size_t count = std::min(unseen_.size(), CrashRecord::kMostUnseen);
    for (std::size_t i = 0; i < count; ++i) {
        const UnseenError& error = unseen_[i];
        UnseenRecord& kept = record_->unseen[i];
        kept.code = error.code;
        kept.is_told = error.is_told;
        kept.line = error.place.line;
        kept.call.set(error.call);
        kept.file.set(error.place.file);
    }
    record_->unseen_count = static_cast<int>(count);
}

void Runtime::go_on_after(const CrashRecord& record) {
    sticky_ = static_cast<cudaError_t>(record.sticky);
    for (int i = 0; i < record.unseen_count; ++i) {
        const UnseenRecord& kept = record.unseen[static_cast<std::size_t>(i)];
        unseen_.push_back({static_cast<cudaError_t>(kept.code), std::string(kept.call.view()),
                           CodePlace{std::string(kept.file.view()), kept.line, {}}, kept.is_told});
    }
    if (!record.has_lost_output) return;
    pending_output_ = "?";  // it is gone with the process
    pending_place_ = {std::string(record.lost_file.view()), record.lost_line, {}};
}

void Runtime::tell(std::string kind, const CodePlace& place, std::string message, std::string hint, int launch) {
    CallingThread::here().told = place;
    report_->finding({std::move(kind), place, std::move(message), std::move(hint), launch});
}

void Runtime::tell_note(std::string kind, const CodePlace& place, std::string message, std::string hint, int launch) {
    report_->finding({std::move(kind), place, std::move(message), std::move(hint), launch, !options_.is_strict});
}

void Runtime::tell_unsupported(const Diagnostics& diagnostics) {
    const Diagnostic& first = diagnostics.front();
    tell("unsupported", {first.file, first.line, {}}, first.message, first.hint);
}

// One note per line, for all that it allocated and that was never freed.
void Runtime::tell_leaks() {
    struct Leak {
        const HeapBlock* first;
        std::uint64_t bytes = 0, blocks = 0;
    };
    std::map<std::pair<std::string, int>, Leak> leaks;
    for (const auto& [address, block] : heap.blocks()) {
        if (block.is_registered || block.is_internal || block.is_of_graph || block.is_freed_wrongly) continue;
        Leak& leak = leaks.try_emplace({block.place.file, block.place.line}, Leak{&block}).first->second;
        leak.bytes += block.bytes;
        ++leak.blocks;
    }
    for (const auto& [place, leak] : leaks)
        tell_note("leak", leak.first->place,
                  leak.blocks == 1
                      ? fmt::format("{} bytes from {} are never freed", leak.bytes, leak.first->call)
                      : fmt::format("{} bytes in {} allocations by {} are never freed", leak.bytes, leak.blocks, leak.first->call),
                  leak.first->kind == MemoryKind::pinned ? "Call cudaFreeHost() when the memory is no longer needed."
                  : leak.first->call.ends_with("Array")  ? "Call cudaFreeArray() when the array is no longer needed."
                                                         : "Call cudaFree() when the memory is no longer needed.");
}

void Runtime::end(int exit_code) {
    if (has_ended_ || is_forked_) return;
    has_ended_ = true;
    for (const UnseenError& error : unseen_) {
        if (error.is_told || (sticky_ != cudaSuccess && error.code == sticky_)) continue;
        tell("unchecked_error", error.place,
             fmt::format("{} fails with {} ({}), and the program never checks it{}{}",
                         error.call == kLaunchCall ? "the launch" : error.call, error_name(error.code), error_text(error.code),
                         error.why.empty() ? "" : ": ", error.why),
             error.call == kLaunchCall
                 ? "Call cudaGetLastError() after the launch and stop when it is not cudaSuccess."
                 : "Compare what the call returns with cudaSuccess, and stop with cudaGetErrorString() where it is not.");
    }
    if (!pending_output_.empty() && sticky_ == cudaSuccess)  // after a fault, a call that waits fails as every other one
        tell("read_before_wait", pending_place_,
             "the program ends before it has waited for this kernel: what the kernel prints is lost",
             "Call cudaDeviceSynchronize() after the launch.");
    // A program that stops at an error need not free anything.
    const bool has_given_up = exit_code > 128 || sticky_ != cudaSuccess ||
                              (exit_code != 0 && (is_told_of_error_ || CallingThread::here().last != cudaSuccess));
    if (!has_given_up) tell_leaks();
    report_->end(exit_code);
    if (record_ != nullptr) record_->has_ended = report_->has_reader();
}

}  // namespace warpwise
