// One runtime for the process; its variables and kernels.
#include "program/runtime/runtime.h"

#include <cxxabi.h>
#include <pthread.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <tuple>

namespace warpwise {

Runtime& Runtime::instance() {
    static auto* runtime = new Runtime;  // outlives everything: the program's own destructors may call CUDA
    return *runtime;
}

void Runtime::begin(ExecOptions options, DeviceModule device, std::vector<IgnoredResult> ignored, int report_descriptor) {
    options_ = std::move(options);
    gpus.set_count(options_.gpus);
    heap.set_gpus(options_.gpus);
    order = StreamOrder(options_.gpus);
    device_.emplace(std::move(device));
    for (const IgnoredResult& each : ignored)
        for (Lines* lines : {&ignored_, each.is_look ? &ignored_looks_ : nullptr})
            if (lines) lines->emplace(std::filesystem::path(each.file).filename().string(), each.line);
    report_ = std::make_unique<Report>(report_descriptor);
}

void Runtime::set_program(HostProgram* program) {
    program_ = program;
    for (const std::string& symbol : device_->managed_variables()) managed_.insert(symbol);
}

void Runtime::start(CrashRecord& record) {
    record_ = &record;
    report_->belongs_here();
    report_->move_out_of_reach();
    pthread_atfork(nullptr, nullptr, [] { instance().is_forked_ = true; });
}

void Runtime::end_told(std::optional<int> exit_code) {
    has_ended_ = true;  // whatever it does until then
    if (exit_code) report_->end(*exit_code);
    if (record_ != nullptr) record_->has_ended = report_->has_reader();
}

void Runtime::print_pending() {
    if (pending_output_.empty()) return;
    std::fwrite(pending_output_.data(), 1, pending_output_.size(), stdout);
    std::fflush(stdout);
    pending_output_.clear();
    note_lost_output();
}

void Runtime::note_lost_output() {
    if (record_ == nullptr) return;
    record_->has_lost_output = !pending_output_.empty();
    record_->lost_line = pending_place_.line;
    record_->lost_file.set(pending_place_.file);
}

// ---- variables ----

DeviceVariable& Runtime::variable_named(const std::string& symbol, std::size_t bytes, bool is_constant) {
    const auto [found, is_new] = variables_.try_emplace(symbol);
    if (!is_new) return found->second;
    found->second = {.symbol = symbol, .bytes = bytes, .is_constant = is_constant};
    if (program_ && managed_.contains(symbol)) found->second.managed = program_->variable(symbol);
    knows_addresses_ = false;
    return found->second;
}

void Runtime::register_variable(const void* shadow, const char* symbol, std::size_t bytes, bool is_constant) {
    const std::string name = device_->linked_name(symbol);
    variable_named(name, bytes, is_constant);
    shadows_[shadow] = name;
}

RegisteredKernel* Runtime::kernel_of(const void* stub) {
    const auto found = kernels_.find(stub);
    return found == kernels_.end() ? nullptr : &found->second;
}

DeviceVariable* Runtime::variable_of(const void* shadow) {
    const auto found = shadows_.find(shadow);
    return found == shadows_.end() ? nullptr : &variables_.at(found->second);
}

// Any kernel knows the initial values and the address of every variable of the text.
std::vector<std::byte>& Runtime::value_of(DeviceVariable& variable) {
    auto& [value, is_loaded] = variable.on_gpus[static_cast<std::size_t>(working_gpu())];
    if (is_loaded) return value;
    value.resize(variable.bytes);
    for (auto& [stub, kernel] : kernels_) {
        if (is_loaded) break;
        const auto made = compiled(kernel);
        if (!made || *made == nullptr) continue;
        const simt::Bytecode& program = (*made)->kernel.program;
        for (const simt::Symbol& symbol : program.symbols) {
            if (symbol.symbol != variable.symbol) continue;
            const bool is_constant = symbol.space == simt::Symbol::Space::constant;
            const auto& image = is_constant ? program.constant_image : program.global_image;
            std::memcpy(value.data(), image.data() + symbol.offset, std::min<std::size_t>(variable.bytes, symbol.bytes));
            is_loaded = true;
        }
    }
    is_loaded = true;
    return value;
}

// The same in every kernel that knows it.
std::optional<std::uint64_t> Runtime::address_of(DeviceVariable& variable) {
    if (variable.address || variable.has_no_address) return variable.address;
    for (auto& [stub, kernel] : kernels_) {
        const auto made = compiled(kernel);
        if (!made || *made == nullptr) continue;
        for (const simt::Symbol& symbol : (*made)->kernel.program.symbols) {
            if (symbol.symbol != variable.symbol) continue;
            variable.address = simt::address_of(symbol);
            return variable.address;
        }
    }
    variable.has_no_address = true;
    return std::nullopt;
}

DeviceVariable* Runtime::variable_at(std::uint64_t device_address, std::size_t& offset) {
    // Pointers of the host, which every copy has, are not worth a search.
    if (device_address == 0 || !DeviceHeap::may_be_variable(device_address)) return nullptr;
    if (!knows_addresses_) {
        for (auto& [symbol, variable] : variables_)
            if (const auto address = address_of(variable)) variables_by_address_[*address] = &variable;
        knows_addresses_ = true;
    }
    const auto after = variables_by_address_.upper_bound(device_address);
    if (after == variables_by_address_.begin()) return nullptr;
    const auto& [address, variable] = *std::prev(after);
    if (device_address - address >= variable->bytes) return nullptr;
    offset = device_address - address;
    return variable;
}

std::string readable_name(const std::string& symbol) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> name(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status),
                                                           &std::free);
    return name ? std::string(name.get()) : symbol;
}

std::string Runtime::name_at(std::uint64_t device_address) {
    if (const HeapBlock* block = heap.holding(device_address); block && !block->name.empty()) return "'" + block->name + "'";
    const auto found = std::ranges::find_if(variables_, [&](const auto& each) {
        const auto& [address, bytes] = std::tie(each.second.address, each.second.bytes);
        return address && device_address >= *address && device_address - *address < bytes;
    });
    if (found == variables_.end()) return "memory";
    return "'" + readable_name(found->first) + "'";
}

// Before a launch: what the host or another kernel left in the variables.
void Runtime::store_variables(simt::CompiledKernel& kernel, simt::Memory& memory) {
    for (const simt::Symbol& symbol : kernel.program.symbols) {
        const bool is_constant = symbol.space == simt::Symbol::Space::constant;
        if (!is_constant && symbol.space != simt::Symbol::Space::global) continue;
        if (is_constant) {
            const auto found = variables_.find(symbol.symbol);
            if (found == variables_.end()) continue;  // a literal, a table
            std::memcpy(kernel.program.constant_image.data() + symbol.offset, value_of(found->second).data(), symbol.bytes);
            continue;
        }
        DeviceVariable& variable = variable_named(symbol.symbol, symbol.bytes, false);
        std::vector<std::byte>& value = value_of(variable);
        if (variable.managed) std::memcpy(value.data(), variable.managed, variable.bytes);
        if (std::byte* there = memory.host(simt::address_of(symbol), symbol.bytes)) std::memcpy(there, value.data(), symbol.bytes);
    }
}

void Runtime::fetch_variables(const simt::CompiledKernel& kernel, const simt::Memory& memory) {
    for (const simt::Symbol& symbol : kernel.program.symbols) {
        if (symbol.space != simt::Symbol::Space::global) continue;
        DeviceVariable& variable = variables_.at(symbol.symbol);
        if (const std::byte* there = memory.host(simt::address_of(symbol), symbol.bytes))
            std::memcpy(value_of(variable).data(), there, symbol.bytes);
        if (variable.managed) std::memcpy(variable.managed, value_of(variable).data(), variable.bytes);
    }
}

}  // namespace warpwise
