// What a program leaves that ends without a word: in memory that it shares with the process that started it, in fixed fields, which
// a signal handler can fill while the program's heap is broken or one of its locks is held. That process finds the names.
#pragma once

#include <sys/types.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace warpwise {

// Text of at most so many bytes, which a copy cuts short.
template <std::size_t kBytes>
struct FixedText {
    std::array<char, kBytes> bytes{};
    void set(const char* text, std::size_t length) {
        const std::size_t kept = length < kBytes - 1 ? length : kBytes - 1;
        for (std::size_t i = 0; i < kept; ++i) bytes[i] = text[i];
        bytes[kept] = 0;
    }
    void set(std::string_view text) { set(text.data(), text.size()); }
    std::string_view view() const { return bytes.data(); }
};

// An error that the program has not looked at so far.
struct UnseenRecord {
    int code = 0;
    bool is_told = false;
    int line = 0;
    FixedText<64> call;
    FixedText<512> file;
};

struct CrashRecord {
    // ---- kept up to date while the program runs ----
    static constexpr std::size_t kMostUnseen = 16;
    std::array<UnseenRecord, kMostUnseen> unseen{};
    int unseen_count = 0;
    int sticky = 0;  // the error that every call returns
    bool has_lost_output = false;
    int lost_line = 0;  // of the launch that printed it
    FixedText<512> lost_file;
    bool has_ended = false;  // the program has told its own end

    // ---- filled by the handler of a signal ----
    enum State : int { none, being_written, complete };
    std::atomic<int> state{none};
    pid_t thread = 0;
    int signal = 0;
    bool is_write = false;
    std::uint64_t address = 0, instruction = 0, stack = 0;
    // Words of the stack, innermost first, that may be return addresses in the program's code; or such addresses indeed.
    bool has_frames = false;
    static constexpr std::size_t kMostCallers = 64;
    std::array<std::uint64_t, kMostCallers> callers{};
    int caller_count = 0;
    // Of the allocation of CUDA's that the address is near to.
    bool has_block = false, has_freed_block = false;
    int block_line = 0;  // of the call that allocated it, or freed it
    FixedText<32> block_call;
    FixedText<64> block_name;
    // What the C library says when it ends the program, and what free() was given at that time.
    FixedText<256> abort_text;
    std::uint64_t first_free = 0;  // the return address of an earlier free() of the same pointer
};

// In memory that a fork shares.
CrashRecord* make_crash_record();

}  // namespace warpwise
