#include "simt/decode/ptx_parse.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>

#include "base/text.h"
#include "fmt/format.h"

namespace warpwise::simt::ptx {
namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '%' || c == '$'; }

std::string without_comments(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view rest = text.substr(i);
        if (rest.starts_with("//")) {
            i = std::min(text.find('\n', i), text.size()) - 1;
        } else if (rest.starts_with("/*")) {
            i = std::min(text.find("*/", i + 2), text.size() - 2) + 1;
            out += ' ';
        } else {
            out += text[i];
        }
    }
    return out;
}

struct Failure {
    std::string what;
};

class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text) {}

    std::vector<Statement> statements() {
        std::vector<Statement> out;
        for (skip(); at_ < text_.size(); skip()) {
            begin_ = at_;
            if (take(';')) continue;
            Statement next = statement();
            next.text = as_written(trimmed(text_.substr(begin_, at_ - begin_)));
            if (next.text.ends_with(';')) next.text.pop_back();
            out.push_back(std::move(next));
        }
        return out;
    }
    // The statement that is being read.
    std::string here() const {
        const std::size_t end = std::min(text_.find(';', begin_), text_.size());
        return as_written(trimmed(text_.substr(begin_, end - begin_)));
    }

  private:
    void skip() {
        while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    }
    char next() {
        skip();
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool take(char c) {
        if (next() != c) return false;
        ++at_;
        return true;
    }
    void expect(char c) {
        if (!take(c)) throw Failure{fmt::format("expected '{}'", c)};
    }

    // Letters, digits, '_', '%', '$' and "${...}" of one name; with dots and "::" where `dots`.
    std::string_view word(bool dots) {
        skip();
        const std::size_t begin = at_;
        while (at_ < text_.size()) {
            if (text_.substr(at_).starts_with("${")) {
                at_ = std::min(text_.find('}', at_), text_.size() - 1) + 1;
            } else if (is_word(text_[at_]) || (dots && text_[at_] == '.')) {
                ++at_;
            } else if (dots && text_.substr(at_).starts_with("::")) {
                at_ += 2;
            } else {
                break;
            }
        }
        return text_.substr(begin, at_ - begin);
    }

    Statement statement() {
        Statement out;
        if (take('{')) {
            out.kind = Statement::Kind::open_block;
            return out;
        }
        if (take('}')) {
            out.kind = Statement::Kind::close_block;
            return out;
        }
        if (next() == '.') return declaration();
        if (take('@')) {
            out.guard_is_negated = take('!');
            out.guard = operand();
        }
        const std::string_view name = word(true);
        if (name.empty()) throw Failure{fmt::format("'{}' begins no statement", next())};
        if (!out.guard && next() == ':') {
            ++at_;
            out.kind = Statement::Kind::label;
            out.label = name;
            return out;
        }
        split_words(name, out.words);
        if (next() != ';' && next() != '\0' && next() != '}') out.operands = list();
        if (next() != '}') end();
        return out;
    }

    Statement declaration() {
        Statement out;
        out.kind = Statement::Kind::declaration;
        while (next() == '.') {
            ++at_;
            out.words.emplace_back(word(false));
        }
        if (out.words.front() == "pragma") {
            while (at_ < text_.size() && text_[at_] != ';') ++at_;
        } else {
            do {
                const std::string name(word(false));
                if (name.empty()) throw Failure{"a name is missing"};
                if (!take('<')) {
                    out.operands.push_back(named(name));
                    continue;
                }
                const Operand count = number();
                expect('>');
                if (count.bits > 1024) throw Failure{"more than 1024 registers at once"};
                for (std::uint64_t k = 0; k < count.bits; ++k) out.operands.push_back(named(fmt::format("{}{}", name, k)));
            } while (take(','));
        }
        end();
        return out;
    }

    void end() {
        if (!take(';') && next() != '\0') throw Failure{fmt::format("'{}' is not expected here", next())};
    }

    static void split_words(std::string_view name, std::vector<std::string>& out) {
        for (std::size_t begin = 0; begin <= name.size();) {
            const std::size_t dot = std::min(name.find('.', begin), name.size());
            out.emplace_back(name.substr(begin, dot - begin));
            begin = dot + 1;
        }
    }

    static Operand named(std::string name) {
        Operand out;
        out.kind = Operand::Kind::name;
        out.name = std::move(name);
        return out;
    }

    std::vector<Operand> list() {
        std::vector<Operand> out;
        do out.push_back(operand());
        while (take(','));
        return out;
    }

    Operand operand() {
        Operand first = simple();
        if (!take('|')) return first;
        Operand pair;
        pair.kind = Operand::Kind::pair;
        pair.parts.push_back(std::move(first));
        pair.parts.push_back(simple());
        return pair;
    }

    Operand simple() {
        const Depth depth(depth_);
        Operand out;
        if (take('!')) {
            out.kind = Operand::Kind::not_;
            out.parts.push_back(simple());
            return out;
        }
        if (take('{')) {
            out.kind = Operand::Kind::vector;
            out.parts = list();
            expect('}');
            return out;
        }
        if (take('[')) return address();
        const char c = next();
        if (is_digit(c) || c == '-' || c == '+' || c == '(' || c == '~') return number();
        const std::string_view name = word(true);
        if (name.empty()) throw Failure{c == '\0' ? "an operand is missing" : fmt::format("'{}' is not an operand", c)};
        if (const auto index = place(name)) {
            out.kind = Operand::Kind::place;
            out.index = *index;
            return out;
        }
        if (name == "WARP_SZ") {
            out.bits = 32;
            return out;
        }
        return named(std::string(name));
    }

    Operand address() {
        Operand out;
        out.kind = Operand::Kind::address;
        out.parts.push_back(simple());
        while (next() == '+' || next() == '-') {
            const bool minus = text_[at_++] == '-';
            Operand offset = simple();
            if (offset.kind == Operand::Kind::number) {
                out.bits += minus ? 0 - offset.bits : offset.bits;
            } else if (!minus) {
                out.parts.push_back(std::move(offset));
            } else {
                throw Failure{"an offset that is subtracted must be a number"};
            }
        }
        expect(']');
        return out;
    }

    // "$0", "${0:x}"
    static std::optional<unsigned> place(std::string_view name) {
        if (!name.starts_with('$') || name.starts_with("$$")) return std::nullopt;
        name.remove_prefix(name.starts_with("${") ? 2 : 1);
        unsigned index = 0;
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
        const bool whole = end == name.data() + name.size() || *end == ':' || *end == '}';
        return error == std::errc{} && whole ? std::optional(index) : std::nullopt;
    }

    // A constant expression of numbers: products before sums before shifts, and parentheses.
    Operand number() {
        Operand out = sum();
        while (next() == '<' && text_.substr(at_).starts_with("<<")) {
            at_ += 2;
            out.bits <<= sum().bits & 63;
        }
        return out;
    }
    Operand sum() {
        Operand out = product();
        for (;;) {
            if (take('+')) {
                out.bits += product().bits;
            } else if (take('-')) {
                out.bits -= product().bits;
            } else {
                return out;
            }
        }
    }
    Operand product() {
        Operand out = factor();
        while (take('*')) out.bits *= factor().bits;
        return out;
    }

    Operand factor() {
        const Depth depth(depth_);
        if (take('-')) {
            Operand out = factor();
            if (out.real_bytes == 8) {
                out.bits ^= std::uint64_t{1} << 63;
            } else if (out.real_bytes == 4) {
                out.bits ^= 0x80000000u;
            } else {
                out.bits = 0 - out.bits;
            }
            return out;
        }
        if (take('+')) return factor();
        if (take('~')) {
            Operand out = factor();
            out.bits = ~out.bits;
            return out;
        }
        if (take('(')) {
            Operand out = number();
            expect(')');
            return out;
        }
        return literal();
    }

    Operand literal() {
        skip();
        Operand out;
        const std::size_t begin = at_;
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '.' ||
                                      ((text_[at_] == '-' || text_[at_] == '+') && is_decimal(text_.substr(begin, at_ - begin)) &&
                                       (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E'))))
            ++at_;
        std::string_view text = text_.substr(begin, at_ - begin);
        const std::string_view whole = text;
        const auto fail = [&] { throw Failure{fmt::format("'{}' is not a number", whole)}; };
        const auto starts = [&](char lower) { return text.size() > 2 && text[0] == '0' && (text[1] | 0x20) == lower; };
        if (is_decimal(text)) {
            double value = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
            if (error != std::errc{} || end != text.data() + text.size()) fail();
            out.bits = std::bit_cast<std::uint64_t>(value);
            out.real_bytes = 8;
            return out;
        }
        int base = 10;
        if (starts('f')) base = 16, out.real_bytes = 4;
        if (starts('d')) base = 16, out.real_bytes = 8;
        if (starts('x')) base = 16;
        if (starts('b')) base = 2;
        if (base != 10) {
            text.remove_prefix(2);
        } else if (text.size() > 1 && text[0] == '0') {
            base = 8;
        }
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out.bits, base);
        if (error != std::errc{}) fail();
        if (end != text.data() + text.size() && std::string_view(end, 1) != "U" && std::string_view(end, 1) != "u") fail();
        return out;
    }
    static bool is_decimal(std::string_view text) { return text.contains('.'); }

    // A text of a million parentheses must not use up the stack.
    class Depth {
      public:
        explicit Depth(int& depth) : depth_(depth) {
            if (depth_ >= kMostNested) throw Failure{"its operands are nested too deeply"};
            ++depth_;
        }
        ~Depth() { --depth_; }
        Depth(const Depth&) = delete;
        Depth& operator=(const Depth&) = delete;

      private:
        static constexpr int kMostNested = 64;
        int& depth_;
    };

    std::string_view text_;
    std::size_t at_ = 0, begin_ = 0;
    int depth_ = 0;
};

}  // namespace

bool Statement::has(std::string_view word) const { return std::ranges::find(words, word) != words.end(); }

std::string as_written(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view rest = text.substr(i);
        const std::size_t end = rest.find('}');
        if (rest.starts_with("$$")) {
            out += '$';
            ++i;
        } else if (rest.starts_with("${") && end != std::string_view::npos) {
            const std::string_view inside = rest.substr(2, end - 2);
            out += inside == ":uid" ? std::string("%=") : fmt::format("%{}", inside.substr(0, inside.find(':')));
            i += end;
        } else {
            out += text[i] == '$' ? '%' : text[i];
        }
    }
    return out;
}

Program parse(std::string_view text) {
    Program out;
    const std::string plain = without_comments(text);
    Reader reader(plain);
    try {
        out.statements = reader.statements();
    } catch (const Failure& failure) {
        out.error = fmt::format("\"{}\": {}", reader.here(), failure.what);
    }
    return out;
}

}  // namespace warpwise::simt::ptx
