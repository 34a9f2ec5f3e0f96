#include "simt/native/native_program.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/ExecutionEngine/RuntimeDyld.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/OptBisect.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SmallVectorMemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/DeadStoreElimination.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/JumpThreading.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Vectorize/VectorCombine.h>

#include <mutex>

#include "simt/native/native_calls.h"
#include "simt/native/native_functions.h"
#include "simt/native/native_memory.h"

namespace warpwise::simt {
namespace {

std::string text_of(llvm::Error error) { return llvm::toString(std::move(error)); }

const char* processor_of(Isa isa) {
    switch (isa) {
        case Isa::avx512: return "x86-64-v4";
        case Isa::avx2: return "x86-64-v3";
        case Isa::baseline: break;
    }
    return "x86-64";
}

std::unique_ptr<llvm::TargetMachine> machine_for(Isa isa) {
    static std::once_flag once;
    std::call_once(once, [] {
        llvm::InitializeNativeTarget();
        llvm::InitializeNativeTargetAsmPrinter();
    });
    constexpr const char* triple = "x86_64-pc-linux-gnu";
    std::string error;
    const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
    if (!target) return nullptr;
    llvm::TargetOptions options;
    options.AllowFPOpFusion = llvm::FPOpFusion::Strict;  // each operation rounds once, as in the interpreter
    return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
        triple, processor_of(isa), "", options, llvm::Reloc::PIC_, llvm::CodeModel::Small, llvm::CodeGenOptLevel::Less, true));
}

void optimize(llvm::Module& module, llvm::TargetMachine& machine) {
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager components;
    llvm::ModuleAnalysisManager modules;
    llvm::PassBuilder builder(&machine);
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
    llvm::ModulePassManager passes;
    passes.addPass(llvm::AlwaysInlinerPass(false));
    llvm::FunctionPassManager each;
    each.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
    each.addPass(llvm::EarlyCSEPass(true));
    each.addPass(llvm::InstCombinePass());
    each.addPass(llvm::JumpThreadingPass());
    each.addPass(llvm::SimplifyCFGPass());
    each.addPass(llvm::VectorCombinePass());
    each.addPass(llvm::DSEPass());
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(each)));
    passes.run(module, modules);
}

// Skips two passes over machine code. To LLVM a function is one loop, as its dispatch block leads to all blocks and they lead back
// to it: the first pass would hoist the constants of all blocks to the function's entry, from where they are live throughout. The
// second looks for integers that could be held in mask registers. Its time grows with the square of a function's length, and it
// finds hardly any.
class PassesLeftOut : public llvm::OptPassGate {
  public:
    bool isEnabled() const override { return true; }
    bool shouldRunPass(llvm::StringRef name, llvm::StringRef) override {
        return name != "Early Machine Loop Invariant Code Motion" && name != "X86 Domain Reassignment Pass";
    }
};

// Finds what compiled code calls: our helpers, and the C library's functions that LLVM may make of an operation.
class Resolver : public llvm::LegacyJITSymbolResolver {
  public:
    explicit Resolver(const NativeHelpers& helpers) : helpers_(helpers) {}
    llvm::JITSymbol findSymbol(const std::string& name) override {
        for (const auto& [known, address] : native_symbols(helpers_))
            if (name == known) return llvm::JITSymbol(reinterpret_cast<std::uint64_t>(address), llvm::JITSymbolFlags::Exported);
        return nullptr;
    }
    llvm::JITSymbol findSymbolInLogicalDylib(const std::string&) override { return nullptr; }

  private:
    const NativeHelpers& helpers_;
};

}  // namespace

NativeProgram::NativeProgram() : memory_(std::make_unique<NativeMemory>()) {}
NativeProgram::~NativeProgram() = default;

void NativeProgram::prepare() {
    const auto machine = machine_for(Isa::baseline);
    if (!machine) return;
    llvm::LLVMContext context;
    llvm::Module module("nothing", context);
    module.setDataLayout(machine->createDataLayout());
    auto* function = llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), false),
                                            llvm::GlobalValue::ExternalLinkage, "nothing", module);
    llvm::ReturnInst::Create(context, llvm::BasicBlock::Create(context, "", function));
    optimize(module, *machine);
    llvm::SmallVector<char, 0> bytes;
    llvm::raw_svector_ostream stream(bytes);
    llvm::legacy::PassManager emitter;
    if (!machine->addPassesToEmitFile(emitter, stream, nullptr, llvm::CodeGenFileType::ObjectFile)) emitter.run(module);
}

Result<std::string> NativeProgram::object_of(const NativeSource& program, Isa isa) {
    const auto machine = machine_for(isa);
    if (!machine) return failure("LLVM has no code for this processor");
    llvm::LLVMContext context;
    const std::string_view bitcode = native_bitcode(isa);
    auto module = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef({bitcode.data(), bitcode.size()}, "operations"), context);
    if (!module) return failure("the operations of the native tier cannot be read: " + text_of(module.takeError()));
    (*module)->setDataLayout(machine->createDataLayout());
    if (auto added = add_native_functions(**module, program); !added) return std::unexpected(added.error());
    optimize(**module, *machine);

    llvm::SmallVector<char, 0> bytes;
    llvm::raw_svector_ostream stream(bytes);
    PassesLeftOut gate;
    context.setOptPassGate(gate);
    llvm::legacy::PassManager emitter;
    if (machine->addPassesToEmitFile(emitter, stream, nullptr, llvm::CodeGenFileType::ObjectFile))
        return failure("LLVM cannot write code for this processor");
    emitter.run(**module);
    return std::string(bytes.data(), bytes.size());
}

Result<std::shared_ptr<const NativeProgram>> NativeProgram::link(std::string_view code, const NativeSource& program,
                                                                 const NativeHelpers& helpers, Isa isa) {
    auto object = llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef({code.data(), code.size()}, "native"));
    if (!object) return failure("the code cannot be read: " + text_of(object.takeError()));
    std::shared_ptr<NativeProgram> out(new NativeProgram);
    Resolver resolver(helpers);
    llvm::RuntimeDyld linker(*out->memory_, resolver);
    linker.loadObject(**object);
    if (linker.hasError()) return failure("the code cannot be linked: " + linker.getErrorString().str());
    linker.resolveRelocations();
    if (linker.hasError()) return failure("the code cannot be linked: " + linker.getErrorString().str());
    linker.registerEHFrames();
    std::string error;
    if (out->memory_->finalizeMemory(&error)) return failure("the code cannot be made executable: " + error);
    for (std::size_t i = 0; i < program.functions.size(); ++i) {
        const auto symbol = linker.getSymbol(native_name(i));
        if (!symbol) return failure("the code of '" + program.functions[i].name + "' is missing");
        out->functions_.push_back(reinterpret_cast<NativeFunction>(symbol.getAddress()));
    }
    out->isa_ = isa;
    out->code_bytes_ = code.size();
    return std::shared_ptr<const NativeProgram>(std::move(out));
}

}  // namespace warpwise::simt
