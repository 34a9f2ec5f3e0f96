#include "experiment/file/program_numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "base/files.h"
#include "text/source_scanner.h"

namespace warpwise {
namespace {

constexpr std::int64_t kMostSize = std::int64_t{1} << 40;
constexpr std::size_t kMostTextBytes = std::size_t{1} << 20;

// A constant expression of whole numbers with + - * << and brackets; nothing for any other, and where it grows too large.
class Expression {
  public:
    explicit Expression(std::string_view text) : text_(text) {}
    std::optional<std::int64_t> value() {
        const auto out = shift();
        return out && blanks() == text_.size() ? out : std::nullopt;
    }

  private:
    using Value = std::optional<std::int64_t>;
    std::size_t blanks() { return at_ = std::min(text_.find_first_not_of(kSourceBlanks, at_), text_.size()); }
    bool take(std::string_view sign) {
        if (text_.substr(blanks(), sign.size()) != sign) return false;
        at_ += sign.size();
        return true;
    }
    static Value within(std::int64_t value) { return std::abs(value) <= kMostSize ? Value(value) : std::nullopt; }
    Value shift() {
        Value out = sum();
        while (out && take("<<")) {
            const Value by = sum();
            out = by && *by >= 0 && *by <= 40 && *out >= 0 && *out <= kMostSize >> *by ? within(*out << *by) : std::nullopt;
        }
        return out;
    }
    Value sum() {
        Value out = product();
        for (bool is_minus = false; out && (take("+") || (is_minus = take("-"))); is_minus = false) {
            const Value more = product();
            out = more ? within(is_minus ? *out - *more : *out + *more) : std::nullopt;
        }
        return out;
    }
    Value product() {
        Value out = factor();
        while (out && take("*")) {
            const Value by = factor();
            out = by && (*by == 0 || std::abs(*out) <= kMostSize / std::abs(*by)) ? within(*out * *by) : std::nullopt;
        }
        return out;
    }
    Value factor() {
        if (depth_ > 50) return std::nullopt;
        if (take("(")) {
            ++depth_;
            const Value out = shift();
            --depth_;
            return take(")") ? out : std::nullopt;
        }
        const std::size_t begin = blanks();
        std::string digits;
        while (at_ < text_.size() && (in_name(text_[at_]) || text_[at_] == '\'')) {
            if (text_[at_] != '\'') digits += text_[at_];
            ++at_;
        }
        const bool is_hex = digits.starts_with("0x") || digits.starts_with("0X");
        if (begin == at_ || (!is_hex && digits.size() > 1 && digits.front() == '0')) return std::nullopt;  // octal, too
        std::string_view number(digits);
        while (!number.empty() && std::string_view("uUlLzZ").contains(number.back())) number.remove_suffix(1);
        if (is_hex) number.remove_prefix(2);
        std::int64_t value = 0;
        const auto read = std::from_chars(number.data(), number.data() + number.size(), value, is_hex ? 16 : 10);
        return read.ec == std::errc() && read.ptr == number.data() + number.size() ? within(value) : std::nullopt;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

std::optional<std::int64_t> size_in(std::string_view text) {
    const auto value = Expression(text).value();
    return value && *value >= 2 ? value : std::nullopt;
}

// Bodies and parameters of device code, as blanks.
void blank_device_code(std::string& code) {
    for (const std::string_view word : {"__global__", "__device__"}) {
        for (std::size_t at = find_word(code, word); at != std::string::npos; at = find_word(code, word, at + 1)) {
            const std::size_t stop = code.find_first_of("{;", at);
            if (stop == std::string::npos) break;
            const std::size_t close = code[stop] == '{' ? partner_of_bracket(code, stop) : stop;
            if (close == std::string::npos) break;
            for (std::size_t i = at; i <= close; ++i)
                if (code[i] != '\n') code[i] = ' ';
        }
    }
}

bool is_whole_type(std::string_view word) {
    constexpr auto types = std::to_array<std::string_view>(
        {"int", "unsigned", "long", "short", "size_t", "auto", "int32_t", "int64_t", "uint32_t", "uint64_t", "uint"});
    return std::ranges::find(types, word) != types.end();
}

class TextNumbers {
  public:
    TextNumbers(std::string_view text, const std::filesystem::path& file) : file_(file), code_(without_comments(text)) {
        blank_device_code(code_);
    }
    std::vector<ProgramNumber> find() {
        for (std::size_t at = 0; at < code_.size();) {
            const std::size_t end = std::min(code_.find('\n', at), code_.size());
            const std::size_t first = code_.find_first_not_of(" \t", at);
            if (first < end && code_[first] == '#') find_definition(first, end);
            at = end + 1;
        }
        for (std::size_t at = 0; at < code_.size();) {
            if (!begins_name(code_[at]) || (at > 0 && in_name(code_[at - 1]))) {
                ++at;
                continue;
            }
            const std::size_t end = end_of_name(at);
            at = is_whole_type(std::string_view(code_).substr(at, end - at)) ? find_variables(end) : end;
        }
        std::ranges::sort(out_, {}, &ProgramNumber::begin);
        return std::move(out_);
    }

  private:
    std::size_t end_of_name(std::size_t at) const {
        while (at < code_.size() && in_name(code_[at])) ++at;
        return at;
    }
    std::size_t past_blanks(std::size_t at) const { return std::min(code_.find_first_not_of(kSourceBlanks, at), code_.size()); }
    void add(std::string_view name, std::size_t begin, std::size_t end) {
        begin = std::min(past_blanks(begin), end);
        while (end > begin && kSourceBlanks.contains(code_[end - 1])) --end;
        const auto value = size_in(std::string_view(code_).substr(begin, end - begin));
        if (!value) return;
        const auto line = 1 + std::count(code_.begin(), code_.begin() + static_cast<std::ptrdiff_t>(begin), '\n');
        out_.push_back({.where = ProgramNumber::Where::text,
                        .name = std::string(name),
                        .value = *value,
                        .file = file_,
                        .line = static_cast<int>(line),
                        .begin = begin,
                        .end = end});
    }
    // #define NAME expression
    void find_definition(std::size_t hash, std::size_t end) {
        const std::size_t word = code_.find_first_not_of(" \t", hash + 1);
        if (std::string_view(code_).substr(word, 6) != "define" || word + 6 >= end) return;
        const std::size_t name = code_.find_first_not_of(" \t", word + 6), past = end_of_name(name);
        if (name < end && past < end && past > name && code_[past] != '(') add({&code_[name], past - name}, past, end);
    }
    // Behind a type: "n = 1 << 20, m = 5;"; where to go on.
    std::size_t find_variables(std::size_t at) {
        for (;;) {
            const std::size_t name = past_blanks(at), past = end_of_name(name);
            if (past == name || !begins_name(code_[name])) return name;
            const std::string_view word(&code_[name], past - name);
            if (is_whole_type(word) || word == "const" || word == "constexpr") {
                at = past;
                continue;
            }
            const std::size_t sign = past_blanks(past);
            if (sign >= code_.size() || code_[sign] != '=' || code_.substr(sign, 2) == "==") return past;
            const std::size_t stop = std::min(code_.find_first_of(",;{", sign), code_.size());
            add(word, sign + 1, stop);
            if (stop >= code_.size() || code_[stop] != ',') return stop;
            at = stop + 1;
        }
    }

    const std::filesystem::path& file_;
    std::string code_;
    std::vector<ProgramNumber> out_;
};

}  // namespace

std::vector<ProgramNumber> numbers_in_text(std::string_view text, const std::filesystem::path& file) {
    return TextNumbers(text, file).find();
}

std::vector<ProgramNumber> program_numbers(const ExecOptions& options) {
    std::vector<ProgramNumber> out;
    for (std::size_t i = 0; i < options.arguments.size(); ++i)
        if (const auto value = size_in(options.arguments[i]))
            out.push_back({.where = ProgramNumber::Where::argument,
                           .name = "argument " + std::to_string(i + 1),
                           .value = *value,
                           .index = i,
                           .file = {}});
    for (std::size_t i = 0; i < options.text.definitions.size(); ++i) {
        const std::string& definition = options.text.definitions[i];
        const std::size_t sign = definition.find('=');
        if (sign == std::string::npos) continue;
        if (const auto value = size_in(std::string_view(definition).substr(sign + 1)))
            out.push_back({.where = ProgramNumber::Where::definition,
                           .name = definition.substr(0, sign),
                           .value = *value,
                           .index = i,
                           .file = {}});
    }
    for (const std::filesystem::path& file : options.text.sources()) {
        const auto text = read_file(file, kMostTextBytes);
        if (!text) continue;
        auto found = numbers_in_text(*text, file);
        std::ranges::move(found, std::back_inserter(out));
    }
    return out;
}

}  // namespace warpwise
