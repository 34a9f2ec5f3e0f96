// printf: the format is read from device memory, the arguments from the buffer that the compiler laid out for vprintf.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "base/number_text.h"
#include "simt/execute/execute_fault.h"
#include "simt/execute/execute_ops.h"

namespace warpwise::simt {
namespace {

constexpr std::uint64_t kLongestText = 4096;
constexpr int kWidest = 999;  // of a width or a precision: the C library would count to a billion
// Of the launch's budget of steps: what a kernel prints, and the formats that it reads for it, take longer than its instructions.
constexpr std::uint64_t kBytesOfAStep = 2;

// What one lane's call reads: texts, and one argument after the other, each aligned to its size.
class LaneReader {
  public:
    LaneReader(BlockRun& run, Warp& warp, const Instruction& in, int lane, std::uint64_t address)
        : run_(run), warp_(warp), in_(in), lane_(lane), address_(address) {}
    template <typename T>
    T next() {
        offset_ = (offset_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
        std::byte bytes[sizeof(T)] = {};
        good_ = good_ && read_bytes(run_, warp_, in_, lane_, address_ + offset_, bytes, sizeof(T));
        offset_ += sizeof(T);
        ++count_;
        T value;
        std::memcpy(&value, bytes, sizeof value);
        return value;
    }
    // nullopt: a fault was raised.
    std::optional<std::string> text(std::uint64_t address) {
        std::string text;
        for (std::uint64_t i = 0; i < kLongestText; ++i) {
            std::byte c{};
            if (!read_bytes(run_, warp_, in_, lane_, address + i, &c, 1)) return std::nullopt;
            if (c == std::byte{0}) break;
            text.push_back(static_cast<char>(c));
        }
        bytes_ += text.size();
        return text;
    }
    bool good() const { return good_; }
    std::uint32_t count() const { return count_; }
    std::uint64_t text_bytes() const { return bytes_; }

  private:
    BlockRun& run_;
    Warp& warp_;
    const Instruction& in_;
    int lane_;
    std::uint64_t address_, offset_ = 0, bytes_ = 0;
    std::uint32_t count_ = 0;
    bool good_ = true;
};

// One conversion of a format: % flags width precision length letter.
struct Conversion {
    std::string flags;
    std::optional<int> width, precision;
    std::string length;  // "", "h", "hh" or "ll": all that are wider have eight bytes
    char letter = 0;     // 0: the format ends before it

    // For the C library; with no length where it says what is read, not how it is shown.
    std::string format(bool with_length) const {
        std::string text = "%" + flags;
        if (width) text += std::to_string(*width);
        if (precision) text += "." + std::to_string(*precision);
        return text + (with_length ? length : "") + letter;
    }
};

// At `at`, a width or a precision: digits, or one '*' for an argument.
std::optional<int> read_number(const std::string& format, std::size_t& at, LaneReader& arguments) {
    if (at < format.size() && format[at] == '*') {
        ++at;
        return std::clamp(arguments.next<int>(), -kWidest, kWidest);
    }
    std::optional<int> number;
    for (; at < format.size() && format[at] >= '0' && format[at] <= '9'; ++at)
        number = std::min(number.value_or(0) * 10 + (format[at] - '0'), kWidest);
    return number;
}

// From behind the % on; `at` is left behind the letter.
Conversion read_conversion(const std::string& format, std::size_t& at, LaneReader& arguments) {
    Conversion read;
    const auto is_one_of = [&](std::string_view set) { return at < format.size() && set.contains(format[at]); };
    for (; is_one_of("-+ #0"); ++at)
        if (!read.flags.contains(format[at])) read.flags += format[at];
    read.width = read_number(format, at, arguments);
    if (read.width.value_or(0) < 0) {
        read.width = -*read.width;
        if (!read.flags.contains('-')) read.flags += '-';
    }
    if (is_one_of(".")) {
        ++at;
        read.precision = read_number(format, at, arguments).value_or(0);
        if (*read.precision < 0) read.precision.reset();
    }
    for (; is_one_of("hlzjt"); ++at) read.length = format[at] != 'h' ? "ll" : read.length == "h" ? "hh" : "h";
    if (at < format.size()) read.letter = format[at++];
    return read;
}

template <typename T>
std::string formatted(const std::string& format, T value) {
    char buffer[5120];  // the longest text; a number with the largest precision is shorter
    const int length = std::snprintf(buffer, sizeof buffer, format.c_str(), value);
    return length > 0 ? std::string(buffer, std::min<std::size_t>(static_cast<std::size_t>(length), sizeof buffer - 1))
                      : std::string();
}

// What is printed beyond the bound is dropped, so none of it is formatted: its arguments are only read and counted.
bool is_kept(const BlockRun& run) {
    return run.printed.size() <= kPrintedBytes && run.position <= run.launch.last_printing.load(std::memory_order_relaxed);
}

// `as_written` is what stands in the format; it is printed where it is no conversion. nullopt: a fault was raised.
std::optional<std::string> convert(const BlockRun& run, const Conversion& conversion, const std::string& as_written,
                                   LaneReader& arguments) {
    const auto shown = [&](auto value, const std::string& format) {
        return is_kept(run) ? formatted(format, value) : std::string();
    };
    const bool wide = conversion.length == "ll";
    switch (conversion.letter) {
        case 'f':
        case 'F':
        case 'e':
        case 'E':
        case 'g':
        case 'G':
        case 'a':
        case 'A': return shown(arguments.next<double>(), conversion.format(false));
        case 'd':
        case 'i':
            return wide ? shown(arguments.next<long long>(), conversion.format(true))
                        : shown(arguments.next<int>(), conversion.format(true));
        case 'u':
        case 'x':
        case 'X':
        case 'o':
            return wide ? shown(arguments.next<unsigned long long>(), conversion.format(true))
                        : shown(arguments.next<unsigned>(), conversion.format(true));
        case 'c': return shown(arguments.next<int>(), conversion.format(false));
        case 'p': return shown(arguments.next<unsigned long long>(), "%#llx");
        case 's': {
            const auto text = arguments.text(arguments.next<std::uint64_t>());
            return text ? std::optional(shown(text->c_str(), conversion.format(false))) : std::nullopt;
        }
        case '%': return "%";
        default: return as_written;
    }
}

// nullopt: a fault was raised.
std::optional<std::string> format_text(const BlockRun& run, const std::string& format, LaneReader& arguments) {
    std::string out;
    for (std::size_t at = 0; at < format.size();) {
        if (format[at] != '%') {
            out.push_back(format[at++]);
            continue;
        }
        const std::size_t begin = at++;
        const Conversion conversion = read_conversion(format, at, arguments);
        if (conversion.letter == 0) break;
        const auto text = convert(run, conversion, format.substr(begin, at - begin), arguments);
        if (!text) return std::nullopt;
        out += *text;
    }
    return arguments.good() ? std::optional(out) : std::nullopt;
}

// Whether the launch's budget of steps allows this too.
bool take_steps(BlockRun& run, const Warp& warp, std::uint64_t bytes) {
    const std::uint64_t steps = bytes / kBytesOfAStep, budget = run.plan.options.step_budget;
    run.launch.steps.fetch_add(steps, std::memory_order_relaxed);
    const std::uint64_t printed = run.launch.printed_steps.fetch_add(steps, std::memory_order_relaxed) + steps;
    // Where blocks have a budget of their own, a long launch may go on and print.
    if ((run.plan.options.block_step_budget > 0 ? printed : steps_so_far(run)) <= budget) return true;
    return raise_budget(run, warp,
                        fmt::format("its budget of {} warp instructions, which includes what it prints", with_separators(budget)));
}

}  // namespace

bool run_print(BlockRun& run, Warp& warp, const Instruction& in) {
    std::uint32_t counts[kLanes] = {};
    const auto* formats = read_lanes<std::uint64_t>(run, warp, in.a);
    const auto* buffers = read_lanes<std::uint64_t>(run, warp, in.b);
    bool good = true;
    for_each_lane(warp.mask, [&](int lane) {
        if (!good) return;
        LaneReader arguments(run, warp, in, lane, buffers[lane]);
        const auto format = arguments.text(formats[lane]);
        const auto text = format ? format_text(run, *format, arguments) : std::nullopt;
        good = text && take_steps(run, warp, arguments.text_bytes() + text->size());
        if (good && is_kept(run)) run.printed += *text;
        counts[lane] = arguments.count();
    });
    if (good) write_active(warp, in.dst, counts);
    return good;
}

}  // namespace warpwise::simt
