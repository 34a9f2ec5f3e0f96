#include "text/kernels_in_text.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "base/text.h"
#include "text/declared_parameters.h"
#include "text/source_scanner.h"

namespace warpwise {
namespace {

std::string without_word(std::string text, std::string_view word) {
    for (std::size_t at = find_word(text, word); at != std::string::npos; at = find_word(text, word)) text.erase(at, word.size());
    return text;
}

// "const  float  *" as "const float*"
std::string tidy(std::string_view text) {
    std::string out;
    for (const char c : trimmed(text)) {
        const bool blank = kSourceBlanks.contains(c);
        if (c == '*') out = trimmed(out);
        if (!blank)
            out += c;
        else if (!out.empty() && out.back() != ' ')
            out += ' ';
    }
    return out;
}

DeclaredParameter declared_parameter(std::string text) {
    DeclaredParameter out;
    if (const std::size_t equals = text.find('='); equals != std::string::npos) text.erase(equals);
    for (const std::string_view word : {"__restrict__", "__restrict", "restrict", "__grid_constant__", "volatile"})
        text = without_word(std::move(text), word);
    if (const std::size_t bracket = text.find('['); bracket != std::string::npos) {  // "float a[]" is a pointer
        text.erase(bracket);
        std::size_t name = std::string(trimmed(text)).size();
        text = trimmed(text);
        while (name > 0 && in_name(text[name - 1])) --name;
        text.insert(name, "*");
    }
    text = trimmed(text);
    std::size_t begin = text.size();
    while (begin > 0 && in_name(text[begin - 1])) --begin;
    static const std::set<std::string_view> types{"int", "float", "double", "char", "long", "short", "unsigned", "bool", "signed"};
    const bool named = begin > 0 && !types.contains(std::string_view(text).substr(begin));
    out.name = named ? text.substr(begin) : "";
    out.type = tidy(std::string_view(text).substr(0, named ? begin : text.size()));
    out.stars = static_cast<int>(std::ranges::count(out.type, '*'));
    if (out.stars == 0) return out;
    out.pointee = out.type.substr(0, out.type.find('*'));
    out.is_const = find_word(out.pointee, "const") != std::string::npos;
    out.pointee = tidy(without_word(out.pointee, "const"));
    return out;
}

std::vector<TemplateParameter> template_parameters(std::string_view list) {
    std::vector<TemplateParameter> out;
    for (const std::string& part : split_parameter_list(list)) {
        TemplateParameter one;
        std::string head = part;
        if (const std::size_t equals = part.find('='); equals != std::string::npos) {
            one.default_value = trimmed(std::string_view(part).substr(equals + 1));
            head = part.substr(0, equals);
        }
        head = trimmed(head);
        std::size_t begin = head.size();
        while (begin > 0 && in_name(head[begin - 1])) --begin;
        one.name = head.substr(begin);
        one.is_type = head.starts_with("typename") || head.starts_with("class");
        out.push_back(std::move(one));
    }
    return out;
}

// What stands between the end of the statement before and `mark`: "template <typename T> static ".
std::string_view before(std::string_view text, std::size_t mark) {
    const std::size_t end = text.find_last_of(";}{", mark == 0 ? 0 : mark - 1);
    std::size_t begin = end == std::string_view::npos || end >= mark ? 0 : end + 1;
    for (std::size_t line = text.find('#', begin); line != std::string_view::npos && line < mark; line = text.find('#', line + 1))
        begin = std::min(text.find('\n', line), mark);
    return text.substr(begin, mark - begin);
}

// "outer::inner::" of what stands at `place`.
std::string namespaces_at(std::string_view text, std::size_t place) {
    std::vector<std::string> open;
    for (std::size_t i = 0; i < place; ++i) {
        if (text[i] == '}' && !open.empty()) open.pop_back();
        if (text[i] != '{') continue;
        const std::string_view head = before(text, i);
        const std::size_t word = find_word(head, "namespace");
        std::string name;
        if (word != std::string_view::npos) name = trimmed(head.substr(word + std::string_view("namespace").size()));
        open.push_back(name.empty() ? "" : name + "::");
    }
    std::string all;
    for (const std::string& name : open) all += name;
    return all;
}

bool is_directive(std::string_view text, std::size_t place) {
    const std::size_t line = text.rfind('\n', place);
    const std::size_t first = text.find_first_not_of(" \t", line == std::string_view::npos ? 0 : line + 1);
    if (first != std::string_view::npos && text[first] == '#') return true;
    const std::size_t last =
        line == std::string_view::npos || line == 0 ? std::string_view::npos : text.find_last_not_of(" \t\r", line - 1);
    return last != std::string_view::npos && text[last] == '\\';
}

// The kernel whose __global__ stands at `mark`; nothing for a declaration and a specialization.
std::optional<KernelInText> kernel_at(std::string_view text, std::size_t mark) {
    if (is_directive(text, mark)) return std::nullopt;
    std::size_t open = mark;
    std::string name;
    for (;;) {
        open = text.find_first_of("(;{}", open + 1);
        if (open == std::string_view::npos || text[open] != '(') return std::nullopt;
        std::size_t end = text.find_last_not_of(kSourceBlanks, open - 1) + 1, begin = end;
        while (begin > mark && in_name(text[begin - 1])) --begin;
        name = text.substr(begin, end - begin);
        if (name != "__launch_bounds__" && name != "__attribute__" && name != "__cluster_dims__") break;
        open = partner_of_bracket(text, open);
        if (open == std::string_view::npos) return std::nullopt;
    }
    if (name.empty()) return std::nullopt;  // f<int>(...): a specialization
    const std::size_t close = partner_of_bracket(text, open);
    if (close == std::string_view::npos) return std::nullopt;
    const std::size_t brace = text.find_first_of("{;", close);
    if (brace == std::string_view::npos || text[brace] == ';') return std::nullopt;
    const std::size_t end = partner_of_bracket(text, brace);
    if (end == std::string_view::npos) return std::nullopt;

    KernelInText kernel;
    kernel.name = name;
    kernel.qualified = namespaces_at(text, mark) + name;
    kernel.line = 1 + static_cast<int>(std::ranges::count(text.substr(0, mark), '\n'));
    kernel.body = text.substr(brace + 1, end - brace - 1);
    for (const std::string& part : split_parameter_list(text.substr(open + 1, close - open - 1)))
        kernel.parameters.push_back(declared_parameter(part));
    const std::string_view head = before(text, mark);
    if (const std::size_t word = find_word(head, "template"); word != std::string_view::npos)
        if (const std::size_t list = head.find('<', word); list != std::string_view::npos)
            if (const std::size_t last = head.rfind('>'); last != std::string_view::npos && last > list)
                kernel.template_parameters = template_parameters(head.substr(list + 1, last - list - 1));
    return kernel;
}

std::optional<int> number_of(std::string_view text, const std::map<std::string, int>& constants) {
    text = trimmed(text);
    if (const auto known = constants.find(std::string(text)); known != constants.end()) return known->second;
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || (end != text.data() + text.size() && *end != 'u' && *end != 'U')) return std::nullopt;
    return value;
}

// "16, 16" of dim3 block(16, 16)
std::optional<LaunchInText> edges(std::string_view list, const std::map<std::string, int>& constants) {
    LaunchInText launch;
    const std::vector<std::string> parts = split_parameter_list(list);
    if (parts.empty() || parts.size() > 3) return std::nullopt;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto edge = number_of(parts[i], constants);
        if (!edge || *edge < 1 || *edge > 1024) return std::nullopt;
        launch.block[i] = *edge;
    }
    return launch;
}

// The block of "<<<grid, block>>>": a number, a constant, dim3(...), or a dim3 that the text declares.
std::optional<LaunchInText> block_of(std::string_view text, std::string_view block, const std::map<std::string, int>& constants) {
    block = trimmed(block);
    if (const auto numbers = edges(block, constants)) return numbers;
    if (block.starts_with("dim3")) {
        const std::size_t open = block.find_first_of("({");
        if (open == std::string_view::npos) return std::nullopt;
        return edges(block.substr(open + 1, block.size() - open - 2), constants);
    }
    for (std::size_t at = find_word(text, block); at != std::string_view::npos && !block.empty();
         at = find_word(text, block, at + 1)) {
        if (find_word(before(text, at), "dim3") == std::string_view::npos) continue;
        const std::size_t open = text.find_first_not_of(kSourceBlanks, at + block.size());
        if (open == std::string_view::npos || (text[open] != '(' && text[open] != '{')) continue;
        const std::size_t close = partner_of_bracket(text, open);
        if (close == std::string_view::npos) continue;
        return edges(text.substr(open + 1, close - open - 1), constants);
    }
    return std::nullopt;
}

// The first launch of it that says something: its template arguments and its block.
void read_launch(std::string_view text, const CudaText& all, KernelInText& kernel) {
    for (std::size_t at = find_word(text, kernel.name); at != std::string_view::npos; at = find_word(text, kernel.name, at + 1)) {
        std::size_t open = text.find_first_not_of(kSourceBlanks, at + kernel.name.size());
        if (open == std::string_view::npos || text[open] != '<') continue;
        const std::size_t launch = text.find("<<<", open);
        if (launch == std::string_view::npos || text.substr(open, launch - open).find_first_of(";{}") != std::string_view::npos)
            continue;
        if (launch > open) {
            const std::size_t last = text.rfind('>', launch);
            if (last != std::string_view::npos && last > open)
                kernel.template_arguments = trimmed(text.substr(open + 1, last - open - 1));
        }
        const std::size_t end = text.find(">>>", launch);
        if (end == std::string_view::npos) return;
        const std::vector<std::string> parts = split_parameter_list(text.substr(launch + 3, end - launch - 3));
        if (parts.size() >= 2) kernel.launch = block_of(text, parts[1], all.constants);
        return;
    }
}

// The statement from `word` on, without it and its end: " float real" of "typedef float real;".
std::string_view statement_after(std::string_view text, std::size_t at, std::string_view word) {
    const std::size_t begin = at + word.size(), end = text.find_first_of(";{}", begin);
    return end != std::string_view::npos && text[end] == ';' ? text.substr(begin, end - begin) : std::string_view{};
}

// `head` up to its last word, and that word.
std::pair<std::string, std::string> last_word(std::string_view head) {
    head = trimmed(head);
    std::size_t begin = head.size();
    while (begin > 0 && in_name(head[begin - 1])) --begin;
    return {tidy(head.substr(0, begin)), std::string(head.substr(begin))};
}

template <typename Take>
void each_word(std::string_view text, std::string_view word, Take&& take) {
    for (std::size_t at = find_word(text, word); at != std::string_view::npos; at = find_word(text, word, at + 1)) take(at);
}

void read_define(std::string_view line, CudaText& out) {
    line = trimmed(line);
    if (!line.starts_with('#')) return;
    line = trimmed(line.substr(1));
    if (!line.starts_with("define")) return;
    line = trimmed(line.substr(std::string_view("define").size()));
    const std::size_t end = line.find_first_of(" \t(");
    if (end == std::string_view::npos || line[end] == '(') return;
    const std::string name(line.substr(0, end)), value(trimmed(line.substr(end)));
    if (const auto number = number_of(value, out.constants))
        out.constants[name] = *number;
    else
        out.type_names[name] = value;
}

// No regular expressions: a text of any size comes here, and the library's recurse for each character.
void read_names(std::string_view text, CudaText& out) {
    for (const std::string_view line : lines_of(text)) read_define(line, out);
    each_word(text, "typedef", [&](std::size_t at) {
        auto [type, name] = last_word(statement_after(text, at, "typedef"));
        if (!type.empty()) out.type_names[name] = type;
    });
    each_word(text, "using", [&](std::size_t at) {
        const std::string_view statement = statement_after(text, at, "using");
        const std::size_t equals = statement.find('=');
        if (equals != std::string_view::npos)
            out.type_names[std::string(trimmed(statement.substr(0, equals)))] = tidy(statement.substr(equals + 1));
    });
    for (const std::string_view word : {"const", "constexpr"})
        each_word(text, word, [&](std::size_t at) {
            const std::string_view statement = statement_after(text, at, word);
            const std::size_t equals = statement.find('=');
            if (equals == std::string_view::npos) return;
            const auto number = number_of(statement.substr(equals + 1), out.constants);
            if (number) out.constants[last_word(statement.substr(0, equals)).second] = *number;
        });
    each_word(text, "struct", [&](std::size_t at) {
        const std::size_t brace = text.find_first_of("{;", at);
        if (brace == std::string_view::npos || text[brace] == ';') return;
        const std::size_t end = partner_of_bracket(text, brace);
        if (end == std::string_view::npos) return;
        const std::string name = last_word(text.substr(at, brace - at)).second;
        out.structures[name] = text.substr(brace + 1, end - brace - 1);
    });
}

bool defines_main(std::string_view text) {
    for (std::size_t at = find_word(text, "main"); at != std::string_view::npos; at = find_word(text, "main", at + 1)) {
        const std::size_t open = text.find_first_not_of(kSourceBlanks, at + 4);
        if (open == std::string_view::npos || text[open] != '(') continue;
        const std::size_t close = partner_of_bracket(text, open);
        if (close == std::string_view::npos) continue;
        const std::size_t body = text.find_first_not_of(kSourceBlanks, close + 1);
        if (body != std::string_view::npos && text[body] == '{' && find_word(before(text, at), "int") != std::string_view::npos)
            return true;
    }
    return false;
}

}  // namespace

CudaText read_cuda_text(std::string_view text) {
    CudaText out;
    const std::string plain = without_comments(text);
    read_names(plain, out);
    out.has_main = defines_main(plain);
    for (std::size_t at = find_word(plain, "__global__"); at != std::string::npos; at = find_word(plain, "__global__", at + 1)) {
        auto kernel = kernel_at(plain, at);
        if (!kernel) continue;
        if (std::ranges::find(out.kernels, kernel->qualified, &KernelInText::qualified) != out.kernels.end()) continue;
        read_launch(plain, out, *kernel);
        out.kernels.push_back(std::move(*kernel));
    }
    return out;
}

std::vector<IncludedHeader> included_headers(std::string_view text) {
    std::vector<IncludedHeader> headers;
    for (std::string_view line : lines_of(text)) {
        line = trimmed(line);
        if (!line.starts_with('#')) continue;
        line = trimmed(line.substr(1));
        if (!line.starts_with("include")) continue;
        line = trimmed(line.substr(std::string_view("include").size()));
        if (line.empty() || (line.front() != '"' && line.front() != '<')) continue;
        const bool is_quoted = line.front() == '"';
        if (const std::size_t close = line.find(is_quoted ? '"' : '>', 1); close != std::string_view::npos)
            headers.push_back({std::string(line.substr(1, close - 1)), is_quoted});
    }
    return headers;
}

}  // namespace warpwise
