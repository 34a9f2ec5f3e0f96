// Shared by the decoder's files: the state of a module's and of a function's decoding. Not for others.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "simt/code/bytecode.h"
#include "simt/decode/declared_elements.h"
#include "simt/decode/unsupported.h"

namespace warpwise::simt {

// One scalar of a value or of memory.
struct Leaf {
    llvm::Type* type = nullptr;
    std::uint32_t offset = 0;  // bytes, in memory
    std::uint32_t bytes = 0;   // in memory: 1, 2, 4 or 8; 3, 5, 6 or 7 of a bit field
};

inline std::uint32_t round_up(std::uint64_t value, std::uint64_t step) {
    return static_cast<std::uint32_t>((value + step - 1) / step * step);
}

// -- decode_references.cpp --
void follow_references(llvm::Function&);

// A name of the debug information as people read it: without the places of lambdas.
std::string readable_name(std::string);

class ModuleDecoder {
  public:
    ModuleDecoder(llvm::Module& module, Bytecode& program) : module_(module), program_(program), layout_(module.getDataLayout()) {}

    std::uint32_t decode_from(llvm::Function& kernel, const DeclaredElements&);

    // -- decode_values.cpp: types, constants, variables with a place --
    int lane_bytes(llvm::Type*) const;  // 4 or 8; 0 when no register holds it
    const std::vector<Leaf>& leaves(llvm::Type*);
    Operand constant(std::uint64_t bits, int lane_bytes);
    std::uint64_t bits_of(const llvm::Constant&);
    Operand constant_leaf(const llvm::Constant&, unsigned leaf);
    std::uint32_t function_index(llvm::Function&);  // and remembers to decode it
    std::int32_t string_index(std::string text);
    std::uint32_t next_local_window();                               // one for each variable of each function
    std::optional<std::string> string_at(const llvm::Value*) const;  // of a literal

    // -- decode_debug.cpp --
    // A line's number (HeaderLines), and whether it is of the program's own headers.
    std::uint32_t line_of(const llvm::DIFile*, std::uint32_t line);
    bool is_own_header(const llvm::DIFile*);

    // -- decode_types.cpp --
    std::uint32_t type_index(const llvm::DIType*);
    void complete_aliases();

    // -- decode_members.cpp --
    std::int32_t member_index(MemberArray);  // in Bytecode::member_arrays
    void name_member_arrays();

    // -- decode_types.cpp --
    void describe_dynamic_shared(const DeclaredElements&);

    llvm::Module& module() { return module_; }
    Bytecode& program() { return program_; }
    const llvm::DataLayout& layout() const { return layout_; }

  private:
    void place_variables(llvm::Function& kernel);
    void place_variable(llvm::GlobalVariable&);
    static std::uint32_t next_window(std::uint32_t& given_out);
    void describe_variable(const llvm::GlobalVariable&, Symbol);
    void describe_array(Type&, const llvm::DICompositeType&);
    void describe_enumeration(Type&, const llvm::DICompositeType&);
    void describe_structure(Type&, const llvm::DICompositeType&);
    std::uint32_t type_of_storage(llvm::Type*, const Type* element);
    void initialise(std::vector<std::uint8_t>& image, const llvm::Constant&, std::uint64_t offset);
    llvm::DenseSet<const llvm::GlobalVariable*> reachable_variables(std::vector<const llvm::Value*> roots) const;

    llvm::Module& module_;
    Bytecode& program_;
    std::uint32_t shared_windows_ = 0, local_windows_ = 0, global_windows_ = 0, constant_windows_ = 0;  // given out
    const llvm::DataLayout& layout_;
    llvm::DenseMap<const llvm::GlobalVariable*, std::uint64_t> addresses_;
    llvm::DenseMap<const llvm::Function*, std::uint32_t> function_indices_;
    std::vector<llvm::Function*> functions_;
    llvm::DenseMap<llvm::Type*, std::vector<Leaf>> leaves_;
    llvm::DenseMap<const llvm::DIType*, std::uint32_t> type_indices_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> type_aliases_;  // qualified and other names, and what they name
    std::map<std::pair<std::uint64_t, int>, Operand> constant_pool_;
    std::map<std::string, std::int32_t> string_indices_;
    llvm::DenseMap<const llvm::DIFile*, std::uint32_t> first_lines_;  // 1: of the text; 0: of the program's own headers
};

// A variable (an alloca or a structure passed by value) that lives in registers: one for each leaf.
struct Promoted {
    struct Piece {
        Leaf leaf;
        std::uint32_t slot = 0;
    };
    std::vector<Piece> pieces;  // ascending offsets
};

class FunctionDecoder {
  public:
    FunctionDecoder(ModuleDecoder& module, llvm::Function& ir, Function& out)
        : module_(module), ir_(ir), out_(out), post_dominators_(ir) {}
    void decode();

  private:
    // -- decode_function.cpp: parameters, blocks, control flow --
    void declare_parameters();
    void declare_results();
    void find_shared_between_blocks();
    void find_spins();
    void emit_blocks();
    void resolve_edges();
    std::uint32_t edge_target(const llvm::BasicBlock* from, const llvm::BasicBlock* to);
    std::uint32_t join_pc(const llvm::BasicBlock*) const;
    void branch(llvm::BranchInst&);
    void switch_on(llvm::SwitchInst&);
    void instruction(llvm::Instruction&);

    // -- decode_slots.cpp: which variables become registers, which moves fall away --
    void place_allocas();
    void place_candidate(const llvm::Value*, llvm::Type*);
    bool is_promotable(const llvm::Value* variable) const;
    bool uses_allow_promotion(const llvm::Value* variable, const llvm::Value* pointer, std::int64_t offset) const;
    bool copy_allows_promotion(const llvm::MemTransferInst&, const llvm::Value* variable, std::int64_t offset,
                               bool is_destination) const;
    bool covers_leaves(const llvm::Value* variable, std::int64_t offset, llvm::Type*) const;
    bool covers_range(const llvm::Value* variable, std::int64_t offset, std::uint64_t bytes) const;
    void load_promoted_arguments();
    void note_unwritten();
    struct PieceUses {
        std::vector<const llvm::Instruction*> writes, reads;
    };
    void note_argument_copy(std::uint32_t slot);
    PieceUses uses_of(const llvm::Value* variable, const Promoted::Piece&) const;
    void fuse_and_alias();
    void fuse_stores(llvm::BasicBlock&);
    void alias_loads(llvm::BasicBlock&);
    bool can_fuse(const llvm::StoreInst&, std::uint32_t slot) const;
    bool writes_slot(const llvm::Instruction&, std::uint32_t slot) const;
    bool reads_slot(const llvm::Instruction&, std::uint32_t slot) const;
    unsigned last_use(const llvm::Instruction&) const;
    std::pair<const Promoted*, std::int64_t> promoted_at(const llvm::Value* pointer) const;
    const Promoted::Piece* piece_at(const llvm::Value* pointer) const;
    std::vector<const Promoted::Piece*> pieces_in(const llvm::Value* pointer, std::uint64_t bytes) const;

    // -- decode_parameters.cpp --
    void place_structures();  // after place_allocas()
    void note_launch_bounds();
    bool lies_in_constant_memory(const llvm::Argument&) const;

    // -- decode_arithmetic.cpp --
    void binary(llvm::BinaryOperator&);
    void compare(llvm::CmpInst&);
    void cast(llvm::CastInst&);
    void cast_element(llvm::CastInst&, unsigned k, llvm::Type* from, llvm::Type* to);
    void integer_to_real(llvm::CastInst&, unsigned k, llvm::Type* from, llvm::Type* to);
    void real_to_integer(llvm::Instruction&, unsigned k, llvm::Type* from, llvm::Type* to, bool is_signed);
    void copy_bits(llvm::Instruction&, llvm::Value* from);
    void negate(llvm::UnaryOperator&);
    void select(llvm::SelectInst&);
    void aggregate(llvm::Instruction&);
    std::vector<Operand> with_varying_index(llvm::Instruction&);
    void saturate(llvm::CallInst&);
    Operand sign_extended(Operand, unsigned bits);
    Operand as_float(Operand half);
    void clear_upper_bits(std::uint32_t slot, unsigned bits, std::uint8_t flags);

    // -- decode_memory.cpp --
    void load(llvm::LoadInst&);
    void store(llvm::StoreInst&);
    void address(llvm::GetElementPtrInst&);
    void compute_address(llvm::GetElementPtrInst&);
    void copy_memory(llvm::MemTransferInst&);
    void set_memory(llvm::MemSetInst&);
    void move_pieces(const std::vector<const Promoted::Piece*>& to, const std::vector<const Promoted::Piece*>& from);
    void transfer_pieces(bool is_load, Operand memory, const std::vector<const Promoted::Piece*>&, std::uint32_t first_offset,
                         std::uint64_t alignment, bool was_returned = false);
    void atomic_update(llvm::AtomicRMWInst&);
    void compare_exchange(llvm::AtomicCmpXchgInst&);
    void note_first_reads(const llvm::Value& expected);  // decode_swap_loops.cpp
    static bool is_one_access(const Leaf&, std::uint64_t alignment);
    static std::uint32_t piece_of(std::uint32_t left, std::uint64_t alignment);
    void load_leaf(const Leaf&, std::uint32_t dst, Operand memory, std::uint64_t alignment, std::uint8_t flags,
                   std::uint8_t vector_bytes = 0);
    void mark_returned(const Leaf&, std::uint64_t alignment, unsigned part);
    void store_leaf(const Leaf&, Operand memory, Operand value, std::uint64_t alignment, std::uint8_t flags,
                    std::uint8_t vector_bytes = 0);
    Operand offset_address(Operand base, std::int64_t offset);

    // -- decode_members.cpp --
    std::uint64_t bytes_accessed_at(const llvm::Instruction& pointer, bool& is_store) const;
    std::optional<std::int64_t> constant_distance(const llvm::GetElementPtrInst&, const llvm::Value* start) const;
    bool is_unchanged_at(const llvm::Value* pointer, const llvm::Instruction&) const;
    void check_members(const llvm::GetElementPtrInst&);
    void check_member(const llvm::GetElementPtrInst&, const llvm::Value& start, llvm::ArrayType&, std::uint64_t bytes,
                      bool is_store);

    // -- decode_calls.cpp --
    void call(llvm::CallInst&);
    bool intrinsic(llvm::CallInst&);
    void with_overflow(llvm::CallInst&);
    bool operation(llvm::CallInst&, std::string_view label);
    void call_function(llvm::CallInst&);
    void emit_simple(llvm::CallInst&, Op, std::uint8_t aux = 0, std::int32_t imm = 0, unsigned arguments = 3);
    void math(llvm::CallInst&, Op f, std::uint8_t aux, unsigned arguments);
    void real_operation(llvm::CallInst&, Op f, unsigned arguments);
    void integer_operation(llvm::CallInst&, Op op32, unsigned arguments);
    void trap(TrapKind, std::int32_t text = -1);

    // -- decode_matrix.cpp --
    bool matrix(llvm::CallInst&, std::string_view form);
    // -- decode_texture.cpp --
    void texture(llvm::CallInst&, Op);
    Operand side_by_side(const llvm::Value* four);

    // -- decode_debug.cpp --
    bool set_location(const llvm::Instruction&);  // false: it has none, and keeps that of the instruction before
    void set_location_of_variable(const llvm::AllocaInst&);
    std::uint32_t scope_index(const llvm::DIScope*);
    std::uint32_t inlined_index(const llvm::DILocation*);
    void name_inlined(std::uint32_t call, const llvm::DILocation&);
    void describe_variables();
    void describe_variable(const llvm::DILocalVariable&, const llvm::Value* place, const llvm::DIExpression&,
                           const llvm::DILocation*);
    void place_variable(Variable&, const llvm::Value* place, std::uint32_t offset) const;

    // -- registers and emission --
    std::uint32_t new_register(int lane_bytes);
    std::vector<std::uint32_t>& registers(const llvm::Instruction&);
    std::uint32_t destination(const llvm::Instruction& i, unsigned k = 0) { return registers(i)[k]; }
    Operand operand(const llvm::Value*, unsigned leaf = 0);
    std::uint8_t flags_for(const llvm::Instruction&, unsigned leaf = 0);
    std::uint8_t masked(const llvm::Instruction& i) const { return must_mask_.contains(&i) ? kMasked : std::uint8_t{0}; }
    Instruction& emit(Op, std::uint32_t dst = 0, Operand a = 0, Operand b = 0, Operand c = 0, std::int32_t imm = 0,
                      std::uint8_t flags = 0, std::uint8_t aux = 0);
    void move(std::uint32_t dst, Operand from, bool wide, bool mask);
    bool needs_own_register(const llvm::Instruction& i) const { return must_mask_.contains(&i); }
    bool is_folded_extension(const llvm::Instruction&) const;
    [[noreturn]] void unsupported(std::string what) const;

    struct Edge {
        std::uint32_t pc = 0;
        unsigned field = 0;  // 0: a, 1: b, 2: a case of switch `table`
        std::uint32_t table = 0, index = 0;
        const llvm::BasicBlock *from = nullptr, *to = nullptr;
    };

    ModuleDecoder& module_;
    llvm::Function& ir_;
    Function& out_;
    llvm::PostDominatorTree post_dominators_;
    Location here_;
    bool is_located_ = false;            // what is emitted has a place of its own in the source
    std::optional<Location> statement_;  // of this block, whose instructions are being emitted
    llvm::DenseMap<const llvm::Value*, std::vector<Operand>> values_;
    llvm::DenseMap<const llvm::Instruction*, std::vector<std::uint32_t>> registers_;
    llvm::DenseMap<const llvm::Value*, Promoted> promoted_;
    llvm::DenseMap<const llvm::Value*, std::uint32_t> local_objects_;  // of variables in local memory: index in Function::locals
    llvm::DenseSet<const llvm::Instruction*> must_mask_;               // live in another block, or fused with a store
    llvm::DenseSet<const llvm::Instruction*> fused_stores_;
    llvm::DenseSet<const llvm::Instruction*> spins_;  // volatile loads that wait for another thread
    llvm::DenseMap<const llvm::Instruction*, std::uint32_t> fused_slots_;
    llvm::DenseMap<const llvm::Instruction*, unsigned> positions_;  // in its block, from 1
    llvm::DenseMap<const llvm::BasicBlock*, std::uint32_t> block_pcs_;
    std::vector<Edge> edges_;
    std::vector<std::pair<std::uint32_t, const llvm::BasicBlock*>> joins_;
    llvm::DenseMap<const llvm::DIScope*, std::uint32_t> scope_indices_;
    llvm::DenseMap<const llvm::DILocation*, std::uint32_t> inlined_indices_;
};

// Which of three opcodes: f32, f64, f16.
inline int real_form(llvm::Type* type) { return type->isDoubleTy() ? 1 : type->isHalfTy() ? 2 : 0; }

}  // namespace warpwise::simt
