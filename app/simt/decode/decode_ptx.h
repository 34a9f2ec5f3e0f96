// Inline PTX becomes LLVM IR, before the decoder reads the function: a register of the PTX is a variable, a label a block, a
// guard a selection or a branch. What the IR has no word for is a call of one of the prelude's operations ("__simt.shuffle...").
// Not for other than the decoder's files.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/NoFolder.h>

#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simt/decode/ptx_parse.h"

namespace warpwise::simt {

// Throws Unsupported (unsupported.h) where a statement is not known.
void lower_assembly(llvm::Function&);

namespace ptx {

// ".u32", ".bf16x2", ".pred"
struct Type {
    char kind = 'b';     // b, u, s; f: half, float or double; h: bfloat16; t: tf32; p: a predicate
    unsigned bits = 32;  // of all of it
    bool is_pair = false;
    bool is_real() const { return kind == 'f' || kind == 'h' || kind == 't'; }
    bool is_signed() const { return kind == 's'; }
};
std::optional<Type> type_of(std::string_view word);

class Lowering {
  public:
    // `carry`: the function's condition code, made by the first statement that needs it.
    Lowering(llvm::CallInst& call, llvm::AllocaInst*& carry);
    void run();

  private:
    using Value = llvm::Value;
    using Member = void (Lowering::*)();
    struct Slot {
        llvm::AllocaInst* variable = nullptr;
        Value* value = nullptr;  // of an input: no variable
        unsigned bits = 32;
    };

    // -- decode_ptx.cpp: operands, registers, control flow --
    void bind_operands();
    void finish();
    void declare();
    void statement(const Statement&);
    void guarded();
    void dispatch();
    void branch();
    void place_label(const std::string&);
    [[noreturn]] void refuse(std::string_view why = {}) const;
    const std::vector<std::pair<std::string_view, Member>>& families() const;
    llvm::AllocaInst* variable(llvm::Type*);
    Slot* find(const Operand&);
    const Operand& at(std::size_t k) const;
    std::size_t count() const { return now_->operands.size(); }
    bool has(std::string_view word) const { return now_->has(word); }
    std::string_view word(std::size_t k) const { return k < now_->words.size() ? std::string_view(now_->words[k]) : ""; }
    std::vector<Type> types() const;
    Type type();  // the last of the types; refuses where there is none

    Value* read(const Operand&, unsigned bits);
    Value* read(std::size_t k, unsigned bits) { return read(at(k), bits); }
    Value* read_register(const Operand&, unsigned bits);
    Value* special(std::string_view name, unsigned bits);
    Value* truth(const Operand&);  // of a predicate
    std::optional<std::uint64_t> constant_at(std::size_t k);
    void write(const Operand&, Value*, bool is_signed = false);
    void write(std::size_t k, Value* value, bool is_signed = false) { write(at(k), value, is_signed); }

    Value* number(std::uint64_t value, unsigned bits) const;
    llvm::IntegerType* integer(unsigned bits) const;
    Value* call(std::string_view operation, llvm::Type* result, llvm::ArrayRef<Value*> arguments);
    Value* helper(const std::string& name, llvm::Type* result, llvm::ArrayRef<Value*> arguments);
    Value* resized(Value*, unsigned bits, bool is_signed = false);
    Value* intrinsic(llvm::Intrinsic::ID, llvm::ArrayRef<Value*> arguments);
    void only_if(Value* condition, const std::function<void()>& emit);

    // -- decode_ptx_integer.cpp --
    void add_or_subtract();
    void multiply();
    void divide();
    void minimum();
    void bitwise();
    void not_();
    void shift();
    void funnel();
    void extract_field();
    void insert_field();
    void find_bit();
    void permute();
    void lookup();
    void absolute_difference();
    void dot_product();
    void multiply_24();
    void add_with_carry(std::size_t first, Value* left, const Type&, bool subtracts);
    void sum_saturated(const Type&);
    Value* product(const Type&, Value* a, Value* b, bool high);

    // -- decode_ptx_packed.cpp --
    void packed();

    // -- decode_ptx_real.cpp --
    void real_arithmetic(std::size_t factors);
    void real_function();
    void set_predicate();
    void set_value();
    void select();
    void select_by_sign();
    void test_class();
    void copy_sign();
    Value* comparison(std::string_view how, const Type&);
    Value* combined(Value* truth, std::size_t third);
    llvm::Type* real_type(const Type&) const;
    Value* real_of(Value* bits, const Type&);
    Value* bits_of(Value* real, const Type&);
    template <typename F>
    Value* each_part(const Type&, std::initializer_list<Value*> bits, F&& f);
    std::string_view rounding() const;
    Value* saturated(Value*);
    Value* bfloat_bits(Value* real, std::string_view how);

    // -- decode_ptx_convert.cpp --
    void convert();
    void convert_pair(const Type& to, const Type& from);
    Value* to_integer(Value* real, const Type& to);
    Value* to_real(Value* integer, const Type& from, const Type& to);
    Value* real_to_real(Value* real, const Type& from, const Type& to);
    Value* clamped(Value* integer, const Type& from, const Type& to);
    void move();
    void convert_address();
    void test_space();

    // -- decode_ptx_memory.cpp --
    Value* address(const Operand&, std::string_view space);
    std::string_view space() const;
    bool is_kept() const;
    void load();
    void store();
    void atomic();
    void copy_async();
    void fence();
    void nothing() {}
    void policy();
    std::pair<std::vector<Operand>, unsigned> elements(std::size_t k);

    // -- decode_ptx_warp.cpp --
    void barrier();
    void shuffle();
    void vote();
    void match();
    void reduce();
    void active_mask();
    void sleep();
    void leave();
    void trap();
    void matrix();
    void load_matrix();
    void store_matrix();
    void move_matrix();

    llvm::CallInst& asm_;
    llvm::AllocaInst*& carry_;
    llvm::Module& module_;
    llvm::IRBuilder<llvm::NoFolder> build_;
    std::vector<Slot> places_;
    std::vector<llvm::Type*> results_;
    std::vector<std::map<std::string, Slot, std::less<>>> scopes_;
    std::map<std::string, llvm::BasicBlock*, std::less<>> labels_;
    std::vector<std::pair<llvm::BranchInst*, std::string>> jumps_;  // whose first target is a label
    const Statement* now_ = nullptr;
    Value* guard_ = nullptr;
    bool keeps_old_ = false;  // a register may be read before it is written
};

template <typename F>
Lowering::Value* Lowering::each_part(const Type& type, std::initializer_list<Value*> bits, F&& f) {
    if (!type.is_pair) {
        std::vector<Value*> reals;
        for (Value* each : bits) reals.push_back(real_of(each, type));
        return bits_of(f(reals), type);
    }
    const Type half{type.kind, type.bits / 2};
    Value* out = nullptr;
    for (unsigned part = 0; part < 2; ++part) {
        std::vector<Value*> reals;
        for (Value* each : bits) {
            Value* moved = part ? build_.CreateLShr(each, number(half.bits, type.bits)) : each;
            reals.push_back(real_of(resized(moved, half.bits), half));
        }
        Value* done = resized(bits_of(f(reals), half), type.bits);
        out = part ? build_.CreateOr(out, build_.CreateShl(done, number(half.bits, type.bits))) : done;
    }
    return out;
}

}  // namespace ptx
}  // namespace warpwise::simt
