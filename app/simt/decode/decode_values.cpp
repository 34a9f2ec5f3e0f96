// Types as registers, constants, and the variables that have a fixed place.
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/raw_ostream.h>

#include <cstring>

#include "fmt/format.h"
#include "simt/decode/decode_internal.h"

namespace warpwise::simt {
namespace {

constexpr unsigned kSharedSpace = 3, kConstantSpace = 4;  // of NVPTX

std::string text_of(llvm::Type* type) {
    std::string text;
    llvm::raw_string_ostream(text) << *type;
    return text;
}

std::string source_name(const llvm::GlobalVariable& variable) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> records;
    variable.getDebugInfo(records);
    return records.empty() ? variable.getName().str() : records.front()->getVariable()->getName().str();
}

}  // namespace

int ModuleDecoder::lane_bytes(llvm::Type* type) const {
    if (type->isPointerTy() || type->isDoubleTy()) return 8;
    if (type->isFloatTy() || type->isHalfTy()) return 4;
    if (!type->isIntegerTy()) return 0;
    const unsigned bits = type->getIntegerBitWidth();
    return bits <= 32 ? 4 : bits <= 64 ? 8 : 0;
}

const std::vector<Leaf>& ModuleDecoder::leaves(llvm::Type* type) {
    if (const auto known = leaves_.find(type); known != leaves_.end()) return known->second;
    std::vector<Leaf> out;
    const auto append = [&](llvm::Type* part, std::uint64_t at) {
        for (Leaf leaf : std::vector<Leaf>(leaves(part))) {
            leaf.offset += static_cast<std::uint32_t>(at);
            out.push_back(leaf);
        }
        if (out.size() > 4096) throw Unsupported{"a value of " + std::to_string(out.size()) + " and more parts"};
    };
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
        const llvm::StructLayout* places = layout_.getStructLayout(structure);
        for (unsigned i = 0; i < structure->getNumElements(); ++i)
            append(structure->getElementType(i), places->getElementOffset(i));
    } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
        const std::uint64_t stride = layout_.getTypeAllocSize(array->getElementType());
        for (std::uint64_t i = 0; i < array->getNumElements(); ++i) append(array->getElementType(), i * stride);
    } else if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
        const std::uint64_t stride = layout_.getTypeStoreSize(vector->getElementType());
        for (unsigned i = 0; i < vector->getNumElements(); ++i) append(vector->getElementType(), i * stride);
    } else {
        const std::uint64_t bytes = type->isSized() ? layout_.getTypeStoreSize(type).getFixedValue() : 0;
        const bool fits = lane_bytes(type) != 0 && bytes >= 1 && bytes <= 8;
        if (!fits) {
            if (type->isIntegerTy(128)) throw Unsupported{"128-bit integers"};
            throw Unsupported{fmt::format("a value of the type {}", text_of(type))};
        }
        out.push_back({type, 0, static_cast<std::uint32_t>(bytes)});
    }
    return leaves_[type] = std::move(out);
}

Operand ModuleDecoder::constant(std::uint64_t bits, int bytes) {
    const auto [place, is_new] = constant_pool_.try_emplace({bits, bytes}, 0);
    if (is_new) {
        const auto offset = static_cast<std::uint32_t>(program_.constants.size());
        program_.constants.resize(offset + static_cast<std::size_t>(kLanes * bytes));
        for (int lane = 0; lane < kLanes; ++lane)
            std::memcpy(&program_.constants[offset + static_cast<std::size_t>(lane * bytes)], &bits,
                        static_cast<std::size_t>(bytes));
        place->second = make_operand(Bank::constants, offset);
    }
    return place->second;
}

std::uint64_t ModuleDecoder::bits_of(const llvm::Constant& value) {
    if (llvm::isa<llvm::UndefValue>(value) || value.isNullValue()) return 0;
    if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&value)) return integer->getValue().getLimitedValue();
    if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(&value)) return real->getValueAPF().bitcastToAPInt().getZExtValue();
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value)) {
        const auto place = addresses_.find(variable);
        if (place != addresses_.end()) return place->second;
        throw Unsupported{"the variable '" + source_name(*variable) + "', which is declared but not defined"};
    }
    if (const auto* function = llvm::dyn_cast<llvm::Function>(&value)) {
        if (function->isDeclaration())
            throw Unsupported{"the address of the function '" + llvm::demangle(function->getName().str()) +
                              "', which has no body here"};
        return kFunctionBase + kFunctionStride * function_index(const_cast<llvm::Function&>(*function));
    }
    if (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(&value)) return bits_of(*alias->getAliasee());
    if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&value)) {
        switch (expression->getOpcode()) {
            case llvm::Instruction::AddrSpaceCast:
            case llvm::Instruction::BitCast:
            case llvm::Instruction::PtrToInt:
            case llvm::Instruction::IntToPtr:
            case llvm::Instruction::Trunc: return bits_of(*expression->getOperand(0));
            case llvm::Instruction::Add: return bits_of(*expression->getOperand(0)) + bits_of(*expression->getOperand(1));
            case llvm::Instruction::Sub: return bits_of(*expression->getOperand(0)) - bits_of(*expression->getOperand(1));
            case llvm::Instruction::GetElementPtr: {
                llvm::APInt offset(64, 0);
                if (llvm::cast<llvm::GEPOperator>(expression)->accumulateConstantOffset(layout_, offset))
                    return bits_of(*expression->getOperand(0)) + offset.getZExtValue();
                break;
            }
            default: break;
        }
    }
    throw Unsupported{"this constant"};
}

Operand ModuleDecoder::constant_leaf(const llvm::Constant& value, unsigned leaf) {
    const std::vector<Leaf>& all = leaves(value.getType());
    if (all.size() <= leaf) throw Unsupported{"this constant"};
    const int bytes = lane_bytes(all[leaf].type);
    if (llvm::isa<llvm::UndefValue>(value) || value.isNullValue()) return constant(0, bytes);
    if (!value.getType()->isAggregateType() && !value.getType()->isVectorTy()) return constant(bits_of(value), bytes);
    // Walk to the element that holds the leaf.
    for (unsigned element = 0, passed = 0;; ++element) {
        const llvm::Constant* part = value.getAggregateElement(element);
        if (!part) throw Unsupported{"this constant"};
        const auto count = static_cast<unsigned>(leaves(part->getType()).size());
        if (leaf < passed + count) return constant_leaf(*part, leaf - passed);
        passed += count;
    }
}

std::uint32_t ModuleDecoder::function_index(llvm::Function& function) {
    const auto [place, is_new] = function_indices_.try_emplace(&function, static_cast<std::uint32_t>(functions_.size()));
    if (is_new) functions_.push_back(&function);
    return place->second;
}

std::int32_t ModuleDecoder::string_index(std::string text) {
    const auto [place, is_new] = string_indices_.try_emplace(text, static_cast<std::int32_t>(program_.strings.size()));
    if (is_new) program_.strings.push_back(std::move(text));
    return place->second;
}

std::optional<std::string> ModuleDecoder::string_at(const llvm::Value* pointer) const {
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(pointer->stripPointerCasts());
    if (!variable || !variable->hasInitializer()) return std::nullopt;
    const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(variable->getInitializer());
    if (!data || !data->isCString()) return std::nullopt;
    return data->getAsCString().str();
}

void ModuleDecoder::initialise(std::vector<std::uint8_t>& image, const llvm::Constant& value, std::uint64_t at) {
    if (llvm::isa<llvm::UndefValue>(value) || value.isNullValue()) return;
    if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(&value)) {
        const llvm::StringRef bytes = data->getRawDataValues();
        std::memcpy(&image[at], bytes.data(), bytes.size());
    } else if (llvm::isa<llvm::ConstantArray>(value) || llvm::isa<llvm::ConstantVector>(value)) {
        for (unsigned i = 0; i < value.getNumOperands(); ++i) {
            const auto& element = llvm::cast<llvm::Constant>(*value.getOperand(i));
            initialise(image, element, at + i * layout_.getTypeAllocSize(element.getType()).getFixedValue());
        }
    } else if (const auto* structure = llvm::dyn_cast<llvm::ConstantStruct>(&value)) {
        const llvm::StructLayout* places = layout_.getStructLayout(structure->getType());
        for (unsigned i = 0; i < value.getNumOperands(); ++i)
            initialise(image, llvm::cast<llvm::Constant>(*value.getOperand(i)), at + places->getElementOffset(i).getFixedValue());
    } else {
        const std::uint64_t bits = bits_of(value);
        std::memcpy(&image[at], &bits, std::min<std::uint64_t>(8, layout_.getTypeStoreSize(value.getType()).getFixedValue()));
    }
}

llvm::DenseSet<const llvm::GlobalVariable*> ModuleDecoder::reachable_variables(std::vector<const llvm::Value*> open) const {
    llvm::DenseSet<const llvm::GlobalVariable*> found;
    llvm::DenseSet<const llvm::Value*> seen;
    while (!open.empty()) {
        const llvm::Value* value = open.back();
        open.pop_back();
        if (!seen.insert(value).second) continue;
        if (const auto* function = llvm::dyn_cast<llvm::Function>(value)) {
            for (const llvm::Instruction& instruction : llvm::instructions(*function))
                for (const llvm::Use& use : instruction.operands())
                    if (llvm::isa<llvm::Constant>(use.get())) open.push_back(use.get());
        } else if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) {
            if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(constant)) found.insert(variable);
            for (const llvm::Use& use : constant->operands()) open.push_back(use.get());
        }
    }
    return found;
}

// Global and constant variables keep their places whether a kernel uses them or not: the host may set them, and an object that one
// kernel makes holds the address of its class's table of virtual functions. They come first, so that nothing moves them. Shared
// memory holds what the kernel reaches.
void ModuleDecoder::place_variables(llvm::Function& kernel) {
    const auto reachable = reachable_variables({&kernel});
    const auto note_use = [&](const llvm::GlobalVariable& variable) {
        program_.symbols.back().is_used = reachable.contains(&variable);
    };
    std::vector<llvm::GlobalVariable*> kept, others, dynamic;
    for (llvm::GlobalVariable& variable : module_.globals()) {
        if (variable.getName().starts_with("llvm.") || variable.getName().contains("__simt_entry") ||
            !variable.getValueType()->isSized())
            continue;
        const bool is_own = variable.getName().contains("__simt_");  // the prelude's: the heap
        const bool is_kept =
            variable.getAddressSpace() != kSharedSpace && !is_own && !variable.hasPrivateLinkage() && !variable.isDeclaration();
        (is_kept ? kept : others).push_back(&variable);
    }
    for (llvm::GlobalVariable* variable : kept) {
        place_variable(*variable);
        note_use(*variable);
    }
    // The functions in a kept table are decoded with it, and need variables of their own.
    std::vector<const llvm::Value*> roots(kept.begin(), kept.end());
    roots.push_back(&kernel);
    const auto needed = reachable_variables(std::move(roots));
    for (llvm::GlobalVariable* variable : others) {
        if (!needed.contains(variable)) continue;
        if (variable->getAddressSpace() == kSharedSpace && variable->isDeclaration()) {
            dynamic.push_back(variable);
        } else if (!variable->isDeclaration()) {
            place_variable(*variable);
            note_use(*variable);
        } else if (variable->hasExternalWeakLinkage()) {
            addresses_[variable] = kConstantBase;  // threadIdx and its kin: only their members are used
        }
    }
    program_.static_shared_bytes = (program_.static_shared_bytes + 15) / 16 * 16;
    const std::uint32_t dynamic_window = next_window(shared_windows_);  // one: all of them are the same memory
    for (llvm::GlobalVariable* variable : dynamic) {
        Symbol symbol;
        symbol.space = Symbol::Space::dynamic_shared;
        symbol.offset = program_.static_shared_bytes;
        symbol.window = dynamic_window;
        addresses_[variable] = address_of(symbol);
        describe_variable(*variable, symbol);
        note_use(*variable);
    }
    for (const auto& [variable, address] : addresses_) {
        if (!variable->hasInitializer() || variable->getAddressSpace() == kSharedSpace) continue;
        const bool is_constant = address >= kConstantBase;
        initialise(is_constant ? program_.constant_image : program_.global_image, *variable->getInitializer(),
                   address < kVariableBase ? address - kGlobalBase : window_offset(address));
    }
}

// 0 when all are given out: what is left is judged by plain offsets.
std::uint32_t ModuleDecoder::next_window(std::uint32_t& given_out) { return given_out + 1 < kMostWindows ? ++given_out : 0; }
std::uint32_t ModuleDecoder::next_local_window() { return next_window(local_windows_); }

void ModuleDecoder::place_variable(llvm::GlobalVariable& variable) {
    const std::uint64_t bytes = layout_.getTypeAllocSize(variable.getValueType()).getFixedValue();
    if (bytes > (std::uint64_t{1} << 30)) throw Unsupported{"the variable '" + source_name(variable) + "' of more than 1 GiB"};
    // A shared array may hold vectors, whatever the type of its elements says.
    const std::uint64_t least = variable.getAddressSpace() == kSharedSpace && bytes >= 16 ? 16 : 4;
    const std::uint64_t alignment = std::max<std::uint64_t>(variable.getAlign().valueOrOne().value(), least);
    const auto aligned = [&](std::uint64_t at) { return (at + alignment - 1) / alignment * alignment; };
    Symbol symbol;
    symbol.bytes = static_cast<std::uint32_t>(bytes);
    symbol.alignment = static_cast<std::uint32_t>(alignment);
    if (variable.getAddressSpace() == kSharedSpace) {
        symbol.space = Symbol::Space::shared;
        symbol.offset = static_cast<std::uint32_t>(aligned(program_.static_shared_bytes));
        symbol.window = next_window(shared_windows_);
        program_.static_shared_bytes = symbol.offset + symbol.bytes;
    } else {
        const bool is_constant = variable.getAddressSpace() == kConstantSpace ||
                                 (variable.isConstant() && (variable.hasLocalLinkage() || variable.getName().starts_with("_ZTV")));
        std::vector<std::uint8_t>& image = is_constant ? program_.constant_image : program_.global_image;
        symbol.space = is_constant ? Symbol::Space::constant : Symbol::Space::global;
        symbol.offset = static_cast<std::uint32_t>(aligned(image.size()));
        image.resize(symbol.offset + bytes);
        if (!variable.getName().contains("__simt_") && !variable.hasPrivateLinkage())
            symbol.window = is_constant ? next_window(constant_windows_) : next_window(global_windows_);
    }
    addresses_[&variable] = address_of(symbol);
    describe_variable(variable, symbol);
}

void ModuleDecoder::describe_variable(const llvm::GlobalVariable& variable, Symbol symbol) {
    symbol.symbol = variable.getName().str();
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> records;
    variable.getDebugInfo(records);
    symbol.name = variable.getName().str();
    if (!records.empty()) {
        const llvm::DIGlobalVariable& record = *records.front()->getVariable();
        symbol.name = record.getName().str();
        symbol.line = line_of(record.getFile(), record.getLine());
        symbol.type = type_index(record.getType());
        if (const auto* scope = llvm::dyn_cast_or_null<llvm::DILocalScope>(record.getScope()))
            symbol.function = scope->getSubprogram()->getName().str();
    }
    program_.symbols.push_back(std::move(symbol));
}

}  // namespace warpwise::simt
