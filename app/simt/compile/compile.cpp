#include "simt/compile/compile.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <iterator>

#include "fmt/format.h"
#include "simt/compile/compile_entry.h"
#include "simt/compile/compile_explanations.h"
#include "simt/compile/compile_rounds.h"
#include "simt/compile/deep_stack.h"
#include "simt/decode/decode.h"

namespace warpwise::simt {
namespace {

// "#pragma clang __debug crash" and its kin make the compiler fail on purpose: told as what it is, at its line.
std::optional<Diagnostics> crash_pragma(std::string_view text, std::string_view origin) {
    const auto at = text.find("__debug");
    if (at == std::string_view::npos) return std::nullopt;
    const auto line_begin = text.rfind('\n', at) + 1;  // npos + 1 is 0
    const std::string_view before = text.substr(line_begin, at - line_begin);
    if (!before.contains('#') || !before.contains("pragma") || !before.contains("clang")) return std::nullopt;
    Diagnostics out = one_error(origin, "'#pragma clang __debug' is only for testing the compiler", "Delete this line.");
    out.front().line = 1 + static_cast<int>(std::ranges::count(text.substr(0, at), '\n'));
    out.front().column = static_cast<int>(at - line_begin) + 1;
    out.front().length = 7;
    return out;
}

// The decoder knows where something begins, not how long it is: to the end of the word there.
Diagnostics underlined(Diagnostics diagnostics, std::string_view text) {
    for (Diagnostic& each : diagnostics) {
        std::size_t at = 0;
        for (int line = 1; line < each.line && at != std::string_view::npos; ++line) at = text.find('\n', at) + 1;
        const std::string_view rest =
            text.substr(std::min(text.size(), at + static_cast<std::size_t>(std::max(each.column - 1, 0))));
        const auto end = std::ranges::find_if(rest, [](unsigned char c) { return !std::isalnum(c) && c != '_'; });
        each.length = std::max(1, static_cast<int>(end - rest.begin()));
    }
    return diagnostics;
}

std::vector<std::uint32_t> lines_that_say(std::string_view text, std::string_view words) {
    std::vector<std::uint32_t> lines;
    std::uint32_t line = 1;
    std::size_t counted = 0;
    for (auto at = text.find(words); at != std::string_view::npos; at = text.find(words, at + 1)) {
        line += static_cast<std::uint32_t>(std::ranges::count(text.substr(counted, at - counted), '\n'));
        counted = at;
        if (lines.empty() || lines.back() != line) lines.push_back(line);
    }
    return lines;
}

// A loop's closing brace has a place in the debug information, as it jumps; for who steps nothing happens there.
void forget_closing_braces(Bytecode& program, std::string_view text) {
    std::vector<std::size_t> lines{0, 0};  // from 1
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == '\n') lines.push_back(i + 1);
    for (Function& function : program.functions)
        for (std::size_t pc = 0; pc < function.code.size(); ++pc) {
            const Location& place = function.locations[pc];
            if (function.code[pc].op != Op::branch || place.line >= lines.size() || place.column == 0) continue;
            const std::size_t at = lines[place.line] + place.column - 1;
            if (at < text.size() && text[at] == '}') function.statement_starts[pc] = 0;
        }
}

}  // namespace

std::expected<CompiledKernel, Diagnostics> compile(std::string_view text, std::string_view entry, std::string_view origin,
                                                   const CompileOptions& options) {
    const auto begin = std::chrono::steady_clock::now();
    if (text.size() > kMaxSourceBytes)
        return std::unexpected(
            one_error(origin, fmt::format("the code has {} bytes; at most {} are compiled", text.size(), kMaxSourceBytes),
                      "Keep the kernel and what it needs; leave data out."));
    if (!is_name_expression(entry))
        return std::unexpected(one_error(origin, fmt::format("'{}' does not name a kernel", entry),
                                         "Write a name such as add_one or add_one<float>."));
    if (text.contains('\0'))
        return std::unexpected(
            one_error(origin, "the file holds a zero byte, so it is not source code", "Open the .cu file itself."));

    if (auto refused = crash_pragma(text, origin)) return std::unexpected(std::move(*refused));

    FrontEnd front;
    std::optional<std::expected<DecodedKernel, Diagnostics>> decoded;
    std::string wanted(entry);
    run_on_deep_stack([&] {
        compile_in_rounds(front, {text, wanted, origin, options});
        std::optional<KernelSignature> chosen;  // of several functions with that name
        if (front.entry_failed || (!wanted.empty() && front.module && !front.facts.entry_is_kernel)) {
            const auto named = kernels_named(front.facts, wanted, options.argument_bytes);
            if (named.size() == 1) {
                // The address of a template's instance makes it; that of another kernel cannot always be taken, and it is there.
                const bool is_template = !named.front().signature.template_parameters.empty();
                if (!is_template) chosen = named.front().signature;
                compile_in_rounds(front, {text, is_template ? named.front().entry : "", origin, options});
            }
        }
        if (!front.module || has_errors(front.diagnostics)) return;
        const bool take_only = wanted.empty() && front.facts.kernels.size() == 1 && front.facts.plain.size() == 1;
        if (take_only) wanted = front.facts.plain.front(), front.facts.parameters = front.facts.first_parameters;
        if (chosen) front.facts.parameters = chosen->parameters;
        if (!take_only && !chosen && !front.facts.entry_is_kernel) return;
        llvm::Function* kernel = chosen      ? kernel_at(*front.module, chosen->name, chosen->line)
                                 : take_only ? kernel_at(*front.module, front.facts.plain.front(), front.facts.first_line)
                                             : take_entry(*front.module);
        if (kernel) decoded = decode(*front.module, *kernel, origin, front.facts.shared_elements, front.facts.headers);
        front.module.reset();  // what is deep to build is deep to take apart
    });
    explain_left_out_headers(front.diagnostics);
    if (has_errors(front.diagnostics)) return std::unexpected(std::move(front.diagnostics));
    if (!decoded) return std::unexpected(entry_error(front.facts, entry, origin, front.entry_message));
    if (!*decoded) {
        Diagnostic& first = decoded->error().front();
        explain_missing_body(first, front.facts);
        // The instruction knows the converted value's place; the conversion that made it wide begins before it.
        for (const auto& [line, column] : front.facts.wide_integers)
            if (first.line == line && column < first.column && first.message.contains("128-bit")) first.column = column;
        return std::unexpected(underlined(std::move(decoded->error()), text));
    }

    CompiledKernel out;
    out.program = std::move((*decoded)->program);
    forget_closing_braces(out.program, text);
    out.entry = (*decoded)->entry;
    out.program.functions[out.entry].name = wanted;
    std::vector<std::uint32_t>& intended = out.program.lines_of_intended_races;
    std::ranges::move(lines_that_say(text, "warpwise: benign race"), std::back_inserter(intended));
    std::ranges::sort(intended);
    out.parameters = std::move(*front.facts.parameters);
    out.warnings = std::move(front.diagnostics);
    out.filled_by_host = variables_filled_by_host(text);
    out.compile_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    return out;
}

}  // namespace warpwise::simt
