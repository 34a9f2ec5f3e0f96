#include "program/compile/link_units.h"

#include <fmt/format.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>

namespace warpwise {
namespace {

// Each source has its own of this name: a static function or variable, or one of an unnamed namespace.
bool is_of_one_source(const llvm::GlobalObject& object) {
    const llvm::StringRef name = object.getName();
    return object.hasLocalLinkage() || name.starts_with("_ZL") || name.starts_with("_ZN12_GLOBAL__N_");
}

// A template's or an inline function: all sources mean the same.
bool is_shared(const llvm::GlobalObject& object) {
    return !is_of_one_source(object) && (object.isWeakForLinker() || object.hasCommonLinkage());
}

bool is_special(const llvm::GlobalObject& object) {
    return !object.hasName() || object.getName().starts_with("llvm.") || object.hasAppendingLinkage();
}

std::vector<llvm::GlobalObject*> defined_objects(llvm::Module& module) {
    std::vector<llvm::GlobalObject*> out;
    for (llvm::GlobalObject& each : module.global_objects())
        if (!each.isDeclaration() && !is_special(each)) out.push_back(&each);
    return out;
}

// Those of `module` that an earlier source has, too, get names of their own.
void keep_apart(llvm::Module& module, std::size_t unit, std::set<std::string>& taken, DeviceNames& names) {
    for (llvm::GlobalObject* each : defined_objects(module)) {
        const std::string name = each->getName().str();
        if (taken.insert(name).second || is_shared(*each)) continue;
        const std::string own = fmt::format("{}.unit{}", name, unit + 1);
        each->setName(own);
        each->setComdat(nullptr);  // of the earlier name: the linker would keep one of both
        taken.insert(own);
        names[name_in_unit(name, unit)] = own;
    }
}

Diagnostics link(std::vector<Unit>& units, std::unique_ptr<llvm::Module>& whole) {
    whole = std::move(units.front().module);
    for (std::size_t i = 1; i < units.size(); ++i)
        if (llvm::Linker::linkModules(*whole, std::move(units[i].module)))
            return {{.file = units[i].file, .message = "this source and those before it cannot be linked"}};
    return {};
}

// The calls by which a source tells CUDA its kernels and variables, with the name as their fourth argument.
std::vector<llvm::CallInst*> registrations(llvm::Module& module) {
    std::vector<llvm::CallInst*> out;
    for (llvm::Function& function : module)
        for (llvm::Instruction& each : llvm::instructions(function)) {
            auto* call = llvm::dyn_cast<llvm::CallInst>(&each);
            const llvm::Function* called = call ? call->getCalledFunction() : nullptr;
            if (called && (called->getName() == "__cudaRegisterFunction" || called->getName() == "__cudaRegisterVar"))
                out.push_back(call);
        }
    return out;
}

constexpr unsigned kShadow = 1, kName = 3;

void name_registrations(llvm::Module& module, std::size_t unit) {
    for (llvm::CallInst* call : registrations(module)) {
        llvm::StringRef name;
        if (!llvm::getConstantStringInfo(call->getArgOperand(kName), name)) continue;
        llvm::IRBuilder<> builder(call);
        call->setArgOperand(kName, builder.CreateGlobalString(name_in_unit(name.str(), unit)));
    }
}

// The host's variable behind a __device__ one is the source's own, unless another source names it as extern.
void share_named_variables(std::vector<Unit>& units) {
    std::set<std::string> declared;
    for (Unit& unit : units)
        for (const llvm::GlobalVariable& each : unit.module->globals())
            if (each.isDeclaration() && each.hasName()) declared.insert(each.getName().str());
    for (Unit& unit : units)
        for (llvm::CallInst* call : registrations(*unit.module)) {
            auto* shadow = llvm::dyn_cast<llvm::GlobalVariable>(call->getArgOperand(kShadow)->stripPointerCasts());
            if (shadow && shadow->hasInternalLinkage() && declared.contains(shadow->getName().str()))
                shadow->setLinkage(llvm::GlobalValue::ExternalLinkage);
        }
}

// What two sources define and only one may.
Diagnostics defined_twice(std::vector<Unit>& units) {
    std::map<std::string, const Unit*> first;
    Diagnostics out;
    for (Unit& unit : units)
        for (const llvm::GlobalObject* each : defined_objects(*unit.module)) {
            if (is_of_one_source(*each) || each->isWeakForLinker() || each->hasCommonLinkage()) continue;
            const auto [known, is_new] = first.emplace(each->getName().str(), &unit);
            if (is_new) continue;
            const std::string name = llvm::demangle(known->first);
            out.push_back(name == "main"
                              ? Diagnostic{.file = unit.file,
                                           .message = fmt::format("{} has a main(), too", known->second->file),
                                           .hint = "Name the sources of one program: one of them has main()."}
                              : Diagnostic{.file = unit.file,
                                           .message = fmt::format("'{}' is defined in {}, too", name, known->second->file),
                                           .hint = "Define it in one source and declare it in the others; what a header defines "
                                                   "is inline or static."});
        }
    return out;
}

}  // namespace

std::string name_in_unit(const std::string& name, std::size_t unit) { return fmt::format("{}@{}", name, unit); }

Diagnostics link_device_units(std::vector<Unit> units, std::unique_ptr<llvm::Module>& whole, DeviceNames& names) {
    std::set<std::string> taken;
    for (std::size_t i = 0; i < units.size(); ++i) keep_apart(*units[i].module, i, taken, names);
    return link(units, whole);
}

Diagnostics link_host_units(std::vector<Unit> units, std::unique_ptr<llvm::Module>& whole) {
    if (Diagnostics twice = defined_twice(units); !twice.empty()) return twice;
    share_named_variables(units);
    for (std::size_t i = 0; i < units.size(); ++i) name_registrations(*units[i].module, i);
    return link(units, whole);
}

}  // namespace warpwise
