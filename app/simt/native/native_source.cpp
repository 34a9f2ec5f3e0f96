#include "simt/native/native_source.h"

#include <algorithm>
#include <map>
#include <utility>

#include "simt/code/bytecode_facts.h"

namespace warpwise::simt {

namespace {

// is_same_statement() (execute/execute_step.cpp) compares line and inlined call.
std::vector<std::uint32_t> statements_of(const Function& function) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers;
    std::vector<std::uint32_t> out(function.code.size());
    for (std::size_t pc = 0; pc < function.code.size(); ++pc) {
        const Location& place = function.locations[pc];
        if (!function.statement_starts[pc] || place.line == 0) continue;
        out[pc] = numbers.try_emplace({place.line, place.inlined_at}, static_cast<std::uint32_t>(numbers.size() + 1)).first->second;
    }
    return out;
}

bool is_called(const Bytecode& program, std::size_t function) {
    return std::ranges::any_of(program.functions, [&](const Function& each) {
        return std::ranges::any_of(each.calls, [&](const CallSite& site) { return site.callee == function; });
    });
}

}  // namespace

NativeSource::NativeSource(const Bytecode& program, std::size_t entry_index, bool checks, bool counts)
    : constants(program.constants), entry(entry_index), checks_each_access(checks), counts_lines(counts) {
    for (const simt::Function& each : program.functions) {
        Function& out = functions.emplace_back(each.name, each.code, each.switches, each.calls, each.results, each.parameters);
        out.frame_bytes = each.frame_bytes;
        if (functions.size() == entry + 1 && !is_called(program, entry))
            for (const simt::Function::ArgumentCopy& copy : each.argument_copies) out.argument_copies.push_back(copy.to);
        if (counts_lines) out.statements = statements_of(each);
    }
}

}  // namespace warpwise::simt
