#include "simt/decode/decode.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>
#include <llvm/Transforms/Utils/UnifyFunctionExitNodes.h>

#include <algorithm>
#include <iterator>

#include "simt/decode/decode_internal.h"
#include "simt/decode/decode_ptx.h"

namespace warpwise::simt {
namespace {

bool has_switch_into_phi(llvm::Function& function) {
    for (llvm::BasicBlock& block : function) {
        if (!llvm::isa<llvm::SwitchInst>(block.getTerminator())) continue;
        for (llvm::BasicBlock* next : llvm::successors(&block))
            if (llvm::isa<llvm::PHINode>(next->front())) return true;
    }
    return false;
}

// Reconvergence needs post-dominators, and those need one exit that every block reaches: an unreachable end becomes a trap
// that goes to the exit.
void lead_dead_ends_to_exit(llvm::Function& function) {
    llvm::BasicBlock* exit = nullptr;
    for (llvm::BasicBlock& block : function)
        if (llvm::isa<llvm::ReturnInst>(block.getTerminator())) exit = &block;
    std::vector<llvm::BasicBlock*> dead_ends;
    for (llvm::BasicBlock& block : function)
        if (llvm::isa<llvm::UnreachableInst>(block.getTerminator())) dead_ends.push_back(&block);
    if (dead_ends.empty()) return;
    llvm::Function* trap = llvm::Intrinsic::getDeclaration(function.getParent(), llvm::Intrinsic::debugtrap);
    for (llvm::BasicBlock* block : dead_ends) {
        llvm::Instruction* end = block->getTerminator();
        const llvm::DebugLoc place = end->getDebugLoc();
        llvm::CallInst::Create(trap, "", end->getIterator())->setDebugLoc(place);
        if (exit) {
            llvm::BranchInst::Create(exit, end->getIterator())->setDebugLoc(place);
            for (llvm::PHINode& phi : exit->phis()) phi.addIncoming(llvm::PoisonValue::get(phi.getType()), block);
        } else {
            llvm::Type* result = function.getReturnType();
            llvm::ReturnInst::Create(function.getContext(), result->isVoidTy() ? nullptr : llvm::PoisonValue::get(result),
                                     end->getIterator());
        }
        end->eraseFromParent();
    }
}

// Once: a module may have many kernels, each of which is decoded.
void prepare(llvm::Module& module) {
    constexpr llvm::StringLiteral kPrepared = "warpwise.prepared";
    if (module.getNamedMetadata(kPrepared) != nullptr) return;
    module.getOrInsertNamedMetadata(kPrepared);
    llvm::PassBuilder builder;
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager graphs;
    llvm::ModuleAnalysisManager modules;
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(graphs);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, graphs, modules);
    for (llvm::Function& function : module) {
        if (function.isDeclaration()) continue;
        if (has_switch_into_phi(function)) llvm::LowerSwitchPass().run(function, functions);
        lead_dead_ends_to_exit(function);
        llvm::UnifyFunctionExitNodesPass().run(function, functions);
    }
}

// Of each function whether it, or a function that it may call, has the instruction. An indirect call may be one of any function.
std::vector<bool> reaching(const Bytecode& program, Op op) {
    const std::size_t count = program.functions.size();
    std::vector<std::vector<std::size_t>> callers(count);
    std::vector<std::size_t> open, indirect;
    for (std::size_t i = 0; i < count; ++i)
        for (const Instruction& in : program.functions[i].code) {
            if (in.op == op) open.push_back(i);
            if (in.op == Op::call) callers[program.functions[i].calls[in.a].callee].push_back(i);
            if (in.op == Op::call_indirect) indirect.push_back(i);
        }
    if (!open.empty()) std::ranges::copy(indirect, std::back_inserter(open));
    std::vector<bool> reaches(count);
    while (!open.empty()) {
        const std::size_t function = open.back();
        open.pop_back();
        if (reaches[function]) continue;
        reaches[function] = true;
        std::ranges::copy(callers[function], std::back_inserter(open));
    }
    return reaches;
}

void note_what_is_reached(Bytecode& program) {
    const std::vector<bool> barrier = reaching(program, Op::grid_barrier), launch = reaching(program, Op::launch_grid);
    for (std::size_t i = 0; i < program.functions.size(); ++i) {
        program.functions[i].reaches_grid_barrier = barrier[i];
        program.functions[i].reaches_launch = launch[i];
    }
}

}  // namespace

std::uint32_t ModuleDecoder::decode_from(llvm::Function& kernel, const DeclaredElements& dynamic_elements) {
    place_variables(kernel);
    const std::uint32_t entry = function_index(kernel);
    for (std::size_t i = 0; i < functions_.size(); ++i) {  // grows while calls are met
        Function out;
        out.symbol = functions_[i]->getName().str();
        out.name = out.symbol;
        if (const llvm::DISubprogram* subprogram = functions_[i]->getSubprogram()) {
            out.name = readable_name(subprogram->getName().str());
            out.line = line_of(subprogram->getFile(), subprogram->getLine());
        }
        follow_references(*functions_[i]);
        lower_assembly(*functions_[i]);
        FunctionDecoder(*this, *functions_[i], out).decode();
        program_.functions.push_back(std::move(out));
    }
    complete_aliases();
    name_member_arrays();
    describe_dynamic_shared(dynamic_elements);
    program_.constants.resize((program_.constants.size() + 63) / 64 * 64);
    note_what_is_reached(program_);
    return entry;
}

std::expected<DecodedKernel, Diagnostics> decode(llvm::Module& module, llvm::Function& kernel, std::string_view origin,
                                                 const DeclaredElements& dynamic_elements, std::vector<HeaderLines> headers) {
    prepare(module);
    DecodedKernel out;
    out.program.origin = origin;
    out.program.headers = std::move(headers);
    try {
        out.entry = ModuleDecoder(module, out.program).decode_from(kernel, dynamic_elements);
    } catch (const Unsupported& found) {
        Diagnostic diagnostic;
        const TextPlace place = place_of(out.program, found.line);
        diagnostic.file = place.file;
        diagnostic.line = place.line;
        diagnostic.column = static_cast<int>(std::max(found.column, std::uint32_t{1}));
        diagnostic.message = "unsupported: " + found.what;
        diagnostic.hint = "The emulator cannot run this. It may still run on a GPU; for the emulator, write it differently.";
        return std::unexpected(Diagnostics{diagnostic});
    }
    return out;
}

}  // namespace warpwise::simt
