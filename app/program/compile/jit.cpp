#include "program/compile/jit.h"

#include <dlfcn.h>

#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/ExecutionEngine/Orc/RTDyldObjectLinkingLayer.h>
#include <llvm/ExecutionEngine/SectionMemoryManager.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Object/SymbolSize.h>
#include <llvm/Support/TargetSelect.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <unordered_map>

namespace warpwise {
namespace {

std::string text_of(llvm::Error error) { return llvm::toString(std::move(error)); }

// Line tables of an object are looked up by section.
std::uint64_t section_at(const llvm::object::ObjectFile& object, std::uint64_t address) {
    for (const llvm::object::SectionRef& section : object.sections())
        if (section.isText() && address >= section.getAddress() && address - section.getAddress() < section.getSize())
            return section.getIndex();
    return llvm::object::SectionedAddress::UndefSection;
}

// Ours, or the system's: not the user's text.
bool is_of_library(llvm::StringRef file) {
    if (file.starts_with("/warpwise/") || file.starts_with("/usr/include/") || file.starts_with("/usr/lib/")) return true;
    return file.contains("/lib/gcc/") || file.contains("/include/c++/");
}

// What the module uses and neither it, nor `functions`, nor a library of this process defines.
std::vector<std::string> missing_names(const llvm::Module& module, const std::vector<HostFunction>& functions) {
    std::set<std::string_view> given;
    for (const HostFunction& each : functions) given.insert(each.name);
    std::vector<std::string> out;
    for (const llvm::GlobalObject& each : module.global_objects()) {
        const std::string name = each.getName().str();
        if (!each.isDeclaration() || each.use_empty() || name.starts_with("llvm.") || name == "__dso_handle" || name == "atexit")
            continue;
        const std::string plain = name.starts_with('\x01') ? name.substr(1) : name;
        if (!given.contains(plain) && dlsym(RTLD_DEFAULT, plain.c_str()) == nullptr) out.push_back(plain);
    }
    const llvm::Function* main = module.getFunction("main");
    if (main == nullptr || main->isDeclaration()) out.emplace_back("main");
    return out;
}

}  // namespace

// Objects that were linked, with the addresses that their sections got, so that debug information tells places in memory.
struct HostProgram::State {
    struct Linked {
        llvm::object::OwningBinary<llvm::object::ObjectFile> object;
        std::unique_ptr<llvm::DWARFContext> debug;
    };
    std::vector<Linked> linked;
    std::mutex places_mutex;  // debug information is read on demand
    std::unordered_map<std::uint64_t, std::optional<CodePlace>> places;
    std::unique_ptr<llvm::orc::LLJIT> jit;  // ends before what its listeners write to
    std::optional<llvm::orc::CtorDtorRunner> constructors;
    std::vector<std::string> missing;
    std::vector<std::pair<std::string, std::uint64_t>> tables;  // of virtual functions: the linker's names, and bytes
    std::optional<CodePlace> find_place(std::uint64_t address) const;
};

HostProgram::HostProgram() : state_(std::make_unique<State>()) {}
HostProgram::~HostProgram() = default;

Result<std::unique_ptr<HostProgram>> HostProgram::make(HostModule host, const std::vector<HostFunction>& functions) {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();  // the system's C++ headers may contain inline assembly
    auto machine = llvm::orc::JITTargetMachineBuilder::detectHost();
    if (!machine) return failure("this machine's processor is not known to the compiler: " + text_of(machine.takeError()));
    machine->setRelocationModel(llvm::Reloc::PIC_);
    machine->setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
    machine->getOptions().EmulatedTLS = true;

    std::unique_ptr<HostProgram> out(new HostProgram);
    State& state = *out->state_;
    auto jit =
        llvm::orc::LLJITBuilder()
            .setJITTargetMachineBuilder(std::move(*machine))
            .setObjectLinkingLayerCreator([&state](llvm::orc::ExecutionSession& session, const llvm::Triple&) {
                auto layer = std::make_unique<llvm::orc::RTDyldObjectLinkingLayer>(
                    session, [] { return std::make_unique<llvm::SectionMemoryManager>(); });
                layer->setProcessAllSections(true);
                layer->setAutoClaimResponsibilityForObjectSymbols(true);  // the compiler adds some: DW.ref.__gxx_personality_v0
                layer->setNotifyLoaded([&state](llvm::orc::MaterializationResponsibility&, const llvm::object::ObjectFile& object,
                                                const llvm::RuntimeDyld::LoadedObjectInfo& info) {
                    State::Linked linked{info.getObjectForDebug(object), nullptr};
                    if (linked.object.getBinary()) linked.debug = llvm::DWARFContext::create(*linked.object.getBinary());
                    state.linked.push_back(std::move(linked));
                });
                return layer;
            })
            .create();
    if (!jit) return failure("the program cannot be linked: " + text_of(jit.takeError()));
    state.jit = std::move(*jit);
    state.jit->getExecutionSession().setErrorReporter(llvm::consumeError);  // link() tells it
    llvm::orc::JITDylib& library = state.jit->getMainJITDylib();
    llvm::orc::SymbolMap symbols;
    for (const HostFunction& function : functions) {
        // as a linker has it: what the program defines itself is not taken from a library
        const llvm::GlobalValue* own = host.module->getNamedValue(function.name);
        if (own != nullptr && !own->isDeclaration()) continue;
        symbols[state.jit->mangleAndIntern(llvm::StringRef(function.name.data(), function.name.size()))] = {
            llvm::orc::ExecutorAddr::fromPtr(function.address), llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
    }
    if (auto error = library.define(llvm::orc::absoluteSymbols(std::move(symbols)))) return failure(text_of(std::move(error)));
    auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(state.jit->getDataLayout().getGlobalPrefix());
    if (!process) return failure(text_of(process.takeError()));
    library.addGenerator(std::move(*process));
    for (const llvm::GlobalVariable& each : host.module->globals())
        if (each.getName().starts_with("_ZTV") && !each.isDeclaration())
            state.tables.emplace_back(each.getName().str(),
                                      host.module->getDataLayout().getTypeAllocSize(each.getValueType()).getFixedValue());
    state.missing = missing_names(*host.module, functions);
    state.constructors.emplace(library);
    state.constructors->add(llvm::orc::getConstructors(*host.module));
    llvm::orc::ThreadSafeModule module(std::move(host.module), std::move(host.context));
    if (auto error = state.jit->addIRModule(std::move(module))) return failure(text_of(std::move(error)));
    return out;
}

Result<void> HostProgram::link() {
    auto entry = state_->jit->lookup("main");
    if (entry) return {};
    return failure("the program cannot be linked: " + text_of(entry.takeError()));
}

const std::vector<std::string>& HostProgram::missing() const { return state_->missing; }

CodeRange HostProgram::code() const {
    CodeRange out{~std::uint64_t{0}, 0};
    for (const State::Linked& linked : state_->linked) {
        if (!linked.object.getBinary()) continue;
        for (const llvm::object::SectionRef& section : linked.object.getBinary()->sections()) {
            if (!section.isText() || section.getSize() == 0) continue;
            out.first = std::min(out.first, section.getAddress());
            out.end = std::max(out.end, section.getAddress() + section.getSize());
        }
    }
    return out.first < out.end ? out : CodeRange{};
}

Result<int> HostProgram::run(const std::vector<std::string>& arguments) {
    if (auto error = state_->constructors->run()) return failure("the program cannot be linked: " + text_of(std::move(error)));
    auto entry = state_->jit->lookup("main");
    if (!entry) return failure("the program cannot be linked: " + text_of(entry.takeError()), "Is there a main()?");
    std::vector<std::string> words = arguments;
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return entry->toPtr<int (*)(int, char**)>()(static_cast<int>(words.size()), pointers.data());
}

std::optional<CodePlace> HostProgram::State::find_place(std::uint64_t address) const {
    for (const Linked& linked : this->linked) {
        if (!linked.debug) continue;
        const std::uint64_t section = section_at(*linked.object.getBinary(), address);
        if (section == llvm::object::SectionedAddress::UndefSection) continue;
        const llvm::DIInliningInfo calls = linked.debug->getInliningInfoForAddress(
            {address, section}, llvm::DILineInfoSpecifier(llvm::DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath,
                                                          llvm::DILineInfoSpecifier::FunctionNameKind::ShortName));
        for (std::uint32_t i = 0; i < calls.getNumberOfFrames(); ++i) {
            const llvm::DILineInfo& frame = calls.getFrame(i);
            if (frame.Line == 0 || frame.FileName == llvm::DILineInfo::BadString || is_of_library(frame.FileName)) continue;
            return CodePlace{frame.FileName, static_cast<int>(frame.Line), frame.FunctionName};
        }
    }
    return std::nullopt;
}

std::optional<CodePlace> HostProgram::place_of(std::uint64_t address) const {
    const std::lock_guard lock(state_->places_mutex);
    if (const auto known = state_->places.find(address); known != state_->places.end()) return known->second;
    auto place = state_->find_place(address);
    constexpr std::size_t kMostPlaces = 100'000;  // a program has fewer calls; addresses outside of it come by the stack
    if (state_->places.size() < kMostPlaces) state_->places.emplace(address, place);
    return place;
}

std::optional<std::string> HostProgram::class_with_table_at(std::uint64_t address) const {
    constexpr std::string_view kReadable = "vtable for ";
    for (const auto& [name, bytes] : state_->tables) {
        const auto start = reinterpret_cast<std::uint64_t>(variable(name));
        if (start == 0 || address < start || address - start >= bytes) continue;
        const std::string readable = llvm::demangle(name);
        return readable.starts_with(kReadable) ? readable.substr(kReadable.size()) : readable;
    }
    return std::nullopt;
}

void* HostProgram::variable(std::string_view name) const {
    auto found = state_->jit->lookup(llvm::StringRef(name.data(), name.size()));
    if (!found) {
        llvm::consumeError(found.takeError());
        return nullptr;
    }
    return found->toPtr<void*>();
}

}  // namespace warpwise
