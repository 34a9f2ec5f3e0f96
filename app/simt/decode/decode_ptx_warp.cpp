// What the lanes of a warp or the threads of a block do together: barriers, shuffles, votes, matrices.
#include "fmt/format.h"
#include "simt/code/matrix_form.h"
#include "simt/decode/decode_ptx.h"

namespace warpwise::simt::ptx {

// bar.sync 0; barrier.sync.aligned 0; bar.red.popc.u32 d, 0, p; bar.warp.sync mask
void Lowering::barrier() {
    llvm::Type* nothing = llvm::Type::getVoidTy(module_.getContext());
    if (has("warp")) return void(call("sync_warp", nothing, {read(0, 32)}));
    const bool reduces = has("red");
    if (has("cluster") || has("arrive") || (!has("sync") && !reduces)) refuse();
    const std::size_t which = reduces ? 1 : 0, last = which + (reduces ? 2u : 1u);
    if (constant_at(which) != 0 || count() > last)
        refuse("a barrier of its own number or of some of the block's threads; use bar.sync 0, or a tile's sync()");
    if (!reduces) return void(call("barrier.none", nothing, {}));
    Value* predicate = resized(truth(at(2)), 32);
    Value* out = call(has("popc") ? "barrier.count" : has("and") ? "barrier.all" : "barrier.any", integer(32), {predicate});
    write(0, has("popc") ? out : build_.CreateICmpNE(out, number(0, 32)));
}

// shfl.sync.down.b32 d|p, a, b, c, mask. c holds the last lane in its low bits and the segments' mask in bits 8 to 12.
void Lowering::shuffle() {
    const bool with_mask = has("sync");
    const bool up = has("up"), down = has("down"), by_xor = has("bfly");
    if (!up && !down && !by_xor && !has("idx")) refuse();
    const Operand& target = at(0);
    Value *value = read(1, 32), *lanes = read(2, 32), *c = read(3, 32);
    Value* mask = with_mask ? read(4, 32) : call("active_mask", integer(32), {});
    const auto known = constant_at(3);
    if (known && (*known & 0x1f) != (up ? 0u : 0x1fu)) refuse("its last lane must be 31, or 0 of shfl.up");
    Value* segments = build_.CreateAnd(build_.CreateLShr(c, number(8, 32)), number(31, 32));
    Value* width = known ? number(32 - (*known >> 8 & 31), 32) : build_.CreateSub(number(32, 32), segments);
    lanes = build_.CreateAnd(lanes, number(31, 32));
    const std::string_view kind = up ? "up" : down ? "down" : by_xor ? "exclusive_or" : "index";
    Value* out = call(fmt::format("shuffle.{}.32", kind), integer(32), {mask, value, lanes, width});
    if (target.kind != Operand::Kind::pair) return write(0, out);
    // In range: the source lane lies in this lane's segment.
    Value* lane = build_.CreateAnd(call("special.lane_id", integer(32), {}), build_.CreateSub(width, number(1, 32)));
    Value* in_range = nullptr;
    if (up) in_range = build_.CreateICmpULE(lanes, lane);
    if (down) in_range = build_.CreateICmpULT(build_.CreateAdd(lane, lanes), width);
    if (by_xor) in_range = build_.CreateICmpULT(build_.CreateXor(lane, lanes), width);
    if (!in_range) in_range = number(1, 1);
    write(target.parts[0], out);
    write(target.parts[1], in_range);
}

// vote.sync.ballot.b32 d, p, mask; vote.sync.all.pred d, p, mask
void Lowering::vote() {
    Value* predicate = resized(truth(at(1)), 32);
    Value* mask = has("sync") ? read(2, 32) : call("active_mask", integer(32), {});
    for (const auto& [name, kind] :
         {std::pair<std::string_view, std::string_view>{"all", "all"}, {"any", "any"}, {"uni", "uniform"}, {"ballot", "ballot"}}) {
        if (!has(name)) continue;
        Value* out = call(fmt::format("vote.{}", kind), integer(32), {mask, predicate});
        return write(0, name == "ballot" ? out : build_.CreateICmpNE(out, number(0, 32)));
    }
    refuse();
}

void Lowering::match() {
    const unsigned bits = type().bits;
    if (!has("sync") || (!has("any") && !has("all")) || bits < 32) refuse();
    Value *value = read(1, bits), *mask = read(2, 32);
    Value* out = call(fmt::format("match_{}_{}", has("any") ? "any" : "all", bits), integer(32), {mask, value});
    if (at(0).kind != Operand::Kind::pair) return write(0, out);
    write(at(0).parts[0], out);
    write(at(0).parts[1], build_.CreateICmpNE(out, number(0, 32)));
}

void Lowering::reduce() {
    const Type of = type();
    if (of.bits != 32 || of.is_real()) refuse();
    std::string_view name;
    for (const auto& [word, kind] : {std::pair<std::string_view, std::string_view>{"add", "add"},
                                     {"min", of.is_signed() ? "min" : "umin"},
                                     {"max", of.is_signed() ? "max" : "umax"},
                                     {"and", "and_"},
                                     {"or", "or_"},
                                     {"xor", "xor_"}})
        if (has(word)) name = kind;
    if (name.empty()) refuse();
    Value *value = read(1, 32), *mask = read(2, 32);
    write(0, call(fmt::format("warp_reduce.{}", name), integer(32), {mask, value}));
}

void Lowering::active_mask() { write(0, call("active_mask", integer(32), {})); }
void Lowering::sleep() { call("sleep", llvm::Type::getVoidTy(module_.getContext()), {read(0, 32)}); }
void Lowering::leave() { call("trap.exit_thread", llvm::Type::getVoidTy(module_.getContext()), {}); }
void Lowering::trap() { call("trap.trap", llvm::Type::getVoidTy(module_.getContext()), {}); }

// ---- matrices ----

// mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d}, {a}, {b}, {c}
void Lowering::matrix() {
    std::string shape;
    for (const std::string& each : now_->words)
        if (each.starts_with('m') && each.contains("n8k")) shape = each;
    std::vector<std::string_view> names;
    for (const std::string& each : now_->words)
        if (type_of(each)) names.push_back(each);
    if (names.size() != 4 || !has("row") || !has("col") || has("xor")) refuse();
    const std::string name =
        fmt::format("{}.{}.{}.{}.{}{}", shape, names[0], names[1], names[2], names[3], has("satfinite") ? ".satfinite" : "");
    const auto form = matrix_form(name);
    if (!form) refuse("the matrix unit has no product of this shape and these types");
    const auto wanted = [&](std::size_t k, int registers) -> std::vector<Operand> {
        std::vector<Operand> out = at(k).kind == Operand::Kind::vector ? at(k).parts : std::vector{at(k)};
        if (static_cast<int>(out.size()) != registers)
            refuse(fmt::format("operand {} needs {} registers of a thread, not {}", k + 1, registers, out.size()));
        return out;
    };
    const unsigned bits = form->d == MatrixElement::f64 ? 64 : 32;
    std::vector<Value*> arguments;
    for (const auto& [k, registers] :
         {std::pair{1, form->a_registers()}, std::pair{2, form->b_registers()}, std::pair{3, form->registers_of_sum(form->c)}})
        for (const Operand& each : wanted(static_cast<std::size_t>(k), registers)) arguments.push_back(read(each, bits));
    const std::vector<Operand> targets = wanted(0, form->results());
    auto* result = llvm::StructType::get(module_.getContext(), std::vector<llvm::Type*>(targets.size(), integer(bits)));
    Value* out = call("matrix." + name, result, arguments);
    for (unsigned k = 0; k < targets.size(); ++k) write(targets[k], build_.CreateExtractValue(out, k));
}

// ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {r}, [p]: lane 8 * m + r reads row r of matrix m.
void Lowering::load_matrix() {
    const unsigned matrices = has("x4") ? 4 : has("x2") ? 2 : 1;
    if (!has("m8n8") || !has("b16")) refuse();
    const std::vector<Operand> targets = at(0).kind == Operand::Kind::vector ? at(0).parts : std::vector{at(0)};
    if (targets.size() != matrices) refuse(fmt::format("it needs {} registers", matrices));
    auto* type = llvm::ArrayType::get(integer(32), 4);
    llvm::AllocaInst* row = variable(type);
    Value* from = address(at(1), has("shared") || has("shared::cta") ? "shared" : "generic");
    const auto copy = [&] { build_.CreateMemCpy(row, llvm::Align(16), from, llvm::Align(16), 16); };
    if (matrices == 4) {
        copy();
    } else {
        only_if(build_.CreateICmpULT(call("special.lane_id", integer(32), {}), number(8 * matrices, 32)), copy);
    }
    std::vector<Value*> words;
    for (unsigned k = 0; k < 4; ++k)
        words.push_back(build_.CreateLoad(integer(32), build_.CreateConstInBoundsGEP2_32(type, row, 0, k)));
    auto* result = llvm::StructType::get(module_.getContext(), std::vector<llvm::Type*>(matrices, integer(32)));
    Value* out = call(fmt::format("matrix.{}_to_registers.{}", has("trans") ? "columns" : "rows", matrices), result, words);
    for (unsigned k = 0; k < matrices; ++k) write(targets[k], build_.CreateExtractValue(out, k));
}

void Lowering::store_matrix() {
    const unsigned matrices = has("x4") ? 4 : has("x2") ? 2 : 1;
    if (!has("m8n8") || !has("b16")) refuse();
    const std::vector<Operand> sources = at(1).kind == Operand::Kind::vector ? at(1).parts : std::vector{at(1)};
    if (sources.size() != matrices) refuse(fmt::format("it needs {} registers", matrices));
    std::vector<Value*> words;
    for (const Operand& each : sources) words.push_back(read(each, 32));
    auto* result = llvm::StructType::get(module_.getContext(), std::vector<llvm::Type*>(4, integer(32)));
    Value* rows = call(fmt::format("matrix.registers_to_{}.{}", has("trans") ? "columns" : "rows", matrices), result, words);
    auto* type = llvm::ArrayType::get(integer(32), 4);
    llvm::AllocaInst* row = variable(type);
    for (unsigned k = 0; k < 4; ++k)
        build_.CreateStore(build_.CreateExtractValue(rows, k), build_.CreateConstInBoundsGEP2_32(type, row, 0, k));
    Value* to = address(at(0), has("shared") || has("shared::cta") ? "shared" : "generic");
    const auto copy = [&] { build_.CreateMemCpy(to, llvm::Align(16), row, llvm::Align(16), 16); };
    if (matrices == 4) return copy();
    only_if(build_.CreateICmpULT(call("special.lane_id", integer(32), {}), number(8 * matrices, 32)), copy);
}

// movmatrix.sync.aligned.m8n8.trans.b16 d, a
void Lowering::move_matrix() {
    if (!has("trans") || !has("b16")) refuse();
    write(0, call("matrix.transpose.1", integer(32), {read(1, 32)}));
}

}  // namespace warpwise::simt::ptx
