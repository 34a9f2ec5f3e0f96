// PTX's SIMD video instructions: the four bytes or the two halves of a word at once (vadd4, vabsdiff4, vmax2, ...).
#include "simt/decode/decode_ptx.h"

namespace warpwise::simt::ptx {

using llvm::Value;

// Without `.add`, the parts of the result; with it, their sum and the last operand.
void Lowering::packed() {
    const std::vector<Type> of = types();
    const std::string_view name = word(0);
    if (of.size() != 3 || count() != 4) refuse("it needs three types and four operands");
    const unsigned bits = name.ends_with('4') ? 8 : 16;
    const std::string_view operation = name.substr(1, name.size() - 2);
    const auto part = [&](Value* from, unsigned at, bool is_signed) {
        Value* up = build_.CreateShl(from, number(32 - bits - at, 32));
        return is_signed ? build_.CreateAShr(up, number(32 - bits, 32)) : build_.CreateLShr(up, number(32 - bits, 32));
    };
    // A part of a word has room in 32 bits, whatever is done to it, with its sign.
    const auto least = [&](Value* x, Value* y) { return intrinsic(llvm::Intrinsic::smin, {x, y}); };
    const auto most = [&](Value* x, Value* y) { return intrinsic(llvm::Intrinsic::smax, {x, y}); };
    const auto computed = [&](Value* x, Value* y) -> Value* {
        if (operation == "add") return build_.CreateAdd(x, y);
        if (operation == "sub") return build_.CreateSub(x, y);
        if (operation == "absdiff") return build_.CreateSub(most(x, y), least(x, y));
        if (operation == "min") return least(x, y);
        if (operation == "max") return most(x, y);
        Value* sum = build_.CreateAdd(x, y);  // avrg: halves are rounded away from zero
        Value* up = build_.CreateZExt(build_.CreateICmpSGE(sum, number(0, 32)), integer(32));
        return build_.CreateAShr(build_.CreateAdd(sum, up), number(1, 32));
    };
    const bool is_signed = of[0].is_signed();
    const std::uint64_t all = (std::uint64_t{1} << bits) - 1;
    const std::uint64_t high = is_signed ? all >> 1 : all, low = is_signed ? ~high : 0;
    Value *a = read(1, 32), *b = read(2, 32), *out = has("add") ? read(3, 32) : number(0, 32);
    for (unsigned at = 0; at < 32; at += bits) {
        Value* value = computed(part(a, at, of[1].is_signed()), part(b, at, of[2].is_signed()));
        if (has("sat")) value = least(most(value, number(low & 0xffffffff, 32)), number(high, 32));
        if (has("add")) {
            out = build_.CreateAdd(out, value);  // whole, as on an H100
        } else {
            out = build_.CreateOr(out, build_.CreateShl(build_.CreateAnd(value, number(all, 32)), number(at, 32)));
        }
    }
    write(0, out);
}

}  // namespace warpwise::simt::ptx
