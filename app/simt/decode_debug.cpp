// Debug information: places, scopes, types, and where each source variable is kept.
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>

#include "simt/decode_internal.h"

namespace warpwise::simt {
namespace {

TypeKind kind_of(const llvm::DIBasicType& type) {
    switch (type.getEncoding()) {
        case llvm::dwarf::DW_ATE_float: return TypeKind::floating;
        case llvm::dwarf::DW_ATE_boolean: return TypeKind::boolean;
        case llvm::dwarf::DW_ATE_signed: return TypeKind::signed_integer;
        case llvm::dwarf::DW_ATE_unsigned: return TypeKind::unsigned_integer;
        case llvm::dwarf::DW_ATE_signed_char:
        case llvm::dwarf::DW_ATE_UTF: return TypeKind::character;
        case llvm::dwarf::DW_ATE_unsigned_char: return TypeKind::unsigned_integer;
        default: return TypeKind::other;
    }
}

bool is_named_alias(const llvm::DIDerivedType& type) { return type.getTag() == llvm::dwarf::DW_TAG_typedef; }
bool is_qualifier(const llvm::DIDerivedType& type) {
    const unsigned tag = type.getTag();
    return tag == llvm::dwarf::DW_TAG_const_type || tag == llvm::dwarf::DW_TAG_volatile_type ||
           tag == llvm::dwarf::DW_TAG_restrict_type;
}
bool is_pointer(const llvm::DIDerivedType& type) {
    const unsigned tag = type.getTag();
    return tag == llvm::dwarf::DW_TAG_pointer_type || tag == llvm::dwarf::DW_TAG_reference_type ||
           tag == llvm::dwarf::DW_TAG_rvalue_reference_type;
}

// "const float *", "int[16]": as a programmer writes it.
std::string type_text(const llvm::DIType* type, int depth = 0) {
    if (!type) return "void";
    if (depth > 16) return "...";
    if (const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type)) {
        if (is_named_alias(*derived)) return derived->getName().str();
        const std::string base = type_text(derived->getBaseType(), depth + 1);
        if (derived->getTag() == llvm::dwarf::DW_TAG_const_type) return base.ends_with('*') ? base + "const" : "const " + base;
        if (derived->getTag() == llvm::dwarf::DW_TAG_volatile_type) return "volatile " + base;
        if (derived->getTag() == llvm::dwarf::DW_TAG_reference_type) return base + " &";
        if (derived->getTag() == llvm::dwarf::DW_TAG_rvalue_reference_type) return base + " &&";
        if (derived->getTag() == llvm::dwarf::DW_TAG_pointer_type) return base.ends_with('*') ? base + "*" : base + " *";
        return base;
    }
    if (const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
        composite && composite->getTag() == llvm::dwarf::DW_TAG_array_type) {
        std::string out = type_text(composite->getBaseType(), depth + 1);
        for (const llvm::DINode* element : composite->getElements())
            if (const auto* range = llvm::dyn_cast<llvm::DISubrange>(element)) {
                const auto* count = llvm::dyn_cast_if_present<llvm::ConstantInt*>(range->getCount());
                out += count && count->getSExtValue() >= 0 ? "[" + std::to_string(count->getSExtValue()) + "]" : "[]";
            }
        return out;
    }
    const std::string name = type->getName().str();
    return name.empty() ? "(unnamed)" : name;
}

std::uint32_t bytes_of(const llvm::DIType& type) { return static_cast<std::uint32_t>(type.getSizeInBits() / 8); }

}  // namespace

std::uint32_t ModuleDecoder::type_index(const llvm::DIType* type) {
    if (!type) return kNoIndex;
    if (const auto known = type_indices_.find(type); known != type_indices_.end()) return known->second;
    const auto index = static_cast<std::uint32_t>(program_.types.size());
    type_indices_[type] = index;  // before its members: a list's node points to itself
    program_.types.emplace_back();
    Type out;
    out.name = type_text(type);
    out.bytes = bytes_of(*type);
    if (const auto* basic = llvm::dyn_cast<llvm::DIBasicType>(type)) {
        out.kind = kind_of(*basic);
    } else if (const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type)) {
        const std::uint32_t base = type_index(derived->getBaseType());
        if (is_pointer(*derived)) {
            out.kind = TypeKind::pointer;
            out.bytes = 8;
            out.element = base;
        } else if (base != kNoIndex && (is_qualifier(*derived) || is_named_alias(*derived))) {
            const std::string name = std::move(out.name);
            out = program_.types[base];
            out.name = name;
        }
    } else if (const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type)) {
        const unsigned tag = composite->getTag();
        if (tag == llvm::dwarf::DW_TAG_array_type) {
            out.kind = TypeKind::array;
            out.element = type_index(composite->getBaseType());
            const std::uint32_t element_bytes = out.element == kNoIndex ? 0 : program_.types[out.element].bytes;
            out.count = element_bytes ? out.bytes / element_bytes : 0;
        } else if (tag == llvm::dwarf::DW_TAG_enumeration_type) {
            out.kind = TypeKind::signed_integer;
        } else {
            out.kind = TypeKind::structure;
            for (const llvm::DINode* element : composite->getElements()) {
                const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element);
                if (!member || member->getTag() != llvm::dwarf::DW_TAG_member || member->isStaticMember() || member->isBitField())
                    continue;
                out.members.push_back({member->getName().str(), static_cast<std::uint32_t>(member->getOffsetInBits() / 8),
                                       type_index(member->getBaseType())});
            }
        }
    }
    program_.types[index] = std::move(out);
    return index;
}

std::uint32_t FunctionDecoder::scope_index(const llvm::DIScope* scope) {
    if (!scope) return 0;
    if (const auto known = scope_indices_.find(scope); known != scope_indices_.end()) return known->second;
    Scope out;
    if (const auto* block = llvm::dyn_cast<llvm::DILexicalBlockBase>(scope)) {
        out.parent = scope_index(block->getScope());
        if (const auto* place = llvm::dyn_cast<llvm::DILexicalBlock>(block)) out.line = place->getLine();
    } else if (const auto* subprogram = llvm::dyn_cast<llvm::DISubprogram>(scope)) {
        out.function = subprogram->getName().str();
        out.line = subprogram->getLine();
    }
    const auto index = static_cast<std::uint32_t>(out_.scopes.size());
    out_.scopes.push_back(std::move(out));
    return scope_indices_[scope] = index;
}

std::uint32_t FunctionDecoder::inlined_index(const llvm::DILocation* place) {
    if (!place) return kNoIndex;
    if (const auto known = inlined_indices_.find(place); known != inlined_indices_.end()) return known->second;
    InlinedCall out;
    out.line = place->getLine();
    out.column = place->getColumn();
    out.scope = scope_index(place->getScope());
    out.inlined_at = inlined_index(place->getInlinedAt());
    const auto index = static_cast<std::uint32_t>(out_.inlined_calls.size());
    out_.inlined_calls.push_back(std::move(out));
    return inlined_indices_[place] = index;
}

bool FunctionDecoder::set_location(const llvm::Instruction& i) {
    const llvm::DILocation* place = i.getDebugLoc().get();
    if (!place || place->getLine() == 0) return false;
    // What comes from a header (cooperative groups) counts as the user's line that called it.
    while (place->getInlinedAt() && place->getFilename() != "/kernel.cu" && place->getFilename() != "kernel.cu")
        place = place->getInlinedAt();
    here_ = {place->getLine(), place->getColumn(), scope_index(place->getScope()), inlined_index(place->getInlinedAt())};
    if (here_.inlined_at != kNoIndex)
        if (const llvm::DISubprogram* inner = place->getScope()->getSubprogram())
            out_.inlined_calls[here_.inlined_at].function = inner->getName().str();
    return true;
}

// Variables are made before the first statement; what is wrong with one belongs to the line that declares it.
void FunctionDecoder::set_location_of_variable(const llvm::AllocaInst& variable) {
    for (const llvm::DbgVariableRecord* record : llvm::findDVRDeclares(const_cast<llvm::AllocaInst*>(&variable)))
        if (const llvm::DILocation* place = record->getDebugLoc().get())
            here_.line = place->getLine(), here_.column = place->getColumn();
}

void FunctionDecoder::describe_variable(const llvm::DILocalVariable& record, const llvm::Value* place) {
    Variable out;
    out.name = record.getName().str();
    if (out.name.empty() || !place) return;
    out.type = module_.type_index(record.getType());
    out.scope = scope_index(record.getScope());
    out.line = record.getLine();
    out.is_argument = record.isParameter();
    out.bytes = out.type == kNoIndex ? 0 : module_.program().types[out.type].bytes;
    if (const auto found = promoted_.find(place); found != promoted_.end()) {
        const std::vector<Promoted::Piece>& pieces = found->second.pieces;
        const bool is_scalar = pieces.size() == 1 && pieces[0].leaf.offset == 0 && !llvm::isa<llvm::Argument>(place) &&
                               !llvm::cast<llvm::AllocaInst>(place)->getAllocatedType()->isAggregateType();
        if (is_scalar) {
            out.where = Variable::Where::slot;
            out.place = pieces[0].slot;
            out.wide = module_.lane_bytes(pieces[0].leaf.type) == 8;
        } else {
            out.where = Variable::Where::pieces;
            for (const Promoted::Piece& piece : pieces) out.pieces.push_back({piece.leaf.offset, piece.leaf.bytes, piece.slot});
        }
    } else if (const auto local = local_objects_.find(place); local != local_objects_.end()) {
        LocalObject& object = out_.locals[local->second];
        out.where = Variable::Where::local;
        out.place = object.offset;
        object.name = out.name;
        object.type = out.type;
    } else if (llvm::isa<llvm::Argument>(place) && values_.contains(place)) {
        out.where = Variable::Where::indirect;
        out.place = values_.lookup(place).front();
    }
    out_.variables.push_back(std::move(out));
}

void FunctionDecoder::describe_variables() {
    for (llvm::Instruction& i : llvm::instructions(ir_)) {
        for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(i.getDbgRecordRange()))
            if (record.isDbgDeclare()) describe_variable(*record.getVariable(), record.getVariableLocationOp(0));
        if (const auto* declare = llvm::dyn_cast<llvm::DbgDeclareInst>(&i))
            describe_variable(*declare->getVariable(), declare->getAddress());
    }
}

}  // namespace warpwise::simt
