#include "program/compile/compile_program.h"

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclGroup.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/files.h"
#include "program/compile/compile_front_end.h"
#include "program/compile/link_units.h"
#include "program/compile/rules_of_nvcc.h"
#include "simt/compile/compile_facts.h"
#include "simt/compile/deduction_guides.h"
#include "simt/compile/deep_stack.h"
#include "simt/decode/decode.h"

namespace warpwise {
namespace {

// Clang's action that also collects what only the syntax tree says of device code.
class DeviceAction : public clang::EmitLLVMOnlyAction {
  public:
    DeviceAction(llvm::LLVMContext& context, simt::KernelFacts& facts, const ProgramText& text)
        : EmitLLVMOnlyAction(&context), facts_(facts), has_relaxed_constexpr_(text.has_gpu_option("-expt-relaxed-constexpr")) {}

  protected:
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef file) override {
        std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
        consumers.push_back(simt::give_guides_both_sides());
        consumers.push_back(simt::collect_facts(facts_));
        consumers.push_back(check_as_nvcc(has_relaxed_constexpr_));
        consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
        return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
    }

  private:
    simt::KernelFacts& facts_;
    bool has_relaxed_constexpr_;
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
        consumers.push_back(simt::give_guides_both_sides());
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

// Sources beside the first, and the program's headers: their lines count on behind those of the first.
std::vector<simt::HeaderLines> other_files(const llvm::Module& module, const std::string& first) {
    llvm::DebugInfoFinder finder;
    finder.processModule(module);
    std::set<std::string> paths;
    for (const llvm::DISubprogram* each : finder.subprograms())
        if (const llvm::DIFile* file = each->getFile()) {
            const std::string name = file->getFilename().str();
            paths.insert(name.starts_with("/") ? name : file->getDirectory().str() + "/" + name);
        }
    const auto lines_of = [](const std::string& path) {
        const auto text = read_file(path);
        return text ? static_cast<std::uint32_t>(std::ranges::count(*text, '\n')) + 1 : 0;
    };
    std::vector<simt::HeaderLines> out;
    std::uint32_t next = lines_of(first) + 1;
    for (const std::string& path : paths) {
        if (path == first || path.starts_with("/warpwise/") || path.starts_with("/usr/")) continue;
        const std::uint32_t lines = lines_of(path);
        if (lines == 0) continue;
        out.push_back({path, std::filesystem::path(path).lexically_normal().string(), next});
        next += lines;
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
    DeviceNames names;
    Diagnostics warnings;
    std::vector<simt::HeaderLines> other_files;
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
    std::vector<Unit> units;
    Diagnostics problems;
    for (const std::filesystem::path& source : text.sources()) {
        FrontEndResult result;
        std::unique_ptr<llvm::Module> module;
        simt::run_on_deep_stack([&] {
            HostAction action(out.context.get());
            result = run_front_end(text, source, ProgramSide::host, action);
            if (result.errors.empty()) module = action.takeModule();
        });
        std::ranges::move(result.errors, std::back_inserter(problems));
        std::ranges::move(result.ignored, std::back_inserter(out.ignored));
        std::ranges::move(result.warnings, std::back_inserter(out.warnings));
        if (module) units.push_back({source.string(), std::move(module)});
    }
    if (problems.empty()) problems = link_host_units(std::move(units), out.module);
    if (!problems.empty() || !out.module) return std::unexpected(std::move(problems));
    return out;
}

std::expected<DeviceModule, Diagnostics> compile_device_side(const ProgramText& text) {
    DeviceModule out;
    out.state_ = std::make_unique<DeviceModule::State>();
    DeviceModule::State& state = *out.state_;
    state.file = text.file.string();
    std::vector<Unit> units;
    Diagnostics problems;
    for (const std::filesystem::path& source : text.sources()) {
        std::unique_ptr<llvm::Module> module;
        if (language_of(text, source) == SourceLanguage::cuda) {
            simt::run_on_deep_stack([&] {
                DeviceAction action(state.context, state.facts, text);
                FrontEndResult result = run_front_end(text, source, ProgramSide::device, action);
                if (result.errors.empty()) module = action.takeModule();
                std::ranges::move(result.errors, std::back_inserter(problems));
                std::ranges::move(result.warnings, std::back_inserter(state.warnings));
            });
        } else {
            module = std::make_unique<llvm::Module>(source.string(), state.context);
        }
        if (module) units.push_back({source.string(), std::move(module)});
    }
    // A target that an empty module lacks is the others'.
    for (Unit& unit : units)
        for (const Unit& other : units)
            if (unit.module->getTargetTriple().empty() && !other.module->getTargetTriple().empty()) {
                unit.module->setTargetTriple(other.module->getTargetTriple());
                unit.module->setDataLayout(other.module->getDataLayout());
            }
    if (problems.empty()) problems = link_device_units(std::move(units), state.module, state.names);
    if (!problems.empty() || !state.module) return std::unexpected(std::move(problems));
    state.managed = annotated_variables(*state.module, "managed");
    state.other_files = other_files(*state.module, state.file);
    return out;
}

std::string DeviceModule::linked_name(const std::string& registered) const {
    if (const auto own = state_->names.find(registered); own != state_->names.end()) return own->second;
    return registered.substr(0, registered.rfind('@'));
}

std::string DeviceModule::function_at(const std::string& variable) const {
    const llvm::GlobalVariable* found = state_->module->getNamedGlobal(variable);
    if (found == nullptr || !found->hasInitializer()) return {};
    const auto* function = llvm::dyn_cast<llvm::Function>(found->getInitializer()->stripPointerCasts());
    return function ? function->getName().str() : std::string();
}

const Diagnostics& DeviceModule::warnings() const { return state_->warnings; }

const std::vector<std::string>& DeviceModule::managed_variables() const { return state_->managed; }

std::expected<ProgramKernel*, Diagnostics> DeviceModule::kernel(std::string_view symbol) {
    auto found = state_->kernels.find(symbol);
    if (found == state_->kernels.end()) {
        llvm::Function* function = state_->module->getFunction(llvm::StringRef(symbol.data(), symbol.size()));
        if (function == nullptr || function->isDeclaration()) return nullptr;
        const auto parameters = parameters_of(*function);
        std::expected<ProgramKernel, Diagnostics> made;
        simt::run_on_deep_stack([&] {
            auto decoded =
                simt::decode(*state_->module, *function, state_->file, state_->facts.shared_elements, state_->other_files);
            if (!decoded) {
                made = std::unexpected(std::move(decoded.error()));
                return;
            }
            made->kernel.program = std::move(decoded->program);
            made->kernel.entry = decoded->entry;
            const llvm::DISubprogram* declared = function->getSubprogram();
            made->ends_only_at_end = declared != nullptr && state_->facts.without_return.contains(
                                                                {declared->getName().split('<').first.str(), declared->getLine()});
            made->kernel.parameters = parameters;
            const std::string readable = llvm::demangle(symbol);
            constexpr std::string_view kUnnamed = "(anonymous namespace)";
            std::size_t arguments = readable.find('(');
            while (arguments != std::string::npos && readable.substr(arguments).starts_with(kUnnamed))
                arguments = readable.find('(', arguments + kUnnamed.size());
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
