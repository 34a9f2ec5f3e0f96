// Inline PTX as text, read into statements. What they mean is decode_ptx.h's.
//
// The text is an assembly string of LLVM IR: an operand of the asm statement is written $0 or ${0:x}, a '$' as "$$".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpwise::simt::ptx {

struct Operand {
    enum class Kind : std::uint8_t {
        place,    // $0: an operand of the asm statement, index
        name,     // a register, a label, a special register (with its '%'), or "_"
        number,   // bits; an integer, or a real as written by 0f, 0d or with a decimal point
        address,  // [parts[0] + bits]
        vector,   // {parts}
        pair,     // parts[0] | parts[1]
        not_,     // !parts[0]
    };
    Kind kind = Kind::number;
    std::string name;
    unsigned index = 0;
    std::uint64_t bits = 0;
    int real_bytes = 0;  // of a number: 4 (0f), 8 (0d and decimals), 0: an integer
    std::vector<Operand> parts;
};

struct Statement {
    enum class Kind : std::uint8_t { instruction, label, open_block, close_block, declaration };
    Kind kind = Kind::instruction;
    std::string text;                // as it stands, for messages: %0, not $0
    std::vector<std::string> words;  // of an instruction: "mad", "lo", "s32"; of a declaration: "reg", "b32"
    std::vector<Operand> operands;   // a declaration's are names; "p<4>" has been written out
    std::optional<Operand> guard;    // @p: a register; a place
    bool guard_is_negated = false;
    std::string label;

    bool has(std::string_view word) const;
};

struct Program {
    std::vector<Statement> statements;
    std::string error;  // empty: none; else what could not be read, with the statement
};

Program parse(std::string_view text);

// An assembly string as it was written: %0, not $0.
std::string as_written(std::string_view text);

}  // namespace warpwise::simt::ptx
