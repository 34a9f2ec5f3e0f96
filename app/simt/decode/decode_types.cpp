// Debug information: types, as programmers write them.
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>

#include <algorithm>

#include "fmt/format.h"
#include "simt/decode/decode_internal.h"

namespace warpwise::simt {
namespace {

TypeKind kind_of(const llvm::DIBasicType& type) {
    switch (type.getEncoding()) {
        case llvm::dwarf::DW_ATE_float: return TypeKind::floating;
        case llvm::dwarf::DW_ATE_boolean: return TypeKind::boolean;
        case llvm::dwarf::DW_ATE_signed: return TypeKind::signed_integer;
        case llvm::dwarf::DW_ATE_unsigned: return TypeKind::unsigned_integer;
        // int8_t is a number; plain char is text
        case llvm::dwarf::DW_ATE_signed_char: return type.getName() == "char" ? TypeKind::character : TypeKind::signed_integer;
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
bool is_reference(const llvm::DIDerivedType& type) {
    const unsigned tag = type.getTag();
    return tag == llvm::dwarf::DW_TAG_reference_type || tag == llvm::dwarf::DW_TAG_rvalue_reference_type;
}
bool is_pointer(const llvm::DIDerivedType& type) { return type.getTag() == llvm::dwarf::DW_TAG_pointer_type || is_reference(type); }
bool is_lambda(const llvm::DIType& type) { return type.getTag() == llvm::dwarf::DW_TAG_class_type && type.getName().empty(); }

// Elements in each dimension of an array; 0 where the program does not say.
std::vector<std::uint32_t> extents_of(const llvm::DICompositeType& array) {
    std::vector<std::uint32_t> extents;
    for (const llvm::DINode* element : array.getElements())
        if (const auto* range = llvm::dyn_cast<llvm::DISubrange>(element)) {
            const auto* count = llvm::dyn_cast_if_present<llvm::ConstantInt*>(range->getCount());
            const std::int64_t number = count ? count->getSExtValue() : 0;
            extents.push_back(number > 0 ? static_cast<std::uint32_t>(number) : 0);
        }
    return extents;
}

std::string text_of(const std::vector<std::uint32_t>& extents, std::size_t first = 0) {
    std::string text;
    for (std::size_t i = first; i < extents.size(); ++i) text += extents[i] ? fmt::format("[{}]", extents[i]) : "[]";
    return text;
}

bool is_array_or_function(const llvm::DIType* type) {
    return type && (type->getTag() == llvm::dwarf::DW_TAG_array_type || llvm::isa<llvm::DISubroutineType>(type));
}

// The type of something that is declared as `declarator`: "const float *", "int[16]", "int (*)(float)".
std::string type_text(const llvm::DIType* type, const std::string& declarator = {}, int depth = 0) {
    const auto named = [&](const std::string& name) {
        return declarator.empty() || declarator.starts_with('[') ? name + declarator : name + " " + declarator;
    };
    const auto of = [&](const llvm::DIType* base, const std::string& inner) { return type_text(base, inner, depth + 1); };
    if (!type) return named("void");
    if (depth > 16) return named("...");
    if (const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type)) {
        const llvm::DIType* base = derived->getBaseType();
        const std::string blank = declarator.empty() || declarator.starts_with('*') ? "" : " ";
        const bool base_is_pointer =
            base && llvm::isa<llvm::DIDerivedType>(base) && is_pointer(llvm::cast<llvm::DIDerivedType>(*base));
        switch (derived->getTag()) {
            case llvm::dwarf::DW_TAG_typedef: return named(derived->getName().str());
            case llvm::dwarf::DW_TAG_const_type:
                return base_is_pointer ? of(base, "const" + blank + declarator) : "const " + of(base, declarator);
            case llvm::dwarf::DW_TAG_volatile_type:
                return base_is_pointer ? of(base, "volatile" + blank + declarator) : "volatile " + of(base, declarator);
            case llvm::dwarf::DW_TAG_pointer_type:
            case llvm::dwarf::DW_TAG_reference_type:
            case llvm::dwarf::DW_TAG_rvalue_reference_type: {
                const std::string mark = derived->getTag() == llvm::dwarf::DW_TAG_pointer_type     ? "*"
                                         : derived->getTag() == llvm::dwarf::DW_TAG_reference_type ? "&"
                                                                                                   : "&&";
                return of(base, is_array_or_function(base) ? "(" + mark + declarator + ")" : mark + declarator);
            }
            default: return of(base, declarator);
        }
    }
    if (const auto* function = llvm::dyn_cast<llvm::DISubroutineType>(type)) {
        std::string parameters;
        const llvm::DITypeRefArray types = function->getTypeArray();
        for (unsigned i = 1; i < types.size(); ++i) parameters += (i > 1 ? ", " : "") + of(types[i], {});
        return of(types.size() ? types[0] : nullptr, declarator + "(" + parameters + ")");
    }
    if (const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type)) {
        if (composite->getTag() == llvm::dwarf::DW_TAG_array_type)
            return of(composite->getBaseType(), declarator + text_of(extents_of(*composite)));
        if (is_lambda(*type)) return named("lambda");
    }
    const std::string name = type->getName().str();
    return named(name.empty() ? "(unnamed)" : readable_name(name));
}

std::uint32_t bytes_of(const llvm::DIType& type) { return static_cast<std::uint32_t>(type.getSizeInBits() / 8); }

}  // namespace

std::string readable_name(std::string name) {
    constexpr std::string_view begin = "(lambda at ";
    for (auto at = name.find(begin); at != std::string::npos; at = name.find(begin, at)) {
        const auto end = name.find(')', at);
        if (end == std::string::npos) break;
        name.replace(at, end + 1 - at, "lambda");
    }
    return name;
}

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
            out.is_reference = is_reference(*derived);
        } else if (base != kNoIndex && (is_qualifier(*derived) || is_named_alias(*derived))) {
            type_aliases_.emplace_back(index, base);
            const std::string name = std::move(out.name);
            out = program_.types[base];
            out.name = name;
        }
    } else if (const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type)) {
        if (composite->getTag() == llvm::dwarf::DW_TAG_array_type) {
            describe_array(out, *composite);
        } else if (composite->getTag() == llvm::dwarf::DW_TAG_enumeration_type) {
            describe_enumeration(out, *composite);
        } else {
            describe_structure(out, *composite);
        }
    }
    program_.types[index] = std::move(out);
    return index;
}

// An array of arrays is an array whose elements are arrays.
void ModuleDecoder::describe_array(Type& out, const llvm::DICompositeType& array) {
    const std::vector<std::uint32_t> extents = extents_of(array);
    std::uint32_t element = type_index(array.getBaseType());
    for (std::size_t i = extents.size(); i-- > 0;) {
        const std::uint32_t element_bytes = element == kNoIndex ? 0 : program_.types[element].bytes;
        Type row;
        row.kind = TypeKind::array;
        row.name = type_text(array.getBaseType(), text_of(extents, i));
        row.element = element;
        row.count = extents[i];
        row.bytes = extents[i] * element_bytes;
        if (i == 0) {
            out = std::move(row);
            return;
        }
        element = static_cast<std::uint32_t>(program_.types.size());
        program_.types.push_back(std::move(row));
    }
}

void ModuleDecoder::describe_enumeration(Type& out, const llvm::DICompositeType& enumeration) {
    const std::uint32_t base = type_index(enumeration.getBaseType());
    out.kind = base == kNoIndex ? TypeKind::signed_integer : program_.types[base].kind;
    for (const llvm::DINode* element : enumeration.getElements())
        if (const auto* each = llvm::dyn_cast<llvm::DIEnumerator>(element))
            out.enumerators.emplace_back(each->getName().str(), each->getValue().sextOrTrunc(64).getZExtValue());
}

void ModuleDecoder::describe_structure(Type& out, const llvm::DICompositeType& structure) {
    out.kind = TypeKind::structure;
    out.is_lambda = is_lambda(structure);
    for (const llvm::DINode* element : structure.getElements()) {
        const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element);
        if (!member || member->isStaticMember() || member->isArtificial()) continue;  // artificial: the pointer to a vtable
        const std::uint32_t type = type_index(member->getBaseType());
        const auto bit = static_cast<std::uint32_t>(member->getOffsetInBits());
        if (member->getTag() == llvm::dwarf::DW_TAG_inheritance && type != kNoIndex && !member->isVirtual()) {
            for (Type::Member inherited : program_.types[type].members) {
                inherited.offset += bit / 8;
                out.members.push_back(std::move(inherited));
            }
        } else if (member->getTag() == llvm::dwarf::DW_TAG_member) {
            Type::Member one{member->getName().str(), bit / 8, type};
            if (member->isBitField()) {
                one.first_bit = bit % 8;
                one.bits = static_cast<std::uint32_t>(member->getSizeInBits());
            }
            out.members.push_back(std::move(one));
        }
    }
}

// A qualified name of a type that was still being described when it was met.
void ModuleDecoder::complete_aliases() {
    for (const auto& [alias, base] : type_aliases_) {
        Type complete = program_.types[base];
        complete.name = std::move(program_.types[alias].name);
        program_.types[alias] = std::move(complete);
    }
}

// ---- dynamic shared memory, which the debug information leaves out ----

std::uint32_t ModuleDecoder::type_of_storage(llvm::Type* storage, const Type* element) {
    Type out;
    if (auto* array = llvm::dyn_cast<llvm::ArrayType>(storage)) {
        out.element = type_of_storage(array->getElementType(), element);
        if (out.element == kNoIndex) return kNoIndex;
        const Type& part = program_.types[out.element];
        out.kind = TypeKind::array;
        out.count = static_cast<std::uint32_t>(array->getNumElements());
        out.bytes = out.count * part.bytes;
        const std::string extent = out.count ? fmt::format("[{}]", out.count) : "[]";
        const auto bracket = std::min(part.name.find('['), part.name.size());
        out.name = part.name.substr(0, bracket) + extent + part.name.substr(bracket);
    } else if (const auto* structure = llvm::dyn_cast<llvm::StructType>(storage)) {
        std::string_view name(structure->hasName() ? structure->getName() : llvm::StringRef());
        name.remove_prefix(std::min(name.find('.') + 1, name.size()));  // "struct.float4"
        const auto found = std::ranges::find_if(
            program_.types, [&](const Type& type) { return type.kind == TypeKind::structure && type.name == name; });
        return found == program_.types.end() ? kNoIndex : static_cast<std::uint32_t>(found - program_.types.begin());
    } else if (out.bytes = static_cast<std::uint32_t>(layout_.getTypeStoreSize(storage).getFixedValue());
               element && element->bytes == out.bytes) {
        out = *element;
    } else {
        const bool is_real = storage->isFloatTy() || storage->isDoubleTy() || storage->isHalfTy();
        out.kind = is_real ? TypeKind::floating : storage->isIntegerTy() ? TypeKind::signed_integer : TypeKind::other;
        out.name = storage->isFloatTy()       ? "float"
                   : storage->isDoubleTy()    ? "double"
                   : storage->isIntegerTy(8)  ? "signed char"
                   : storage->isIntegerTy(16) ? "short"
                   : storage->isIntegerTy(32) ? "int"
                   : storage->isIntegerTy(64) ? "long long"
                                              : "(unnamed)";
    }
    program_.types.push_back(std::move(out));
    return static_cast<std::uint32_t>(program_.types.size() - 1);
}

void ModuleDecoder::describe_dynamic_shared(const DeclaredElements& declared) {
    for (Symbol& symbol : program_.symbols) {
        if (symbol.space != Symbol::Space::dynamic_shared || symbol.type != kNoIndex) continue;
        const llvm::GlobalVariable* variable = module_.getNamedGlobal(symbol.name);
        const auto element = declared.find(symbol.name);
        if (variable)
            symbol.type = type_of_storage(variable->getValueType(), element == declared.end() ? nullptr : &element->second);
    }
}

}  // namespace warpwise::simt
