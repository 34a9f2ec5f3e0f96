#include "simt/compile/compile_entry.h"

#include <llvm/IR/DebugInfoMetadata.h>

#include <algorithm>
#include <cctype>
#include <span>

#include "fmt/format.h"
#include "simt/compile/compile_host_code.h"

namespace warpwise::simt {
namespace {

// "ns::k<float>(float*, int)" in its parts.
struct EntryParts {
    std::string_view name;                        // "ns::k"
    std::string_view instance;                    // "ns::k<float>"
    std::vector<std::string> template_arguments;  // "float"
    std::optional<std::string_view> parameters;   // "float*, int"
};

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(' ');
    return begin == std::string_view::npos ? std::string_view{} : text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

// Where the bracket closes that opens at `at`, of any kind.
std::size_t closing(std::string_view text, std::size_t at) {
    int depth = 0;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '<' || c == '(') ++depth;
        if ((c == '>' || c == ')') && --depth == 0) return at;
    }
    return text.size();
}

std::vector<std::string> at_commas(std::string_view text) {
    std::vector<std::string> out;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        const char c = at < text.size() ? text[at] : ',';
        if (c == '<' || c == '(') ++depth;
        if (c == '>' || c == ')') --depth;
        if (c != ',' || (depth > 0 && at < text.size())) continue;
        out.emplace_back(trimmed(text.substr(begin, at - begin)));
        begin = at + 1;
    }
    return out;
}

EntryParts parts_of(std::string_view entry) {
    entry = trimmed(entry);
    const std::size_t open = std::min(entry.find_first_of("<("), entry.size());
    EntryParts out{.name = trimmed(entry.substr(0, open)), .instance = entry, .template_arguments = {}, .parameters = {}};
    std::size_t behind = open;
    if (open < entry.size() && entry[open] == '<') {
        const std::size_t close = closing(entry, open);
        out.template_arguments = at_commas(entry.substr(open + 1, close - open - 1));
        behind = std::min(close + 1, entry.size());
    }
    const std::size_t list = entry.find('(', behind);
    if (list == std::string_view::npos || !entry.ends_with(')')) return out;
    out.instance = trimmed(entry.substr(0, list));
    out.parameters = entry.substr(list + 1, entry.size() - list - 2);
    return out;
}

// A template's parameters replaced by what the entry says, where they are whole words.
std::string with_arguments(std::string type, const KernelSignature& of, const std::vector<std::string>& arguments) {
    std::string out;
    for (std::size_t at = 0; at < type.size();) {
        std::size_t end = at;
        while (end < type.size() && (std::isalnum(static_cast<unsigned char>(type[end])) != 0 || type[end] == '_')) ++end;
        const std::string word = type.substr(at, std::max<std::size_t>(end - at, 1));
        const auto found = std::ranges::find(of.template_parameters, word);
        const auto place = static_cast<std::size_t>(found - of.template_parameters.begin());
        out += found != of.template_parameters.end() && place < arguments.size() ? arguments[place] : word;
        at += word.size();
    }
    return out;
}

std::string without_spaces(std::string_view text) {
    std::string out(text);
    std::erase(out, ' ');
    return out;
}

bool fits(const KernelSignature& signature, const std::vector<std::size_t>& arguments) {
    if (signature.pointers.size() != arguments.size()) return false;
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (arguments[i] == 0 && !signature.pointers[i]) return false;
    return true;
}

// How far the type is from an argument of that size: among those whose numbers fit, one whose sizes do is meant.
bool sizes_fit(const std::vector<std::string>& types, const std::vector<bool>& pointers,
               const std::vector<std::size_t>& arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view type = types[i];
        const std::size_t bytes = pointers[i]                                                                        ? 0
                                  : type == "double" || type.contains("long") || type == "size_t"                    ? 8
                                  : type == "float" || type == "int" || type == "unsigned int" || type == "unsigned" ? 4
                                                                                                                     : arguments[i];
        if (bytes != arguments[i] && !(pointers[i] && arguments[i] == 8)) return false;
    }
    return true;
}

}  // namespace

bool is_name_expression(std::string_view entry) {
    return std::ranges::all_of(entry, [](unsigned char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("_:<>, *&()+-'.").contains(static_cast<char>(c));
    });
}

std::string entry_variable(std::string_view entry) {
    const EntryParts parts = parts_of(entry);
    constexpr std::string_view head = "\n#line 1 \"<entry>\"\n__attribute__((device, used)) ";
    if (parts.parameters) return fmt::format("{}void (*__simt_entry)({}) = &{};\n", head, *parts.parameters, parts.instance);
    return fmt::format("{}auto* __simt_entry = &{};\n", head, entry);
}

std::vector<NamedKernel> kernels_named(const KernelFacts& facts, std::string_view entry,
                                       const std::vector<std::size_t>& arguments) {
    const EntryParts parts = parts_of(entry);
    std::vector<NamedKernel> fitting, best;
    for (const KernelSignature& each : facts.signatures) {
        if (each.name != parts.name && !each.name.ends_with("::" + std::string(parts.name))) continue;
        if (parts.template_arguments.size() > each.template_parameters.size()) continue;
        std::vector<std::string> types;
        for (const std::string& type : each.types) types.push_back(with_arguments(type, each, parts.template_arguments));
        const std::string list = fmt::format("{}", fmt::join(types, ", "));
        if (parts.parameters && without_spaces(*parts.parameters) != without_spaces(list)) continue;
        if (!parts.parameters && !arguments.empty() && !fits(each, arguments)) continue;
        NamedKernel named{fmt::format("{}({})", parts.instance, list), each};
        if (!arguments.empty() && sizes_fit(types, each.pointers, arguments)) best.push_back(named);
        fitting.push_back(std::move(named));
    }
    if (best.size() == 1) return best;
    if (!fitting.empty() || arguments.empty()) return fitting;
    // No other kernel has the name: that the arguments do not fit is for the launch to say.
    auto all = kernels_named(facts, entry, {});
    return all.size() == 1 ? all : fitting;
}

Diagnostics one_error(std::string_view origin, std::string message, std::string hint) {
    Diagnostic diagnostic;
    diagnostic.file = origin;
    diagnostic.message = std::move(message);
    diagnostic.hint = std::move(hint);
    return {diagnostic};
}

Diagnostics entry_error(const KernelFacts& facts, std::string_view entry, std::string_view origin, const std::string& reason) {
    if (facts.kernels.empty()) {
        return one_error(origin, "there is no kernel in this code",
                         facts.functions.empty()
                             ? "A kernel is a function that begins with __global__ void."
                             : fmt::format("Write __global__ in front of '{}' to make it a kernel.", facts.functions.front()));
    }
    constexpr std::size_t most_named = 20;
    const bool has_more = facts.kernels.size() > most_named;
    const std::span named(facts.kernels.data(), has_more ? most_named : facts.kernels.size());
    const std::string list = fmt::format("{}{}", fmt::join(named, ", "), has_more ? ", ..." : "");
    if (entry.empty())
        return one_error(origin, "which kernel? The code has several, or only a template: " + list,
                         "Name one; for a template name an instance, as in add_one<float>.");
    const std::string base(entry.substr(0, entry.find('<')));
    if (std::ranges::find(facts.functions, base) != facts.functions.end())
        return one_error(origin, fmt::format("'{}' is not a kernel", entry),
                         fmt::format("Write __global__ in front of it. The kernels here: {}.", list));
    if (const auto all = kernels_named(facts, entry, {}); all.size() > 1) {
        std::vector<std::string> texts;
        for (const NamedKernel& each : all) texts.push_back(each.entry);
        return one_error(origin, fmt::format("'{}' is the name of {} kernels: {}", entry, all.size(), fmt::join(texts, "; ")),
                         fmt::format("Write the parameters too, as in '{}'.", texts.front()));
    }
    const bool is_template = std::ranges::find(facts.kernels, base + "<...>") != facts.kernels.end();
    if (is_template && base == entry)
        return one_error(origin, fmt::format("'{}' is a template", entry),
                         fmt::format("Name an instance with its arguments, for example {}<float>.", base));
    if (is_template)
        return one_error(origin, fmt::format("'{}' is not an instance of the template: {}", entry, reason),
                         "Check the template's parameters: their number and kinds.");
    return one_error(
        origin, fmt::format("there is no kernel '{}' in this code", entry),
        fmt::format("The kernels here: {}. A template instance is named with its arguments, as in add_one<float>.", list));
}

llvm::Function* take_entry(llvm::Module& module) {
    llvm::GlobalVariable* variable = nullptr;
    for (llvm::GlobalVariable& global : module.globals())
        if (global.getName().contains("__simt_entry")) variable = &global;
    if (!variable || !variable->hasInitializer()) return nullptr;
    auto* function = llvm::dyn_cast<llvm::Function>(variable->getInitializer()->stripPointerCasts());
    variable->setInitializer(nullptr);
    variable->setLinkage(llvm::GlobalValue::ExternalLinkage);
    return function;
}

llvm::Function* kernel_at(llvm::Module& module, std::string_view qualified, unsigned line) {
    const std::size_t colon = qualified.rfind(':');
    const std::string_view name = qualified.substr(colon + 1);  // npos + 1 is 0
    for (llvm::Function& function : module) {
        const llvm::DISubprogram* record = function.getSubprogram();
        if (!function.isDeclaration() && record && std::string_view(record->getName()) == name && record->getLine() == line)
            return &function;
    }
    return nullptr;
}

}  // namespace warpwise::simt
