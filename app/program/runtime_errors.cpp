// Which calls failed, and whether the program looked.
#include <fmt/format.h>
#include <unwind.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/paths.h"
#include "program/runtime.h"

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
    if (program == nullptr) return {};
    // A return address is behind its call.
    if (auto place = program->place_of(reinterpret_cast<std::uint64_t>(return_address) - 1)) return *std::move(place);
    // In a function of Thrust or CUB: the program's own function that called it.
    CallerSearch search{program, {}};
    _Unwind_Backtrace(look_at_caller, &search);
    return search.found.value_or(CodePlace{});
}

bool Runtime::is_ignored(const CodePlace& place) const {
    return std::ranges::any_of(ignored_, [&](const IgnoredResult& ignored) {
        return ignored.line == place.line &&
               std::filesystem::path(ignored.file).filename() == std::filesystem::path(place.file).filename();
    });
}

cudaError_t Runtime::returns(const char* call, const CodePlace& place, cudaError_t code, bool is_told) {
    if (!is_ignored(place)) observe_errors();
    if (code == cudaSuccess || code == cudaErrorNotReady) return code;
    last_ = code;
    report_->event({{"event", "error"},
                    {"call", call},
                    {"name", error_name(code)},
                    {"file", place.file},
                    {"line", place.line},
                    {"message", error_text(code)}});
    const bool has_cause = is_told || (told_.line == place.line && told_.file == place.file);
    if (is_ignored(place)) unseen_.push_back({code, call, place, has_cause});
    return code;
}

// A result that is used tells of earlier errors only where they are sticky; asking for the last error tells of any.
void Runtime::observe_errors() {
    if (sticky_ != cudaSuccess) unseen_.clear();
}

void Runtime::expect_a_look(const char* call, const CodePlace& place, cudaError_t code) {
    if (!is_ignored(place)) unseen_.push_back({code, call, place});
}

cudaError_t Runtime::last_error(const CodePlace& place, bool clear) {
    const cudaError_t code = sticky_ != cudaSuccess ? sticky_ : last_;
    if (!is_ignored(place)) unseen_.clear();
    if (clear) last_ = cudaSuccess;
    return code;
}

void Runtime::clear_errors() {
    last_ = sticky_ = cudaSuccess;
    unseen_.clear();
}

void Runtime::tell(std::string kind, const CodePlace& place, std::string message, std::string hint, int launch) {
    told_ = place;
    report_->finding({std::move(kind), place, std::move(message), std::move(hint), launch});
}

void Runtime::tell_unsupported(const Diagnostics& diagnostics) {
    const Diagnostic& first = diagnostics.front();
    tell("unsupported", {first.file, first.line, {}}, first.message, first.hint);
}

void Runtime::end(int exit_code) {
    if (has_ended_) return;
    has_ended_ = true;
    for (const UnseenError& error : unseen_) {
        if (error.is_told || (sticky_ != cudaSuccess && error.code == sticky_)) continue;
        tell("unchecked_error", error.place,
             fmt::format("{} fails with {} ({}), and the program never looks at it",
                         error.call == "<<<...>>>" ? "the launch" : error.call, error_name(error.code), error_text(error.code)),
             error.call == "<<<...>>>"
                 ? "Call cudaGetLastError() after the launch and stop when it is not cudaSuccess."
                 : "Compare what the call returns with cudaSuccess, and stop with cudaGetErrorString() where it is not.");
    }
    if (!pending_output_.empty())
        tell("read_before_wait", pending_place_,
             "the program ends before it has waited for this kernel: what the kernel prints is lost",
             "Call cudaDeviceSynchronize() after the launch.");
    // A program that stops at an error need not free anything.
    const bool has_given_up = exit_code > 128 || sticky_ != cudaSuccess || (exit_code != 0 && last_ != cudaSuccess);
    for (const auto& [address, block] : heap.blocks()) {
        if (block.is_registered || block.is_internal || block.is_of_graph || has_given_up) continue;
        tell("leak", block.place, fmt::format("{} bytes of {} are never freed", block.bytes, block.call),
             block.kind == MemoryKind::pinned ? "Call cudaFreeHost() when the memory is no longer needed."
                                              : "Call cudaFree() when the memory is no longer needed.");
    }
    report_->end(exit_code);
}

}  // namespace warpwise
