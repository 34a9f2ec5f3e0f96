#include "simt/native/native_source.h"

#include "simt/code/bytecode_facts.h"

namespace warpwise::simt {

NativeSource::NativeSource(const Bytecode& program, std::size_t entry_index, bool checks)
    : constants(program.constants), entry(entry_index), checks_each_access(checks) {
    for (const simt::Function& each : program.functions) {
        Function& out = functions.emplace_back(each.name, each.code, each.switches, each.calls, each.results, each.parameters);
        out.frame_bytes = each.frame_bytes;
        out.is_variable.resize(each.frame_bytes / kUnitBytes + 2);
        const auto look_at = [&](std::uint32_t slot, bool wide) {
            for (std::uint32_t unit = slot / kUnitBytes;
                 unit < slot / kUnitBytes + (wide ? 2u : 1u) && unit < out.is_variable.size(); ++unit)
                out.is_variable[unit] = true;
        };
        for (const Variable& variable : each.variables) {
            if (variable.where == Variable::Where::slot || variable.where == Variable::Where::indirect)
                look_at(variable.place, true);
            for (const Variable::Piece& piece : variable.pieces) look_at(piece.slot, piece.bytes == 8);
        }
    }
}

}  // namespace warpwise::simt
