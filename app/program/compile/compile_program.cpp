#include "program/compile/compile_program.h"

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclGroup.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>
#include <optional>

#include "program/compile/compile_front_end.h"
#include "simt/compile/compile_facts.h"
#include "simt/compile/deep_stack.h"
#include "simt/decode/decode.h"

namespace warpwise {
namespace {

// Clang's action that also collects what only the syntax tree says of device code.
class DeviceAction : public clang::EmitLLVMOnlyAction {
  public:
    DeviceAction(llvm::LLVMContext& context, simt::KernelFacts& facts) : EmitLLVMOnlyAction(&context), facts_(facts) {}

  protected:
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef file) override {
        std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
        consumers.push_back(simt::collect_facts(facts_));
        consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
        return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
    }

  private:
    simt::KernelFacts& facts_;
};

// A __managed__ variable is the host's own, and not the shadow of one of the device.
class OwnManagedVariables : public clang::ASTConsumer {
  public:
    bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
        for (clang::Decl* declaration : group) {
            const auto* words = declaration->getAttr<clang::AnnotateAttr>();
            if (llvm::isa<clang::VarDecl>(declaration) && words && words->getAnnotation() == "managed")
                declaration->dropAttr<clang::CUDADeviceAttr>();
        }
        return true;
    }
};

class HostAction : public clang::EmitLLVMOnlyAction {
  public:
    using EmitLLVMOnlyAction::EmitLLVMOnlyAction;

  protected:
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef file) override {
        std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
        consumers.push_back(std::make_unique<OwnManagedVariables>());  // before code is made
        consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
        return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
    }
};

const llvm::DIType* unqualified(const llvm::DIType* type) {
    while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
        if (derived->getTag() == llvm::dwarf::DW_TAG_pointer_type || derived->getTag() == llvm::dwarf::DW_TAG_reference_type) break;
        type = derived->getBaseType();
    }
    return type;
}

std::vector<simt::KernelParameter> parameters_of(const llvm::Function& kernel) {
    const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
    std::vector<simt::KernelParameter> out;
    for (const llvm::Argument& argument : kernel.args()) {
        simt::KernelParameter parameter;
        parameter.name = argument.getName().str();
        parameter.is_pointer = argument.getType()->isPointerTy() && !argument.hasByValAttr();
        parameter.bytes = argument.hasByValAttr() ? layout.getTypeAllocSize(argument.getParamByValType()).getFixedValue()
                                                  : layout.getTypeAllocSize(argument.getType()).getFixedValue();
        out.push_back(std::move(parameter));
    }
    const llvm::DISubprogram* record = kernel.getSubprogram();
    if (record == nullptr) return out;
    const auto types = record->getType()->getTypeArray();
    for (unsigned i = 0; i < out.size() && i + 1 < types.size(); ++i) {
        const llvm::DIType* type = unqualified(types[i + 1]);
        if (type == nullptr) continue;
        out[i].type = type->getName().str();
        const auto* pointer = llvm::dyn_cast<llvm::DIDerivedType>(type);
        if (pointer == nullptr) continue;
        const llvm::DIType* pointee = unqualified(pointer->getBaseType());
        out[i].pointee_bytes = pointee ? pointee->getSizeInBits() / 8 : 0;
        out[i].type = (pointee ? pointee->getName().str() : std::string("void")) + "*";
        const auto* qualified = llvm::dyn_cast_or_null<llvm::DIDerivedType>(pointer->getBaseType());
        out[i].pointee_is_const = qualified && qualified->getTag() == llvm::dwarf::DW_TAG_const_type;
    }
    return out;
}

// Clang keeps annotations of variables in an array of (variable, text, ...).
std::vector<std::string> annotated_variables(const llvm::Module& module, llvm::StringRef text) {
    std::vector<std::string> out;
    const llvm::GlobalVariable* all = module.getNamedGlobal("llvm.global.annotations");
    if (all == nullptr || !all->hasInitializer()) return out;
    for (const llvm::Use& entry : all->getInitializer()->operands()) {
        const auto* fields = llvm::dyn_cast<llvm::ConstantStruct>(entry);
        if (fields == nullptr || fields->getNumOperands() < 2) continue;
        const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(fields->getOperand(0)->stripPointerCasts());
        const auto* words = llvm::dyn_cast<llvm::GlobalVariable>(fields->getOperand(1)->stripPointerCasts());
        if (variable == nullptr || words == nullptr || !words->hasInitializer()) continue;
        const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(words->getInitializer());
        if (data && data->isCString() && data->getAsCString() == text) out.push_back(variable->getName().str());
    }
    return out;
}

}  // namespace

struct DeviceModule::State {
    llvm::LLVMContext context;
    simt::KernelFacts facts;
    std::unique_ptr<llvm::Module> module;
    std::string file;
    std::vector<std::string> managed;
    std::map<std::string, std::expected<ProgramKernel, Diagnostics>, std::less<>> kernels;
};

HostModule::HostModule() = default;
HostModule::HostModule(HostModule&&) noexcept = default;
HostModule::~HostModule() = default;
DeviceModule::DeviceModule() = default;
DeviceModule::DeviceModule(DeviceModule&&) noexcept = default;
DeviceModule::~DeviceModule() = default;

std::expected<HostModule, Diagnostics> compile_host_side(const ProgramText& text) {
    HostModule out;
    out.context = std::make_unique<llvm::LLVMContext>();
    FrontEndResult result;
    simt::run_on_deep_stack([&] {
        HostAction action(out.context.get());
        result = run_front_end(text, ProgramSide::host, action);
        if (result.errors.empty()) out.module = action.takeModule();
    });
    if (!out.module) return std::unexpected(std::move(result.errors));
    out.ignored = std::move(result.ignored);
    return out;
}

std::expected<DeviceModule, Diagnostics> compile_device_side(const ProgramText& text) {
    DeviceModule out;
    out.state_ = std::make_unique<DeviceModule::State>();
    DeviceModule::State& state = *out.state_;
    state.file = text.file.string();
    FrontEndResult result;
    simt::run_on_deep_stack([&] {
        DeviceAction action(state.context, state.facts);
        result = run_front_end(text, ProgramSide::device, action);
        if (result.errors.empty()) state.module = action.takeModule();
    });
    if (!state.module) return std::unexpected(std::move(result.errors));
    state.managed = annotated_variables(*state.module, "managed");
    return out;
}

const std::vector<std::string>& DeviceModule::managed_variables() const { return state_->managed; }

std::expected<ProgramKernel*, Diagnostics> DeviceModule::kernel(std::string_view symbol) {
    auto found = state_->kernels.find(symbol);
    if (found == state_->kernels.end()) {
        llvm::Function* function = state_->module->getFunction(llvm::StringRef(symbol.data(), symbol.size()));
        if (function == nullptr || function->isDeclaration()) return nullptr;
        const auto parameters = parameters_of(*function);
        std::expected<ProgramKernel, Diagnostics> made;
        simt::run_on_deep_stack([&] {
            auto decoded = simt::decode(*state_->module, *function, state_->file, state_->facts.shared_elements);
            if (!decoded) {
                made = std::unexpected(std::move(decoded.error()));
                return;
            }
            made->kernel.program = std::move(decoded->program);
            made->kernel.entry = decoded->entry;
            made->kernel.parameters = parameters;
            const std::string readable = llvm::demangle(symbol);
            const std::size_t arguments = readable.find('(');
            made->name = readable.substr(0, arguments);
            if (made->name.starts_with("void ")) made->name.erase(0, 5);  // a template's demangled name begins with its result
            // Of a library's kernel the arguments are long, and the library's own.
            if (made->name.starts_with("thrust::") || made->name.starts_with("cub::"))
                made->name.erase(std::min(made->name.find('<'), made->name.size()));
            made->kernel.program.functions[made->kernel.entry].name = made->name;
        });
        found = state_->kernels.emplace(std::string(symbol), std::move(made)).first;
    }
    if (!found->second) return std::unexpected(found->second.error());
    return &*found->second;
}

}  // namespace warpwise
