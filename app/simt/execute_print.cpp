// printf: the format is read from device memory, the arguments from the buffer that the compiler laid out for vprintf.
#include <cstdio>
#include <cstring>

#include "simt/execute_ops.h"

namespace warpwise::simt {
namespace {

constexpr std::uint64_t longest_text = 4096;
constexpr int most_digits = 3;  // of a width or a precision: the C library would count to a billion

std::optional<std::string> read_text(BlockRun& run, Warp& warp, const Instruction& in, int lane, std::uint64_t address) {
    std::string text;
    for (std::uint64_t i = 0; i < longest_text; ++i) {
        std::byte c{};
        if (!read_bytes(run, warp, in, lane, address + i, &c, 1)) return std::nullopt;
        if (c == std::byte{0}) break;
        text.push_back(static_cast<char>(c));
    }
    return text;
}

// One argument after the other, each aligned to its size.
class ArgumentReader {
  public:
    ArgumentReader(BlockRun& run, Warp& warp, const Instruction& in, int lane, std::uint64_t address)
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
    bool good() const { return good_; }
    std::uint32_t count() const { return count_; }

  private:
    BlockRun& run_;
    Warp& warp_;
    const Instruction& in_;
    int lane_;
    std::uint64_t address_, offset_ = 0;
    std::uint32_t count_ = 0;
    bool good_ = true;
};

template <typename T>
std::string formatted(const std::string& format, T value) {
    char buffer[512];
    const int length = std::snprintf(buffer, sizeof buffer, format.c_str(), value);
    return length > 0 ? std::string(buffer, std::min<std::size_t>(static_cast<std::size_t>(length), sizeof buffer - 1))
                      : std::string();
}

// What is printed beyond the bound is dropped, so none of it is formatted: its arguments are only read and counted.
bool is_kept(const BlockRun& run) {
    return run.printed.size() <= kPrintedBytes && run.position <= run.launch.last_printing.load(std::memory_order_relaxed);
}

// `format` is one conversion: % flags width precision length letter. The flags are checked by the caller's scan.
std::optional<std::string> convert(BlockRun& run, Warp& warp, const Instruction& in, int lane, std::string format,
                                   ArgumentReader& arguments) {
    const auto shown = [&](auto value) { return is_kept(run) ? formatted(format, value) : std::string(); };
    const char letter = format.back();
    const std::size_t length_at = format.find_first_of("hlzjt");
    const bool wide = length_at != std::string::npos && format[length_at] != 'h';
    switch (letter) {
        case 'f':
        case 'F':
        case 'e':
        case 'E':
        case 'g':
        case 'G':
        case 'a':
        case 'A': return shown(arguments.next<double>());
        case 'd':
        case 'i':
        case 'c': return wide ? shown(arguments.next<long long>()) : shown(arguments.next<int>());
        case 'u':
        case 'x':
        case 'X':
        case 'o': return wide ? shown(arguments.next<unsigned long long>()) : shown(arguments.next<unsigned>());
        case 'p': format = "%#llx"; return shown(arguments.next<unsigned long long>());
        case 's': {
            const auto text = read_text(run, warp, in, lane, arguments.next<std::uint64_t>());
            return text ? std::optional(shown(text->c_str())) : std::nullopt;
        }
        default: return format;
    }
}

// nullopt: a fault was raised.
std::optional<std::string> format_text(BlockRun& run, Warp& warp, const Instruction& in, int lane, const std::string& format,
                                       ArgumentReader& arguments) {
    std::string out;
    for (std::size_t i = 0; i < format.size(); ++i) {
        if (format[i] != '%') {
            out.push_back(format[i]);
            continue;
        }
        std::string conversion = "%";
        int digits = 0;
        while (++i < format.size() && std::strchr("-+ #0123456789.lhzjt*", format[i])) {
            digits = format[i] >= '0' && format[i] <= '9' ? digits + 1 : 0;
            if (format[i] == '*') {
                conversion += std::to_string(arguments.next<int>() % 500);
            } else if (digits <= most_digits) {
                conversion.push_back(format[i]);
            }
        }
        if (i >= format.size()) break;
        if (format[i] == '%') {
            out.push_back('%');
            continue;
        }
        conversion.push_back(format[i]);
        const auto text = convert(run, warp, in, lane, conversion, arguments);
        if (!text) return std::nullopt;
        out += *text;
    }
    return arguments.good() ? std::optional(out) : std::nullopt;
}

}  // namespace

bool run_print(BlockRun& run, Warp& warp, const Instruction& in) {
    std::uint32_t counts[kLanes] = {};
    const auto* formats = read_lanes<std::uint64_t>(run, warp, in.a);
    const auto* buffers = read_lanes<std::uint64_t>(run, warp, in.b);
    bool good = true;
    for_each_lane(warp.mask, [&](int lane) {
        if (!good) return;
        const auto format = read_text(run, warp, in, lane, formats[lane]);
        ArgumentReader arguments(run, warp, in, lane, buffers[lane]);
        const auto text = format ? format_text(run, warp, in, lane, *format, arguments) : std::nullopt;
        good = text.has_value();
        if (good && is_kept(run)) run.printed += *text;
        counts[lane] = arguments.count();
    });
    if (good) write_active(warp, in.dst, counts);
    return good;
}

}  // namespace warpwise::simt
