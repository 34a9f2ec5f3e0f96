// What can be said of a function's registers without running it, for native_functions.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "simt/native/native_source.h"

namespace warpwise::simt {

// How an operation on registers reads its operands a, b and c.
struct OperandShape {
    bool is_read = false, is_wide = false;
};
struct OperationShape {
    bool is_operation = false;
    OperandShape operands[3];
};

// Where the 32 addresses of a load or store come from: one number for all lanes, and at most one kind of vector.
struct AddressForm {
    struct Term {
        Operand operand = 0;  // uniform
        bool is_wide = false, is_signed = false;
        std::int64_t scale = 1;
    };
    struct Special {
        Operand operand = 0;  // of the special bank, different from lane to lane, below 1024
        std::uint32_t scale = 1;
        bool operator==(const Special&) const = default;
    };
    std::vector<Term> terms;
    std::int64_t offset = 0;
    std::vector<Special> specials;     // together below 2^31
    std::optional<Term> index;         // a register of 32-bit lanes; then there are no specials
    std::vector<std::uint32_t> steps;  // the instructions that compute the addresses, in order
};

// A loop without calls and barriers, and registers that it writes and that only operations, loads, stores and branches use there.
// While all lanes of a warp are in it, compiled code has them to itself.
struct KeptLoop {
    struct Register {
        std::uint32_t slot = 0;
        bool is_wide = false;
    };
    std::uint32_t begin = 0;
    std::vector<bool> is_in;  // by pc
    std::vector<Register> registers;
    bool holds(std::uint32_t pc) const { return pc < is_in.size() && is_in[pc]; }
};

// Behind which the warp may stand elsewhere than at the next instruction, or waits there.
bool may_move(Op);
// By pc: where a warp may be when compiled code is entered, or where it jumps to.
std::vector<bool> leaders_of(const NativeSource::Function&);

class FunctionFacts {
  public:
    FunctionFacts(const NativeSource&, std::size_t index, const std::vector<bool>& leaders,
                  const std::function<OperationShape(const Instruction&)>& shape_of);

    // All active lanes have the same value wherever the operand is read.
    bool is_uniform(Operand) const;
    // The register at this byte of the frame lives from an instruction to a later one of the same block, and only operations,
    // loads, stores and branches read it: no other code has to find it in the frame.
    bool is_private(std::uint32_t slot) const;
    // The innermost loops; none lies in another one.
    const std::vector<KeptLoop>& loops() const { return loops_; }
    // Of the load or store at pc.
    std::optional<AddressForm> address_of(std::uint32_t pc) const;
    // The operation at pc only helps to compute addresses whose form is known.
    bool is_for_addresses(std::uint32_t pc) const { return for_addresses_[pc]; }

  private:
    struct Use {
        std::uint32_t pc = 0;
        bool is_write = false, is_plain = false;  // plain: by what keeps to registers, or as a load's or store's operand
        bool is_wide = false;
    };
    struct Register {
        std::vector<Use> uses;  // in the order of the code
        bool is_clean = true;   // always the same width, and none lies across another
        bool is_uniform = false, is_private = false;
    };
    void note(std::uint32_t pc, Operand, bool is_write, bool is_plain, bool is_wide);
    void note_uses(std::uint32_t pc);
    void find_uniform();
    std::vector<bool> find_parted() const;
    void find_private();
    void find_for_addresses();
    std::vector<KeptLoop> all_loops() const;
    void find_loops();
    void find_kept(KeptLoop&) const;
    bool reads_alike(const Instruction&) const;
    bool resolve(Operand, std::uint32_t before, AddressForm&, std::uint32_t access) const;
    std::optional<std::uint32_t> written_at(std::uint32_t slot, std::uint32_t before) const;
    bool is_written_between(std::uint32_t slot, std::uint32_t after, std::uint32_t before) const;
    std::uint32_t block_of(std::uint32_t pc) const { return blocks_[pc]; }

    const NativeSource& source_;
    const NativeSource::Function& from_;
    std::size_t index_ = 0;
    const std::function<OperationShape(const Instruction&)>& shape_of_;
    std::vector<Register> registers_;    // by 128 bytes of the frame
    std::vector<std::uint32_t> blocks_;  // by pc: where its block begins
    std::vector<bool> for_addresses_;
    std::vector<KeptLoop> loops_;
};

}  // namespace warpwise::simt
