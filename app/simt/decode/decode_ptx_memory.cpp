// Loads, stores, atomics, asynchronous copies, fences. An access of a vector is one access, as in a structure's copy.
#include <array>

#include <llvm/IR/InlineAsm.h>

#include "fmt/format.h"
#include "simt/code/bytecode.h"
#include "simt/decode/decode_ptx.h"

namespace warpwise::simt::ptx {
namespace {

struct NamedAtomic {
    std::string_view name, any, with_sign, real;
};
constexpr auto kAtomics = std::to_array<NamedAtomic>({{"add", "add", "add", "fadd"},
                                                      {"min", "umin", "min", "fmin"},
                                                      {"max", "umax", "max", "fmax"},
                                                      {"and", "and_", "and_", ""},
                                                      {"or", "or_", "or_", ""},
                                                      {"xor", "xor_", "xor_", ""},
                                                      {"exch", "exchange", "exchange", "exchange"},
                                                      {"inc", "inc", "", ""},
                                                      {"dec", "dec", "", ""}});

}  // namespace

std::string_view Lowering::space() const {
    for (const std::string_view each : {"global", "shared", "shared::cta", "local", "const", "param", "shared::cluster"})
        if (has(each)) return each;
    return "generic";
}

// [register + offset] of a space, as the emulator's own address.
Lowering::Value* Lowering::address(const Operand& operand, std::string_view space) {
    if (operand.kind != Operand::Kind::address) refuse("an address in '[ ]' is expected");
    if (space == "param" || space == "shared::cluster") refuse();
    Value* sum = nullptr;
    for (const Operand& part : operand.parts) {
        const Slot* slot = find(part);
        const unsigned bits = slot ? slot->bits : 64;
        if (!slot && part.kind != Operand::Kind::number) refuse("its address is no register");
        Value* value = resized(read(part, bits), 64, sum != nullptr);
        sum = sum ? build_.CreateAdd(sum, value) : value;
    }
    const std::uint64_t base = space.starts_with("shared") ? kSharedBase
                               : space == "local"          ? kLocalBase
                               : space == "const"          ? kConstantBase
                                                           : 0;
    if (base) sum = build_.CreateOr(sum, number(base, 64));
    if (operand.bits) sum = build_.CreateAdd(sum, number(operand.bits, 64));
    return build_.CreateIntToPtr(sum, llvm::PointerType::getUnqual(module_.getContext()));
}

// The registers of an operand, and how many it must be: {a, b, c, d} of ".v4".
std::pair<std::vector<Operand>, unsigned> Lowering::elements(std::size_t k) {
    const unsigned wanted = has("v8") ? 8 : has("v4") ? 4 : has("v2") ? 2 : 1;
    std::vector<Operand> out = at(k).kind == Operand::Kind::vector ? at(k).parts : std::vector{at(k)};
    if (out.size() != wanted) refuse(fmt::format("it needs {} registers", wanted));
    return {out, wanted};
}

// `asm volatile`, of which a compiler leaves nothing out.
bool Lowering::is_kept() const { return llvm::cast<llvm::InlineAsm>(asm_.getCalledOperand())->hasSideEffects(); }

void Lowering::load() {
    const Type of = type();
    const auto [targets, wanted] = elements(0);
    if (has("pred") || of.bits < 8) refuse();
    Value* from = address(at(1), space());
    const unsigned bytes = of.bits / 8;
    if (wanted == 1) {
        const bool is_volatile = is_kept() || has("volatile") || has("relaxed") || has("acquire") || has("mmio");
        Value* value = build_.CreateAlignedLoad(integer(of.bits), from, llvm::Align(bytes), is_volatile);
        write(targets[0], value, of.is_signed());
    } else {
        auto* type = llvm::ArrayType::get(integer(of.bits), wanted);
        llvm::AllocaInst* whole = variable(type);
        build_.CreateMemCpy(whole, llvm::Align(16), from, llvm::Align(std::min(bytes * wanted, 16u)), bytes * wanted);
        for (unsigned k = 0; k < wanted; ++k)
            write(targets[k], build_.CreateLoad(integer(of.bits), build_.CreateConstInBoundsGEP2_32(type, whole, 0, k)),
                  of.is_signed());
    }
    if (has("acquire")) fence();
}

void Lowering::store() {
    const Type of = type();
    const auto [sources, wanted] = elements(1);
    const unsigned bytes = of.bits / 8;
    if (of.bits < 8) refuse();
    if (has("release")) fence();
    Value* to = address(at(0), space());
    if (wanted == 1) {
        const bool is_volatile = is_kept() || has("volatile") || has("relaxed") || has("release") || has("mmio");
        build_.CreateAlignedStore(read(sources[0], of.bits), to, llvm::Align(bytes), is_volatile);
        return;
    }
    auto* type = llvm::ArrayType::get(integer(of.bits), wanted);
    llvm::AllocaInst* whole = variable(type);
    for (unsigned k = 0; k < wanted; ++k)
        build_.CreateStore(read(sources[k], of.bits), build_.CreateConstInBoundsGEP2_32(type, whole, 0, k));
    build_.CreateMemCpy(to, llvm::Align(std::min(bytes * wanted, 16u)), whole, llvm::Align(16), bytes * wanted);
}

// atom.global.add.u32 d, [a], b; red.shared.max.s32 [a], b; atom.cas.b32 d, [a], b, c
void Lowering::atomic() {
    const Type of = type();
    const bool has_result = word(0) == "atom";
    const std::size_t first = has_result ? 1 : 0;
    if (has("v2") || has("v4") || has("v8")) refuse();
    if (has("release") || has("acq_rel")) fence();
    Value* place = address(at(first), space());
    Value* old = nullptr;
    if (has("cas")) {
        old = call(fmt::format("compare_and_swap.{}", of.bits / 8), integer(of.bits),
                   {place, read(first + 1, of.bits), read(first + 2, of.bits)});
    } else {
        std::string_view name;
        for (const NamedAtomic& each : kAtomics)
            if (has(each.name)) name = of.is_real() ? each.real : of.is_signed() ? each.with_sign : each.any;
        if (of.is_pair && of.kind == 'f' && has("add")) name = "half2_add";
        if (name.empty() || of.kind == 'h' || (of.is_pair && name != "half2_add") || (of.bits < 32 && !of.is_real())) refuse();
        Value* bits = read(first + 1, of.bits);
        const bool as_real = of.is_real() && !of.is_pair && name != "exchange";
        Value* operand = as_real ? build_.CreateBitCast(bits, real_type(of)) : bits;
        old = call(fmt::format("atomic.{}.{}", name, of.bits / 8), operand->getType(), {place, operand});
        if (as_real && has_result) old = build_.CreateBitCast(old, integer(of.bits));
    }
    if (has_result) write(0, old, of.is_signed());
    if (has("acquire") || has("acq_rel")) fence();
}

// cp.async copies at once, so that the groups have nothing left to wait for.
void Lowering::copy_async() {
    if (word(1) != "async" || has("bulk") || has("mbarrier") || word(2) == "reduce") refuse();
    if (has("commit_group") || has("wait_group") || has("wait_all")) return;
    const auto bytes = constant_at(2);
    if ((bytes != 4 && bytes != 8 && bytes != 16) || !has("global")) refuse("it copies 4, 8 or 16 bytes");
    Value *to = address(at(0), "shared"), *from = address(at(1), "global");
    // One load and one store of that size; the size tells the alignment.
    auto* type = llvm::ArrayType::get(integer(32), *bytes / 4);
    llvm::AllocaInst* whole = variable(type);
    const llvm::Align align(*bytes);
    const auto load_all = [&] { build_.CreateMemCpy(whole, align, from, align, *bytes); };
    const auto store_all = [&] { build_.CreateMemCpy(to, align, whole, align, *bytes); };
    const bool has_more = count() > 3 && !has("L2::cache_hint");
    if (!has_more) return load_all(), store_all();
    // The source's size, or a predicate to ignore it: the rest is zeros.
    for (unsigned k = 0; k < *bytes / 4; ++k)
        build_.CreateStore(number(0, 32), build_.CreateConstInBoundsGEP2_32(type, whole, 0, k));
    const Slot* slot = find(at(3));
    if (at(3).kind == Operand::Kind::not_ || (slot && slot->bits == 1)) {
        only_if(build_.CreateNot(truth(at(3))), load_all);
        return store_all();
    }
    Value* size = read(3, 32);
    only_if(build_.CreateICmpUGE(size, number(*bytes, 32)), load_all);
    store_all();
    Value* is_part = build_.CreateAnd(build_.CreateICmpULT(size, number(*bytes, 32)), build_.CreateICmpNE(size, number(0, 32)));
    only_if(is_part, [&] { build_.CreateMemCpy(to, llvm::Align(1), from, llvm::Align(1), resized(size, 64)); });
}

void Lowering::fence() {
    const bool in_block = has("cta");
    call(in_block ? "fence.block" : has("sys") ? "fence.system" : "fence.device", llvm::Type::getVoidTy(module_.getContext()), {});
}

void Lowering::policy() { write(0, number(0, 64)); }  // how a cache keeps lines changes no result

}  // namespace warpwise::simt::ptx
