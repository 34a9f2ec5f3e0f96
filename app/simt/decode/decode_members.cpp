// Arrays that are members of structures. An index past such an array may land in the next member, within the bounds of the whole
// object, so these accesses get a check of their own.
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "simt/decode/decode_internal.h"

namespace warpwise::simt {
namespace {

// `[n x T]` with a first index of 0: from an array to one of its elements.
bool steps_into_array(const llvm::GEPOperator& step) {
    const auto* first = llvm::dyn_cast<llvm::ConstantInt>(*step.idx_begin());
    return llvm::isa<llvm::ArrayType>(step.getSourceElementType()) && step.getNumIndices() > 1 && first && first->isZero();
}

struct Member {
    const llvm::StructType* structure = nullptr;
    std::uint64_t offset = 0;
    bool is_last = false;
};

// The member of that very type at an offset in a type, however deep it lies in structures and arrays of them.
std::optional<Member> member_at(const llvm::DataLayout& layout, llvm::Type* type, std::uint64_t offset, const llvm::Type* wanted) {
    for (;;) {
        if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
            const llvm::StructLayout* places = layout.getStructLayout(structure);
            if (offset >= places->getSizeInBytes().getFixedValue()) return std::nullopt;
            const unsigned index = places->getElementContainingOffset(offset);
            const std::uint64_t start = places->getElementOffset(index).getFixedValue();
            offset -= start;
            type = structure->getElementType(index);
            if (type == wanted && offset == 0) return Member{structure, start, index + 1 == structure->getNumElements()};
        } else if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
            type = array->getElementType();
            const std::uint64_t bytes = layout.getTypeAllocSize(type).getFixedValue();
            if (bytes == 0) return std::nullopt;
            offset %= bytes;
        } else {
            return std::nullopt;
        }
    }
}

// The member that begins where a pointer points.
std::optional<Member> member_behind(const llvm::DataLayout& layout, const llvm::Value* pointer, const llvm::Type* wanted) {
    llvm::APInt offset(64, 0);
    llvm::Type* type = nullptr;
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(pointer)) {
        const llvm::Value* base = constant->stripAndAccumulateConstantOffsets(layout, offset, true);
        if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(base)) type = variable->getValueType();
    } else if (const auto* step = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
        if (step->accumulateConstantOffset(layout, offset) && step->getSourceElementType()->isStructTy())
            type = step->getSourceElementType();
    }
    if (type == nullptr || offset.isNegative()) return std::nullopt;
    return member_at(layout, type, offset.getZExtValue(), wanted);
}

// "struct.Cell", "class.ns::Cell.3" are "Cell" to the debug information.
std::string plain_name(const llvm::StructType& structure) {
    llvm::StringRef name = structure.hasName() ? structure.getName() : "";
    name = name.substr(name.find('.') + 1);
    name = name.take_front(name.find('.'));
    const std::size_t colons = name.rfind("::");
    return (colons == llvm::StringRef::npos ? name : name.substr(colons + 2)).str();
}

}  // namespace

// The bytes that a pointer's uses access right away, all in its own block; 0: not all uses do.
std::uint64_t FunctionDecoder::bytes_accessed_at(const llvm::Instruction& pointer, bool& is_store) const {
    std::uint64_t most = 0;
    for (const llvm::Use& use : pointer.uses()) {
        const auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
        if (!user || user->getParent() != pointer.getParent()) return 0;
        llvm::Type* type = nullptr;
        if (const auto* read = llvm::dyn_cast<llvm::LoadInst>(user)) type = read->getType();
        if (const auto* write = llvm::dyn_cast<llvm::StoreInst>(user); write && use.getOperandNo() == 1)
            type = write->getValueOperand()->getType(), is_store = true;
        if (type == nullptr) return 0;
        most = std::max<std::uint64_t>(most, module_.layout().getTypeStoreSize(type).getFixedValue());
    }
    return most;
}

// From `start` to `i` by constants alone, if it is.
std::optional<std::int64_t> FunctionDecoder::constant_distance(const llvm::GetElementPtrInst& i, const llvm::Value* start) const {
    llvm::APInt sum(64, 0);
    for (const llvm::Value* at = &i; at != start;) {
        const auto* step = llvm::cast<llvm::GEPOperator>(at);
        if (!step->accumulateConstantOffset(module_.layout(), sum)) return std::nullopt;
        at = step->getPointerOperand();
    }
    return sum.getSExtValue();
}

// Whether the register of `pointer` still holds at `i` what it was given: it may be that of a variable that is read in place.
bool FunctionDecoder::is_unchanged_at(const llvm::Value* pointer, const llvm::Instruction& i) const {
    const auto* maker = llvm::dyn_cast<llvm::Instruction>(pointer);
    if (!maker) return true;
    if (maker->getParent() != i.getParent()) return false;
    for (auto between = maker->getIterator(); &*between != &i; ++between) {
        const auto* write = llvm::dyn_cast<llvm::StoreInst>(&*between);
        const bool into_register = write && promoted_at(write->getPointerOperand()).first;
        if (into_register || llvm::isa<llvm::MemIntrinsic>(*between)) return false;
    }
    return true;
}

// Before an access: it must stay within each array member that its address was computed through. Only where the access follows at
// once, as the address past the last element may be computed.
void FunctionDecoder::check_members(const llvm::GetElementPtrInst& i) {
    bool is_store = false;
    const std::uint64_t bytes = bytes_accessed_at(i, is_store);
    if (bytes == 0) return;
    const llvm::Value* at = &i;
    while (const auto* step = llvm::dyn_cast<llvm::GEPOperator>(at)) {
        const bool into_array = steps_into_array(*step);
        if (!into_array && !step->getSourceElementType()->isStructTy()) return;
        if (into_array) {  // the outermost step through an array of arrays: rows of one member are side by side
            for (const auto* outer = step; outer && steps_into_array(*outer);
                 outer = llvm::dyn_cast<llvm::GEPOperator>(outer->getPointerOperand()))
                step = outer;
            check_member(i, *step->getPointerOperand(), *llvm::cast<llvm::ArrayType>(step->getSourceElementType()), bytes,
                         is_store);
        }
        at = step->getPointerOperand();
    }
}

void FunctionDecoder::check_member(const llvm::GetElementPtrInst& i, const llvm::Value& start, llvm::ArrayType& array,
                                   std::uint64_t bytes, bool is_store) {
    const llvm::DataLayout& layout = module_.layout();
    const std::uint64_t size = layout.getTypeAllocSize(&array).getFixedValue();
    if (const auto distance = constant_distance(i, &start);
        distance && *distance >= 0 && static_cast<std::uint64_t>(*distance) + bytes <= size)
        return;
    const std::optional<Member> member = member_behind(layout, &start, &array);
    // The last member of a structure that is allocated with more room.
    if (!member || size == 0 || (member->is_last && array.getNumElements() == 1)) return;
    if (size > 0x7fffffff || bytes > size || !is_unchanged_at(&start, i)) return;
    llvm::Type* element = &array;
    while (const auto* inner = llvm::dyn_cast<llvm::ArrayType>(element)) element = inner->getElementType();
    MemberArray described{.structure = plain_name(*member->structure),
                          .structure_bytes = static_cast<std::uint32_t>(
                              layout.getTypeAllocSize(const_cast<llvm::StructType*>(member->structure)).getFixedValue()),
                          .offset = static_cast<std::uint32_t>(member->offset),
                          .bytes = static_cast<std::uint32_t>(size),
                          .element_bytes = static_cast<std::uint32_t>(layout.getTypeAllocSize(element).getFixedValue())};
    const std::int32_t index = module_.member_index(std::move(described));
    emit(Op::check_member, 0, operand(&i), operand(&start), static_cast<std::uint32_t>(bytes), index, 0, is_store ? 1 : 0);
}

std::int32_t ModuleDecoder::member_index(MemberArray member) {
    auto& all = program_.member_arrays;
    const auto known = std::ranges::find(all, member);
    if (known != all.end()) return static_cast<std::int32_t>(known - all.begin());
    all.push_back(std::move(member));
    return static_cast<std::int32_t>(all.size() - 1);
}

// The IR's structures have no names of members: those of the debug information are found by the structure's name and the place.
void ModuleDecoder::name_member_arrays() {
    for (MemberArray& array : program_.member_arrays) {
        for (const Type& type : program_.types) {
            const bool same = type.kind == TypeKind::structure && type.bytes == array.structure_bytes &&
                              type.name.substr(0, type.name.find('<')) == array.structure;
            if (!same) continue;
            for (const Type::Member& member : type.members)
                if (member.offset == array.offset && array.name.empty()) array.name = member.name;
        }
    }
}

}  // namespace warpwise::simt
