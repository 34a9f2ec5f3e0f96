// Reads and writes of textures and surfaces: their four coordinates, and the four parts of a texel, lie in registers side by side.
#include "simt/decode/decode_internal.h"

namespace warpwise::simt {

// The four parts of a vector as they are where they are neighbours in the frame, else copies of them.
Operand FunctionDecoder::side_by_side(const llvm::Value* four) {
    constexpr std::uint32_t step = kLanes * 4;
    const Operand first = operand(four, 0);
    bool are_neighbours = bank_of(first) == Bank::frame;
    for (unsigned k = 1; k < 4; ++k) are_neighbours = are_neighbours && operand(four, k) == first + k * step;
    if (are_neighbours) return first;
    const std::uint32_t copy = new_register(4);
    for (unsigned k = 1; k < 4; ++k) new_register(4);
    for (unsigned k = 0; k < 4; ++k) move(copy + k * step, operand(four, k), false, false);
    return copy;
}

void FunctionDecoder::texture(llvm::CallInst& i, Op op) {
    const Operand object = operand(i.getArgOperand(0)), place = side_by_side(i.getArgOperand(1));
    if (op == Op::surface_write) {
        emit(op, 0, object, place, side_by_side(i.getArgOperand(2)));
    } else {
        emit(op, destination(i), object, place, 0, 0, kMasked);
    }
}

}  // namespace warpwise::simt
