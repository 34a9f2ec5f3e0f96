// Debug information: places, scopes, and where each source variable is kept.
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>

#include "simt/decode/decode_internal.h"

namespace warpwise::simt {

bool ModuleDecoder::is_own_header(const llvm::DIFile* file) {
    line_of(file, 1);
    return first_lines_.lookup(file) == 0;
}

std::uint32_t ModuleDecoder::line_of(const llvm::DIFile* file, std::uint32_t line) {
    const auto [known, is_new] = first_lines_.try_emplace(file, 0);
    if (is_new && file) {
        const llvm::StringRef name = file->getFilename();
        const std::string path = name.starts_with("/") ? name.str() : (file->getDirectory() + "/" + name).str();
        if (llvm::StringRef(path).ends_with("/.simt-text/kernel.cu")) known->second = 1;
        for (const HeaderLines& header : program_.headers)
            if (path == header.path || "/" + header.path == path) known->second = header.first;
    }
    return line == 0 || known->second == 0 ? line : line + known->second - 1;
}

std::uint32_t FunctionDecoder::scope_index(const llvm::DIScope* scope) {
    if (!scope) return 0;
    if (const auto known = scope_indices_.find(scope); known != scope_indices_.end()) return known->second;
    Scope out;
    if (const auto* block = llvm::dyn_cast<llvm::DILexicalBlockBase>(scope)) {
        out.parent = scope_index(block->getScope());
        if (const auto* place = llvm::dyn_cast<llvm::DILexicalBlock>(block))
            out.line = module_.line_of(place->getFile(), place->getLine());
    } else if (const auto* subprogram = llvm::dyn_cast<llvm::DISubprogram>(scope)) {
        out.function = readable_name(subprogram->getName().str());
        out.line = module_.line_of(subprogram->getFile(), subprogram->getLine());
    }
    const auto index = static_cast<std::uint32_t>(out_.scopes.size());
    out_.scopes.push_back(std::move(out));
    return scope_indices_[scope] = index;
}

std::uint32_t FunctionDecoder::inlined_index(const llvm::DILocation* place) {
    if (!place) return kNoIndex;
    if (const auto known = inlined_indices_.find(place); known != inlined_indices_.end()) return known->second;
    InlinedCall out;
    out.line = module_.line_of(place->getFile(), place->getLine());
    out.column = place->getColumn();
    out.scope = scope_index(place->getScope());
    out.inlined_at = inlined_index(place->getInlinedAt());
    if (out.inlined_at != kNoIndex) name_inlined(out.inlined_at, *place);
    const auto index = static_cast<std::uint32_t>(out_.inlined_calls.size());
    out_.inlined_calls.push_back(std::move(out));
    return inlined_indices_[place] = index;
}

// A place in the function that the call inlined.
void FunctionDecoder::name_inlined(std::uint32_t call, const llvm::DILocation& place) {
    if (const llvm::DISubprogram* inner = place.getScope()->getSubprogram())
        out_.inlined_calls[call].function = readable_name(inner->getName().str());
}

bool FunctionDecoder::set_location(const llvm::Instruction& i) {
    const llvm::DILocation* place = i.getDebugLoc().get();
    if (!place || place->getLine() == 0) return false;
    // What comes from a header (cooperative groups) counts as the user's line that called it.
    while (place->getInlinedAt() && module_.is_own_header(place->getFile())) place = place->getInlinedAt();
    here_ = {module_.line_of(place->getFile(), place->getLine()), place->getColumn(), scope_index(place->getScope()),
             inlined_index(place->getInlinedAt())};
    if (here_.inlined_at != kNoIndex) name_inlined(here_.inlined_at, *place);
    return true;
}

// Variables are made before the first statement; what is wrong with one belongs to the line that declares it.
void FunctionDecoder::set_location_of_variable(const llvm::AllocaInst& variable) {
    for (const llvm::DbgVariableRecord* record : llvm::findDVRDeclares(const_cast<llvm::AllocaInst*>(&variable)))
        if (const llvm::DILocation* place = record->getDebugLoc().get())
            here_.line = module_.line_of(place->getFile(), place->getLine()), here_.column = place->getColumn();
}

// `place` keeps the variable, or where it is a part of something (a structured binding), begins `offset` bytes before it.
void FunctionDecoder::place_variable(Variable& out, const llvm::Value* place, std::uint32_t offset) const {
    if (const auto found = promoted_.find(place); found != promoted_.end()) {
        const std::vector<Promoted::Piece>& pieces = found->second.pieces;
        const bool is_scalar = pieces.size() == 1 && pieces[0].leaf.offset == 0 && !llvm::isa<llvm::Argument>(place) &&
                               !llvm::cast<llvm::AllocaInst>(place)->getAllocatedType()->isAggregateType();
        if (is_scalar) {
            out.where = Variable::Where::slot;
            out.place = pieces[0].slot;
            out.wide = module_.lane_bytes(pieces[0].leaf.type) == 8;
            return;
        }
        out.where = Variable::Where::pieces;
        for (const Promoted::Piece& piece : pieces)
            if (piece.leaf.offset >= offset && piece.leaf.offset < offset + out.bytes)
                out.pieces.push_back({piece.leaf.offset - offset, piece.leaf.bytes, piece.slot});
    } else if (const auto local = local_objects_.find(place); local != local_objects_.end()) {
        out.where = Variable::Where::local;
        out.place = out_.locals[local->second].offset + offset;
    } else if (llvm::isa<llvm::Argument>(place) && values_.contains(place)) {
        out.where = Variable::Where::indirect;
        out.place = values_.lookup(place).front();
        out.offset = offset;
    }
}

void FunctionDecoder::describe_variable(const llvm::DILocalVariable& record, const llvm::Value* place,
                                        const llvm::DIExpression& expression, const llvm::DILocation* location) {
    Variable out;
    out.name = record.getName().str();
    if (out.name.empty() || !place || (record.isArtificial() && out.name != "this")) return;  // __range1 of a loop is no one's
    out.type = module_.type_index(record.getType());
    out.scope = scope_index(record.getScope());
    out.inlined_at = location ? inlined_index(location->getInlinedAt()) : kNoIndex;
    out.line = module_.line_of(record.getFile(), record.getLine());
    out.is_argument = record.isParameter();
    out.bytes = out.type == kNoIndex ? 0 : module_.program().types[out.type].bytes;
    // How to come from the place to the variable: by an offset, through an address that the place holds, or both.
    std::uint32_t offset = 0;
    bool is_address = false, is_known = true;
    for (const llvm::DIExpression::ExprOperand& step : expression.expr_ops()) {
        if (step.getOp() == llvm::dwarf::DW_OP_plus_uconst) {
            offset += static_cast<std::uint32_t>(step.getArg(0));
        } else if (step.getOp() == llvm::dwarf::DW_OP_deref && !is_address && offset == 0) {
            is_address = true;
        } else {
            is_known = false;
        }
    }
    if (is_known && is_address) {
        Variable holder;
        place_variable(holder, place, 0);
        if (holder.where == Variable::Where::slot && holder.wide) {
            out.where = Variable::Where::indirect;
            out.place = holder.place;
            out.offset = offset;
        }
    } else if (is_known) {
        place_variable(out, place, offset);
        if (const auto local = local_objects_.find(place); local != local_objects_.end() && expression.getNumElements() == 0) {
            out_.locals[local->second].name = out.name;
            out_.locals[local->second].type = out.type;
        }
    }
    out_.variables.push_back(std::move(out));
}

void FunctionDecoder::describe_variables() {
    for (llvm::Instruction& i : llvm::instructions(ir_)) {
        for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(i.getDbgRecordRange()))
            if (record.isDbgDeclare())
                describe_variable(*record.getVariable(), record.getVariableLocationOp(0), *record.getExpression(),
                                  record.getDebugLoc().get());
        if (const auto* declare = llvm::dyn_cast<llvm::DbgDeclareInst>(&i))
            describe_variable(*declare->getVariable(), declare->getAddress(), *declare->getExpression(),
                              declare->getDebugLoc().get());
    }
}

}  // namespace warpwise::simt
