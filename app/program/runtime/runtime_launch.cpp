// A launch of the program: checked as CUDA does, run by the emulator, judged and told.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <span>

#include "base/emulated_gpu.h"
#include "base/fault_json.h"
#include "base/text.h"
#include "device/interface/occupancy.h"
#include "program/runtime/host_faults.h"
#include "program/runtime/launch_thumbnails.h"
#include "program/runtime/launch_verdict.h"
#include "program/runtime/runtime.h"
#include "program/runtime/taken_back.h"
#include "simt/execute/execute.h"

namespace warpwise {
namespace {

constexpr std::uint64_t kMostTracedThreads = std::uint64_t{1} << 20;

nlohmann::json json_of(dim3 d) { return {d.x, d.y, d.z}; }

Dim3 extents(dim3 d) { return {d.x, d.y, d.z}; }

// An allocation ends at a multiple of this: what a kernel writes between is there when it is read.
constexpr std::size_t kAllocationUnit = 512;

// A race does not stop a GPU; what ends its work leaves the context unusable.
cudaError_t error_of(FaultKind kind) {
    switch (kind) {
        case FaultKind::data_race:
        case FaultKind::uninitialized_read:
        case FaultKind::division_by_zero: return cudaSuccess;
        case FaultKind::misaligned: return cudaErrorMisalignedAddress;
        case FaultKind::assert_failed: return cudaErrorAssert;
        case FaultKind::stack_overflow: return cudaErrorHardwareStackError;
        case FaultKind::launch_invalid: return cudaErrorInvalidConfiguration;
        case FaultKind::memory_budget: return cudaErrorMemoryAllocation;
        case FaultKind::step_budget:
        case FaultKind::deadlock: return cudaErrorLaunchTimeout;
        case FaultKind::out_of_bounds:
        case FaultKind::null_pointer:
        case FaultKind::host_pointer: return cudaErrorIllegalAddress;
        default: return cudaErrorLaunchFailure;
    }
}

// The first block, the last, and some between, always the same.
std::vector<std::uint64_t> sampled_blocks(std::uint64_t count) {
    constexpr std::uint64_t kSampled = 8;
    std::vector<std::uint64_t> out;
    if (count <= kSampled) {
        for (std::uint64_t block = 0; block < count; ++block) out.push_back(block);
        return out;
    }
    std::mt19937_64 random(count);
    out = {0, count - 1};
    while (out.size() < kSampled) {
        const std::uint64_t block = random() % count;
        if (std::ranges::find(out, block) == out.end()) out.push_back(block);
    }
    std::ranges::sort(out);
    return out;
}

// What only a full trace sees; the rest is found by the run of all blocks.
bool is_of_memory_order(const Fault& fault) {
    return fault.kind == FaultKind::data_race || fault.kind == FaultKind::uninitialized_read;
}

// Where a kernel has written, if that is one range, or rows of one width that lie equally far apart.
std::optional<ByteRows> written_rows(std::span<const std::uint32_t> writers, std::uint64_t address, std::size_t element) {
    const auto is_written = [](std::uint32_t writer) { return writer != 0; };
    ByteRows out;
    for (auto at = std::ranges::find_if(writers, is_written); at != writers.end();) {
        const auto end = std::find_if_not(at, writers.end(), is_written);
        const std::uint64_t start = address + static_cast<std::uint64_t>(at - writers.begin()) * element;
        const std::uint64_t width = static_cast<std::uint64_t>(end - at) * element;
        if (out.width == 0) {
            out = {.first = start, .width = width};
        } else {
            const std::uint64_t pitch = start - out.row_at(out.rows - 1);
            if (width != out.width || (out.rows > 1 && pitch != out.pitch)) return std::nullopt;
            out.pitch = pitch;
            ++out.rows;
        }
        at = std::find_if(end, writers.end(), is_written);
    }
    return out.is_empty() ? std::nullopt : std::optional(out);
}

// How many elements the threads wrote, from the first on: thread i element i, or each thread equally many, next to each other or a
// grid stride apart. 0: they wrote in another pattern, or elsewhere too.
std::size_t prefix_of(std::span<const std::uint32_t> writers, std::uint64_t threads) {
    const auto unwritten = std::ranges::find(writers, 0u);
    const auto prefix = static_cast<std::size_t>(unwritten - writers.begin());
    if (!std::all_of(unwritten, writers.end(), [](auto writer) { return writer == 0; })) return 0;
    const auto is_written_by = [&](const auto& thread) {
        for (std::size_t i = 0; i < prefix; ++i)
            if (writers[i] != thread(i) + 1) return false;
        return true;
    };
    if (is_written_by([](std::size_t i) { return i; })) return prefix;
    const std::size_t each = threads == 0 ? 0 : prefix / threads;
    if (each < 2 || prefix % threads != 0) return 0;
    const bool is_even =
        is_written_by([&](std::size_t i) { return i / each; }) || is_written_by([&](std::size_t i) { return i % threads; });
    return is_even ? prefix : 0;
}

void note_prefix(HeapBlock& block, std::span<const std::uint32_t> writers, std::uint64_t threads, const ProgramKernel& kernel,
                 std::size_t argument, int launch, const CodePlace& place) {
    block.prefix_bytes = prefix_of(writers, threads) * std::max<std::size_t>(kernel.kernel.parameters[argument].pointee_bytes, 1);
    block.prefix_launch = launch;
    block.prefix_kernel = kernel.name;
    block.prefix_place = place;
}

}  // namespace

int resident_blocks(const ProgramKernel& kernel, int block_threads, std::size_t dynamic_shared_bytes) {
    OccupancyQuestion question;
    question.block_threads = block_threads;
    question.registers_per_thread = kAssumedRegisters;
    question.static_shared_bytes = kernel.kernel.program.static_shared_bytes;
    question.dynamic_shared_bytes = dynamic_shared_bytes;
    return occupancy_of(emulated_sm_limits(), question).active_blocks;
}

std::vector<LaunchBytes> Runtime::bytes_of_launch(const simt::CompiledKernel& kernel) {
    std::vector<LaunchBytes> out;
    for (auto& [address, block] : heap.blocks())
        if (can_use(block)) out.push_back({address, {block.host, block.bytes}, block.is_written, heap.version_of(block)});
    for (const simt::Symbol& symbol : kernel.program.symbols) {
        const bool is_constant = symbol.space == simt::Symbol::Space::constant;
        if (!is_constant && symbol.space != simt::Symbol::Space::global) continue;
        if (is_constant && !variables_.contains(symbol.symbol)) continue;  // a literal, a table
        DeviceVariable& variable = variable_named(symbol.symbol, symbol.bytes, is_constant);
        std::vector<std::byte>& value = value_of(variable);
        std::byte* there = variable.managed ? static_cast<std::byte*>(variable.managed) : value.data();
        out.push_back({.name = reinterpret_cast<std::uint64_t>(&value), .bytes = {there, variable.bytes}, .is_variable = true});
    }
    return out;
}

// A launch was run: memory that it wrote gets a new version.
void Runtime::note_changes(const LaunchResult& result) {
    if (!result.stays_inside()) heap.note_all_written();
    for (const auto& [address, use] : result.uses)
        if (HeapBlock* block = use == simt::MemoryUse::read ? nullptr : heap.at(address)) heap.note_changed(*block);
}

// Runs a launch, with all checks if they do not take long. Empty if the host does not have enough memory for it.
std::optional<LaunchResult> Runtime::emulate(const Emulated& launch) {
    const auto& [registered, kernel, shape, arguments, starts, place, is_cooperative] = launch;
    const std::vector<const Flight*> unordered = flights.unordered(order, working_stream);
    simt::ExecuteOptions options;
    options.threads = options_.threads;
    options.step_budget = options_.step_budget;
    // A limit that an exercise sets counts for the whole launch.
    constexpr std::uint64_t block_steps = std::uint64_t{1} << 30;
    if (options.step_budget == ExecOptions{}.step_budget) options.block_step_budget = block_steps;
    options.goes_on_as_gpu = true;
    options.ends_only_at_end = kernel.ends_only_at_end;
    options.pool = &block_pool_;
    if (progress_ != nullptr) options.running_count = &progress_->instructions();
    const bool is_automatic = options_.trace == ExecTrace::automatic;
    const bool is_tried = is_automatic && shape.thread_count() <= kMostTracedThreads && checks_.allows(registered.checks);
    const simt::Function& entry = kernel.kernel.program.functions[kernel.kernel.entry];
    const bool has_samples = is_automatic && !is_cooperative && !entry.reaches_grid_barrier;
    const bool may_sample = has_samples && CheckBudget::allows_sample(registered.checks);
    TakenBack before(heap, snapshot_, is_tried || may_sample);
    LaunchResult result;
    result.is_full = options_.trace == ExecTrace::full || is_tried;
    options.trace = options_.trace == ExecTrace::full ? simt::TraceLevel::full : simt::TraceLevel::counters;
    options.refuses_grid_barrier = !is_cooperative;
    const simt::ExecuteOptions unchecked = options;
    if (is_tried) {
        options.trace = simt::TraceLevel::full;
        options.step_budget = std::min(options.step_budget, before.most_of_launch());
        options.block_step_budget = 0;
        before.prepare(options);
    }
    std::optional<simt::Memory> memory;
    const auto run = [&] {
        memory.emplace(~std::uint64_t{0} >> 1);
        if (!simt::prepare_memory(kernel.kernel.program, *memory, simt::HeapOwner::program)) return false;
        store_variables(kernel.kernel, *memory);
        memory->textures() = textures;
        for (auto& [address, block] : heap.blocks()) {
            if (block.bytes == 0 || !can_use(block)) continue;
            const auto argument = static_cast<std::size_t>(std::ranges::find(starts, &block) - starts.begin());
            const bool is_argument = argument < starts.size();
            const std::size_t element =
                is_argument ? std::max<std::size_t>(kernel.kernel.parameters[argument].pointee_bytes, 1) : 1;
            const std::string name = is_argument          ? kernel.kernel.parameters[argument].name
                                     : block.name.empty() ? block.call
                                                          : block.name;
            const std::size_t whole = (block.bytes + kAllocationUnit - 1) / kAllocationUnit * kAllocationUnit;
            if (!memory->attach_at(address, name, {block.host, block.bytes}, element, is_argument ? argument : simt::kNoArgument,
                                   block.is_registered ? block.bytes : whole))
                return false;
            if (block.has_unset && block.kind == MemoryKind::device && is_argument) memory->set_unset(address, block.set_until);
        }
        WatchedPages pages;  // a full trace knows each byte
        for (std::size_t i = 0; i < unordered.size(); ++i) {
            const Flight& flight = *unordered[i];
            if (result.is_full) {
                memory->watch(flight.rows, !flight.is_write, flight.is_of_kernel);
            } else {
                watch(pages, i, flight);
            }
        }
        pages.watch();
        result.outcome = simt::execute(kernel.kernel.program, entry, shape, arguments, *memory, options);
        pages.close();
        for (std::size_t i = 0; i < unordered.size(); ++i)
            if (result.is_full ? memory->watched()[i].was_touched.load() : pages.was_touched(i))
                tell_unordered(*unordered[i], !unordered[i]->is_write, fmt::format("'{}'", kernel.name), place);
        return true;
    };
    // Some of the blocks under all checks, whose work is taken back: what is found there is true of the whole launch.
    std::vector<Fault> found;
    std::optional<Fault> found_equal, found_barrier;
    const auto sample = [&] {
        options = unchecked;
        options.blocks = sampled_blocks(shape.grid.count());
        options.trace = simt::TraceLevel::full;
        options.step_budget = CheckBudget::kMostOfSample;
        options.block_step_budget = 0;
        before.prepare(options);
        result.is_full = true;
        const bool has_run = run();
        options = unchecked;
        result.is_full = false;
        if (!has_run) return false;
        result.is_sampled = true;
        std::ranges::copy_if(result.outcome.passed_over, std::back_inserter(found), is_of_memory_order);
        found_equal = std::move(result.outcome.equal_race);
        found_barrier = std::move(result.outcome.passed_barrier);
        CheckBudget::note_sample(registered.checks, CheckBudget::cost(result.outcome.warp_instructions, before.bytes()));
        before.take_back();
        return true;
    };
    if (!result.is_full && may_sample && !sample()) return std::nullopt;
    if (!run()) return std::nullopt;
    std::optional<Fault>& fault = result.outcome.fault;
    const bool is_too_long = fault && fault->kind == FaultKind::step_budget && result.is_full && is_tried;
    if (is_too_long) {
        before.take_back();
        std::ranges::copy_if(result.outcome.passed_over, std::back_inserter(found), is_of_memory_order);
        found_equal = std::move(result.outcome.equal_race);
        found_barrier = std::move(result.outcome.passed_barrier);
        result.is_full = false;
        options = unchecked;
        if (has_samples && !sample()) return std::nullopt;
        if (!run()) return std::nullopt;
    }
    if (!result.is_full) {
        result.outcome.passed_over.insert(result.outcome.passed_over.begin(), found.begin(), found.end());
        if (found.empty()) result.outcome.equal_race = std::move(found_equal);
        result.outcome.passed_barrier = std::move(found_barrier);
    }
    if (is_tried) {
        const std::uint64_t checked = is_too_long ? before.most_of_launch() : result.outcome.warp_instructions;
        checks_.note(registered.checks, CheckBudget::cost(checked, before.bytes()));
    }
    CheckBudget::note_done(registered.checks, result.outcome.warp_instructions);
    if (is_too_long || !result.outcome.passed_over.empty()) registered.checks.launches.is_closed = true;
    if (!found.empty()) registered.checks.samples.is_closed = true;
    fetch_variables(kernel.kernel, *memory);
    for (const simt::Allocation& allocation : memory->allocations())
        if (allocation.use != simt::MemoryUse::none) result.uses[allocation.base] = allocation.use;
    result.bytes_of_work = LaunchResult::work_of(result.outcome.warp_instructions, result.is_full);
    return result;
}

cudaError_t Runtime::launch(RegisteredKernel& registered, const LaunchRequest& request, void** arguments, const CodePlace& place,
                            bool is_cooperative) {
    print_pending();
    const auto made = compiled(registered);
    if (!made) {
        tell_unsupported(made.error());
        set_sticky(cudaErrorInvalidKernelImage);
        return cudaErrorInvalidKernelImage;
    }
    if (*made == nullptr) {
        std::string name = readable_name(registered.symbol);
        if (name.starts_with("void ")) name.erase(0, 5);  // of a template
        // The launch may be in a header.
        const auto sources = options_.text.sources();
        const auto of_host =
            std::ranges::find_if(sources, [](const std::filesystem::path& source) { return source.extension() != ".cu"; });
        const bool is_of_host = of_host != sources.end() && !options_.text.is_all_cuda && !place.file.ends_with(".cu");
        tell("unsupported", place, fmt::format("the kernel '{}' has no code for the device", plain_kernel_name(name)),
             is_of_host ? fmt::format("As with nvcc, {} is compiled as host code. Name it .cu, or add -x cu.",
                                      of_host->filename().string())
                        : "A function of Thrust or CUB that is called only in a lambda of host code is not supported: call it in a "
                          "function.");
        return cudaErrorInvalidDeviceFunction;
    }
    ProgramKernel& kernel = **made;
    const Dim3 grid = extents(request.grid), block_extents = extents(request.block);
    if (const auto wrong = check_launch_shape({grid, block_extents}, kEmulatedGpu.launch)) {
        refusal_ = wrong->message;
        if (constexpr std::string_view kName = "CUDA_ERROR_INVALID_VALUE: "; refusal_.starts_with(kName))
            refusal_.erase(0, kName.size());  // the driver's name of the error
        const bool is_swapped = block_extents.count() > kEmulatedGpu.launch.threads_per_block && grid.count() > 0 &&
                                grid.count() <= kEmulatedGpu.launch.threads_per_block;
        if (is_swapped) refusal_ += ". Are grid and block swapped? <<<grid, block>>> takes the number of blocks first";
        return cudaErrorInvalidConfiguration;
    }
    if (const std::uint64_t most = kernel.kernel.program.functions[kernel.kernel.entry].most_threads,
        threads = block_extents.count();
        most != 0 && threads > most) {
        refusal_ = fmt::format("the block has {} threads, but the kernel's __launch_bounds__() allows {}", threads, most);
        return cudaErrorInvalidValue;
    }
    const std::uint64_t static_bytes = kernel.kernel.program.static_shared_bytes;
    if (request.shared_bytes > registered.most_dynamic_shared_bytes ||
        request.shared_bytes + static_bytes > kEmulatedGpu.launch.shared_bytes_per_block) {
        const bool may_ask = request.shared_bytes + static_bytes <= kEmulatedGpu.launch.shared_bytes_per_block;
        refusal_ = fmt::format(
            "a block has {} bytes of shared memory, {} of them dynamic; at most {} are possible{}",
            request.shared_bytes + static_bytes, request.shared_bytes,
            may_ask ? registered.most_dynamic_shared_bytes + static_bytes
                    : std::uint64_t{kEmulatedGpu.launch.shared_bytes_per_block},
            may_ask ? " until cudaFuncSetAttribute() with cudaFuncAttributeMaxDynamicSharedMemorySize allows more" : "");
        return cudaErrorInvalidValue;
    }
    if (is_cooperative) {
        const std::uint64_t blocks = std::uint64_t{request.grid.x} * request.grid.y * request.grid.z;
        const int threads = static_cast<int>(request.block.x * request.block.y * request.block.z);
        const auto room = static_cast<std::uint64_t>(resident_blocks(kernel, threads, request.shared_bytes));
        const std::uint64_t most = room * kEmulatedGpu.multiprocessors;
        if (blocks > most) {
            refusal_ = fmt::format("a cooperative launch of {} blocks, of which {} fit on the GPU at once", blocks, most);
            return cudaErrorCooperativeLaunchTooLarge;
        }
    }
    if (!pretence().launch_error.empty()) {
        refusal_ = "in this run, every launch is refused";
        return error_of_name(pretence().launch_error).value_or(cudaErrorUnknown);
    }
    if (!pretence().idle_kernel.empty() && plain_kernel_name(kernel.name) == pretence().idle_kernel) return cudaSuccess;
    if (!prepare_kernel_heap(kernel.kernel)) return cudaErrorMemoryAllocation;
    begin_work();
    const LaunchInProgress in_progress(progress_, kernel.name, place.line);
    const DeviceHeap::Opened opened(heap);

    const auto start = std::chrono::steady_clock::now();
    std::vector<simt::ArgumentBytes> bytes;
    std::vector<HeapBlock*> starts;
    for (std::size_t i = 0; i < kernel.kernel.parameters.size(); ++i) {
        const simt::KernelParameter& parameter = kernel.kernel.parameters[i];
        const auto* from = static_cast<const std::byte*>(arguments[i]);
        bytes.emplace_back(from, from + parameter.bytes);
        HeapBlock* block = nullptr;
        if (parameter.is_pointer) {
            std::uint64_t address = 0;
            std::memcpy(&address, from, sizeof address);
            block = heap.at(address);
            if (block && block->name.empty()) block->name = parameter.name;
            // A part of an array, which is not told apart: another launch that may have written it.
            HeapBlock* const inside = block == nullptr && !parameter.pointee_is_const ? heap.holding(address) : nullptr;
            if (inside != nullptr) ++inside->launches;
        }
        starts.push_back(block);
    }
    std::optional<LaunchThumbnails> thumbnails;
    if (options_.has_thumbnails) thumbnails.emplace(heap, kernel.kernel, bytes);
    const LaunchShape shape{grid, block_extents, static_cast<std::uint32_t>(request.shared_bytes)};
    if (options_.keep && options_.keep->launch == launches_) keep(kernel, shape, bytes);
    const std::string key = RepeatedLaunches::key_of(registered.symbol, shape, is_cooperative, bytes) + gpus.key_of(working_gpu());
    const LaunchMemory memory{[&] { return bytes_of_launch(kernel.kernel); },
                              [this](std::uint64_t name) {
                                  HeapBlock* block = heap.at(name);
                                  if (block == nullptr) return std::uint64_t{0};  // a variable
                                  heap.note_changed(*block);
                                  return heap.version_of(*block);
                              }};
    // What another stream may still be changing is looked at while the kernel runs.
    const bool may_conflict = !flights.unordered(order, working_stream).empty();
    const LaunchResult* earlier = may_conflict ? nullptr : repeated_.repeat(key, memory, textures);
    if (may_conflict) repeated_.look(memory);
    std::optional<LaunchResult> run;
    if (earlier == nullptr) {
        run = emulate({registered, kernel, shape, bytes, starts, place, is_cooperative});
        if (!run) return cudaErrorMemoryAllocation;
        run->index = launches_;
        note_changes(*run);
        if (run->stays_inside()) repeated_.remember(key, memory, *run);
    }
    if (run && run->outcome.fault) name_other_gpu(*run->outcome.fault, kernel.kernel, starts);
    const LaunchResult& result = run ? *run : *earlier;
    const simt::ExecuteOutcome& outcome = result.outcome;
    pending_output_ += outcome.printed;
    if (!outcome.printed.empty()) pending_place_ = place;
    const double wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const double begin_s = std::chrono::duration<double>(start.time_since_epoch()).count();  // the same clock in every process

    const int index = launches_++;
    const OpenWorks::Begun begun = open_works.begin(order, working, true, place.line);
    nlohmann::json event{
        {"event", "launch"},
        {"work", begun.number},
        {"stream", working.stream},
        {"beside", begun.beside},
        {"index", index},
        {"kernel", kernel.name},
        {"gpu", working_gpu()},
        {"grid", json_of(request.grid)},
        {"block", json_of(request.block)},
        {"dynamic_shared_bytes", request.shared_bytes},
        {"static_shared_bytes", kernel.kernel.program.static_shared_bytes},
        {"file", place.file},
        {"line", place.line},
        {"trace", result.is_full      ? "full"
                  : result.is_sampled ? "sampled"
                                      : "counters"},
        {"counters", outcome.counters.named()},
        {"executed",
         {{"warp_instructions", outcome.warp_instructions}, {"lane_instructions", outcome.lane_instructions}, {"wall_s", wall_s}}},
        {"begin_s", begin_s}};
    if (!result.is_good()) {
        event["fault"] = to_json(outcome.fault ? *outcome.fault : outcome.passed_over.front());
        event["is_ended_by_fault"] = outcome.fault.has_value();
    }
    if (earlier != nullptr) event["repeats"] = result.index;
    const auto is_mapped = [](const HeapBlock* block) { return block != nullptr && block->kind == MemoryKind::pinned; };
    if (std::ranges::any_of(starts, is_mapped)) event["is_mapped"] = true;
    // A fault is shown wherever it is.
    const bool is_shown =
        index < LaunchThumbnails::kMostLaunches || (!result.is_good() && late_thumbnails_++ < LaunchThumbnails::kMostLaunches);
    if (thumbnails && is_shown) event["arrays"] = thumbnails->after();
    report_->event(event);
    for (const Diagnostic& warning : outcome.warnings) {
        report_->event({{"event", "warning"},
                        {"file", warning.file},
                        {"line", warning.line},
                        {"message", warning.message},
                        {"launch", index}});
        // A warning about a whole array has no line: elements that stay unwritten may be meant to.
        if (warning.line > 0)
            tell_note("undefined_value", {warning.file, warning.line, kernel.name}, warning.message, warning.hint, index);
    }

    for (std::size_t i = 0; i < starts.size(); ++i) {
        if (starts[i] == nullptr || kernel.kernel.parameters[i].pointee_is_const) continue;
        starts[i]->is_written = true;  // its version is already another one
        starts[i]->has_unset = false;
        ++starts[i]->launches;
        const auto writers = std::ranges::find(outcome.writers, i, &simt::ArgumentWriters::argument);
        const auto use = result.uses.find(starts[i]->address);
        const bool is_only_read = result.stays_inside() && (use == result.uses.end() || use->second == simt::MemoryUse::read);
        const bool may_write = result.is_full ? writers != outcome.writers.end() : !is_only_read;
        const std::size_t element = std::max<std::size_t>(kernel.kernel.parameters[i].pointee_bytes, 1);
        const auto rows = result.is_full && writers != outcome.writers.end()
                              ? written_rows(writers->writer, starts[i]->address, element)
                              : std::nullopt;
        const ByteRows whole = ByteRows::range(starts[i]->address, starts[i]->address + starts[i]->bytes);
        if (may_write) heap.put_in_flight(*starts[i], working, rows.value_or(whole));
        if (rows) flights.add({working, *rows, true, fmt::format("'{}'", kernel.name), place, true});
        if (run && run->is_good() && writers != outcome.writers.end())
            note_prefix(*starts[i], writers->writer, grid.count() * block_extents.count(), kernel, i, index, place);
    }
    const Launched launched{kernel, request, bytes, starts, outcome, place, index};
    note_touches(launched, result);
    for (const std::optional<Fault>* note : {&outcome.equal_race, &outcome.passed_barrier})
        if (*note)
            tell_note(std::string(name_of((*note)->kind)), {(*note)->file, (*note)->line, kernel.name}, (*note)->message,
                      (*note)->hint, index);
    if (result.is_good()) {
        if (run && run->is_full) judge(launched);
        return cudaSuccess;
    }
    for (const Fault& fault : outcome.passed_over) tell_fault(launched, fault);
    if (!outcome.fault) return cudaSuccess;
    tell_fault(launched, *outcome.fault);
    const simt::Function& entry = kernel.kernel.program.functions[kernel.kernel.entry];
    const bool is_refused_barrier =
        !is_cooperative && outcome.fault->kind == FaultKind::launch_invalid && entry.reaches_grid_barrier;
    const cudaError_t error = is_refused_barrier ? cudaErrorLaunchFailure : error_of(outcome.fault->kind);
    if (error != cudaSuccess) set_sticky(error);
    return cudaSuccess;  // CUDA tells it at the next call
}

}  // namespace warpwise
