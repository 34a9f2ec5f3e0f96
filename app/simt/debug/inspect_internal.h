// Shared by the inspect*.cpp files, and not for others.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "debug/debug_state.h"
#include "simt/execute/block_run.h"
#include "simt/execute/execute_objects.h"

namespace warpwise::simt {

// A call that has not returned, of the machine or inlined into one of the machine's.
struct Standing {
    DebugFrame shown;
    const Function* function = nullptr;
    const std::byte* frame = nullptr;  // its registers
    std::uint32_t local_base = 0;
    std::uint32_t lanes = 0;  // that take part in it and have not exited
    std::uint32_t mask = 0;   // ... and are where it stands
    Location at;
};
// Innermost first. Functions of headers have no place in the text and are left out.
std::vector<Standing> standing_calls(const Warp&);

// At most eight bytes of a variable in every lane; `set`: the lanes in which all of them were written.
struct LaneBytes {
    std::array<std::uint64_t, kLanes> bits{};
    std::uint32_t set = 0;
};
using ByteReader = std::function<LaneBytes(std::uint32_t offset, std::uint32_t bytes)>;

// Null: the program has no such type.
inline const Type* type_at(const Bytecode& program, std::uint32_t index) {
    return index < program.types.size() ? &program.types[index] : nullptr;
}

// ---- inspect_types.cpp ----
bool is_half(const Type&);
bool is_bfloat(const Type&);

// ---- inspect_memory.cpp ----
ByteReader reader_of_registers(const Warp&, const Standing&, std::vector<Variable::Piece>, bool wide);
ByteReader reader_of_local(const Warp&, const Standing&, std::uint32_t offset);
ByteReader reader_at(const BlockRun&, const Warp&, const LaneBytes& addresses);
// The same object in every lane of `lanes`: shared, global or constant memory.
ByteReader reader_of_block(const BlockRun&, const Warp&, std::uint64_t address, std::uint32_t lanes);

// ---- inspect_pointers.cpp ----
// "a[3]", "tile[0][5]", "p.next", "null", "a + 4096, past its end"; an address that belongs to nothing as a number.
std::string target_text(const BlockRun&, const Warp&, const Type& pointer, std::uint64_t address);
// "a[3]", "tile[0][5]", "bodies[3].mass": so many bytes of an object, whose type, or that of its elements, is known or kNoIndex.
std::string place_text(const BlockRun&, const Object&, std::uint32_t type, bool is_element, std::uint64_t address,
                       std::uint64_t bytes);

// ---- inspect_variables.cpp ----
// `count` of a type, one after the other, at an address of each lane; without a type they are bytes.
DebugValue value_at(const BlockRun&, const Warp&, std::uint32_t type, std::uint32_t count, std::uint32_t bytes,
                    const LaneBytes& addresses);

}  // namespace warpwise::simt
