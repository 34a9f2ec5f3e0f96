// What is said about a launch that has run: faults in the words of the program, and threads that are missing.
#include "program/runtime/launch_verdict.h"
#include "simt/code/bytecode_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>

namespace warpwise {
namespace {

std::optional<std::int64_t> integer_of(const simt::KernelParameter& parameter, const simt::ArgumentBytes& bytes) {
    if (parameter.is_pointer || parameter.type.contains("float") || parameter.type.contains("double")) return std::nullopt;
    std::int64_t value = 0;
    if (bytes.size() == 4) {
        std::int32_t narrow = 0;
        std::memcpy(&narrow, bytes.data(), 4);
        value = narrow;
    } else if (bytes.size() == 8) {
        std::memcpy(&value, bytes.data(), 8);
    } else {
        return std::nullopt;
    }
    return value > 0 ? std::optional(value) : std::nullopt;
}

// The first parameter whose pointer is of the host.
std::optional<std::string> host_pointer_given(const simt::CompiledKernel& kernel,
                                              const std::vector<simt::ArgumentBytes>& arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        std::uint64_t address = 0;
        if (!kernel.parameters[i].is_pointer || arguments[i].size() != sizeof address) continue;
        std::memcpy(&address, arguments[i].data(), sizeof address);
        const bool is_host = address >= (std::uint64_t{1} << 44) && address < (std::uint64_t{1} << 47);
        if (is_host && Runtime::instance().heap.holding(address) == nullptr) return kernel.parameters[i].name;
    }
    return std::nullopt;
}

// "in line 9", or nothing where the line is not known.
std::string in_line(const CodePlace& place) { return place.line > 0 ? fmt::format(" in line {}", place.line) : ""; }

// Two common causes of an index that is out of bounds: an int that was too small, and an allocation in elements instead of bytes.
std::optional<std::string> size_hint(const Runtime::Launched& launched, const Fault& fault) {
    if (fault.kind != FaultKind::out_of_bounds || !fault.index) return std::nullopt;
    const auto block =
        std::ranges::find_if(launched.blocks, [&](const HeapBlock* each) { return each && each->name == fault.array; });
    if (block == launched.blocks.end()) return std::nullopt;
    const auto argument = static_cast<std::size_t>(block - launched.blocks.begin());
    const auto element =
        static_cast<std::int64_t>(std::max<std::size_t>(launched.kernel.kernel.parameters[argument].pointee_bytes, 1));
    const auto elements = static_cast<std::int64_t>((*block)->bytes) / element;
    constexpr std::int64_t kWrap = std::int64_t{1} << 32;
    if (*fault.index < std::numeric_limits<std::int32_t>::min() / 4 && elements > std::numeric_limits<std::int32_t>::max() &&
        *fault.index + kWrap < elements)
        return fmt::format(
            "An int ends at 2147483647, and the index went past it: {} was meant. Calculate in size_t: (size_t)y * w + x.",
            *fault.index + kWrap);
    for (std::size_t i = 0; i < launched.arguments.size(); ++i) {
        const auto count = integer_of(launched.kernel.kernel.parameters[i], launched.arguments[i]);
        if (count && element > 1 && *count == static_cast<std::int64_t>((*block)->bytes) && *fault.index < *count)
            return fmt::format("'{}' has {} bytes, and '{}' is {}: {} takes bytes, so multiply by sizeof({}){}.", fault.array,
                               *count, launched.kernel.kernel.parameters[i].name, *count, (*block)->call,
                               launched.kernel.kernel.parameters[argument].type.substr(
                                   0, launched.kernel.kernel.parameters[argument].type.find('*')),
                               in_line((*block)->place));
    }
    return std::nullopt;
}

}  // namespace

// Which elements the launch has read or written, as far as it was checked.
void Runtime::note_touches(const Launched& launched, const LaunchResult& result) {
    for (std::size_t i = 0; i < launched.blocks.size(); ++i) {
        HeapBlock* block = launched.blocks[i];
        if (block == nullptr ||
            std::ranges::find(launched.blocks, block) - launched.blocks.begin() != static_cast<std::ptrdiff_t>(i))
            continue;
        if (!block->few_threads && block->touched_by != launched.kernel.name) {
            block->touched.clear();
            block->touches_are_known = true;
            block->touched_by = launched.kernel.name;
        }
        const std::size_t element = std::max<std::size_t>(launched.kernel.kernel.parameters[i].pointee_bytes, 1);
        const auto touches = std::ranges::find(launched.outcome.touches, i, &simt::ArgumentTouches::argument);
        if (!result.is_full || touches == launched.outcome.touches.end() ||
            (!block->touched.empty() && block->touched_bytes != element)) {
            if (result.uses.contains(block->address)) block->touches_are_known = false;
            continue;
        }
        block->touched.resize(touches->is_touched.size());
        block->touched_bytes = element;
        for (std::size_t k = 0; k < touches->is_touched.size(); ++k) block->touched[k] |= touches->is_touched[k];
    }
    for (const auto& [address, use] : result.uses) {
        HeapBlock* block = heap.at(address);
        if (block == nullptr) continue;
        if (use != simt::MemoryUse::read) {
            block->is_written = true;
            block->has_unset = false;
        }
        if (std::ranges::find(launched.blocks, block) == launched.blocks.end()) block->touches_are_known = false;
    }
}

namespace {
// By volatile or atomic accesses: what waits for a value needs them, as a compiler keeps other values in registers.
bool reads_memory_anew(const simt::CompiledKernel& kernel) {
    return std::ranges::any_of(kernel.program.functions, [](const simt::Function& function) {
        return std::ranges::any_of(function.code, [](const simt::Instruction& in) {
            return simt::is_atomic(in.op) || (simt::is_scalar_load(in.op) && (in.flags & simt::kVolatile) != 0);
        });
    });
}
}  // namespace

void Runtime::tell_fault(const Launched& launched, const Fault& fault) {
    const auto& [kernel, request, arguments, blocks, outcome, place, index] = launched;
    const CodePlace where{fault.file, fault.line, kernel.name};
    const bool has_dynamic = std::ranges::any_of(kernel.kernel.program.symbols, [&](const simt::Symbol& s) {
        return s.space == simt::Symbol::Space::dynamic_shared && s.is_used;
    });
    std::string message = fault.message, hint = fault.hint;
    if (is_of_other_gpu(fault)) return tell("peer_access", where, message, hint, index);
    const auto shared = std::ranges::find_if(blocks, [](const HeapBlock* block) {
        return block != nullptr && (block->kind == MemoryKind::pinned || block->kind == MemoryKind::managed);
    });
    if (fault.kind == FaultKind::step_budget && shared != blocks.end() && reads_memory_anew(kernel.kernel))
        return tell("unsupported", where, message + ", and the host may write memory that it reads",
                    "If it waits for the host to write: a GPU runs it beside the host, the emulator runs it to its end before the "
                    "launch returns. That is not supported. If not: " +
                        hint,
                    index);
    if (fault.kind == FaultKind::out_of_bounds && has_dynamic && request.shared_bytes == 0) {
        tell("shared_missing", place,
             fmt::format("'{}' uses an extern __shared__ array, and the launch gives it no bytes: line {} {}", kernel.name,
                         fault.line, "is the first to touch it"),
             "Give the bytes as the third value: kernel<<<blocks, threads, bytes>>>(...).", index);
        return;
    }
    if (const auto made = fault.kind == FaultKind::host_pointer && fault.address && program_
                              ? program_->class_with_table_at(*fault.address)
                              : std::nullopt) {
        tell("host_object", where,
             fmt::format(
                 "{} calls a virtual function of an object of class '{}' that the host has made: its table of virtual functions is "
                 "in the host's memory",
                 message.substr(0, message.find(" reads")), *made),
             "Make the object in a kernel (new, or placement new in memory of the device): then it has the device's table.", index);
        return;
    }
    if (const auto given = host_pointer_given(kernel.kernel, arguments); fault.kind == FaultKind::host_pointer && given) {
        const auto failed =
            std::ranges::find_if(unseen_, [](const UnseenError& error) { return error.call.starts_with("cudaMalloc"); });
        if (failed != unseen_.end())
            tell("host_pointer", place,
                 fmt::format("{}{} failed with {} ({}), so the pointer that '{}' is given for '{}' was never set: {} (line {})",
                             failed->call, in_line(failed->place), error_name(failed->code), error_text(failed->code), kernel.name,
                             *given, message, fault.line),
                 "Check what cudaMalloc() returns, and stop where it is not cudaSuccess.", index);
        else
            tell("host_pointer", place,
                 fmt::format("'{}' is given a pointer to the host's memory for '{}': {} (line {})", kernel.name, *given, message,
                             fault.line),
                 hint, index);
        return;
    }
    if (fault.kind == FaultKind::uninitialized_read && hint == simt::kNothingWritten && fault.address) {
        if (const HeapBlock* block = heap.holding(*fault.address); block != nullptr && block->set_until > 0) {
            message +=
                fmt::format(": the copy{} brought {} of {} bytes", in_line(block->filled_at), block->set_until, block->bytes);
            hint = "The size of a copy is in bytes: count * sizeof(element).";
        } else {
            hint = "No copy, no memset and no kernel has written it: is a cudaMemcpy() to the device missing?";
        }
    }
    const auto* freed = fault.kind == FaultKind::out_of_bounds && fault.address ? heap.freed_at(*fault.address) : nullptr;
    if (constexpr std::string_view kNowhere = ", which points to no array"; freed && message.ends_with(kNowhere)) {
        message.replace(message.size() - kNowhere.size(), kNowhere.size(),
                        fmt::format(": memory that was freed{}", in_line(freed->freed)));
        hint = "Free memory when the last kernel and the last copy that use it have ended.";
    } else if (const auto better = size_hint(launched, fault)) {
        hint = *better;
    }
    tell(std::string(name_of(fault.kind)), where, std::move(message), std::move(hint), index);
}

// A kernel that writes rows of cudaMallocPitch one directly after the other: exactly as many elements as were asked for, from the
// first on, and so in the padding of all rows but the last.
void Runtime::judge_pitch(const Launched& launched, const simt::ArgumentWriters& array) {
    const HeapBlock* block = launched.blocks[array.argument];
    if (block == nullptr || block->pitch == block->row_bytes || array.writer.empty()) return;
    const std::size_t element = block->bytes / array.writer.size(), rows = block->bytes / block->pitch;
    const std::size_t asked_for = element > 0 ? rows * block->row_bytes / element : 0;
    if (rows < 2 || asked_for == 0 || asked_for >= array.writer.size()) return;
    const auto is_written = [](std::uint32_t writer) { return writer != 0; };
    const auto end = array.writer.begin() + static_cast<std::ptrdiff_t>(asked_for);
    if (!std::all_of(array.writer.begin(), end, is_written) || std::any_of(end, array.writer.end(), is_written)) return;
    const std::string& name = launched.kernel.kernel.parameters[array.argument].name;
    tell("wrong_pitch", launched.place,
         fmt::format(
             "'{}' writes the rows of '{}' directly one after the other, and so into their padding: a row has {} bytes, and {} "
             "placed the next one {} bytes after its start",
             launched.kernel.name, name, block->row_bytes, block->call, block->pitch),
         fmt::format("Pass the pitch to the kernel, and compute the address of a row from it: (char*){} + y * pitch.", name),
         launched.index);
}

// Each thread wrote one element, fewer than the array and the count that the kernel is given: the rest was forgotten.
void Runtime::judge(const Launched& launched) {
    const auto& [grid, block, shared, stream] = launched.request;
    const std::uint64_t threads = std::uint64_t{grid.x} * grid.y * grid.z * block.x * block.y * block.z;
    std::vector<std::int64_t> counts;
    for (std::size_t i = 0; i < launched.arguments.size(); ++i)
        if (const auto n = integer_of(launched.kernel.kernel.parameters[i], launched.arguments[i])) counts.push_back(*n);
    const auto is_asked_for = [&](std::uint64_t elements) {
        for (std::size_t i = 0; i < counts.size(); ++i) {
            if (static_cast<std::uint64_t>(counts[i]) == elements) return true;
            for (std::size_t k = i + 1; k < counts.size(); ++k)
                if (static_cast<std::uint64_t>(counts[i]) * static_cast<std::uint64_t>(counts[k]) == elements) return true;
        }
        return false;
    };
    for (const simt::ArgumentWriters& array : launched.outcome.writers) {
        judge_pitch(launched, array);
        const std::uint64_t elements = array.writer.size();
        if (threads >= elements || !is_asked_for(elements)) continue;
        if (array.writer.front() == 0) continue;  // a part of it that lies elsewhere: on purpose
        std::vector<std::uint32_t> writers;
        for (const std::uint32_t writer : array.writer)
            if (writer != 0) writers.push_back(writer);
        const std::size_t written = writers.size();
        std::ranges::sort(writers);
        const bool one_each = std::ranges::adjacent_find(writers) == writers.end();
        if (written == 0 || written >= elements || !one_each || written * 2 < threads) continue;
        const std::string& name = launched.kernel.kernel.parameters[array.argument].name;
        HeapBlock* written_block = launched.blocks[array.argument];
        if (written_block == nullptr || written_block->few_threads) continue;
        written_block->few_threads = {.launch = launched.index,
                                      .kernel = launched.kernel.name,
                                      .parameter = name,
                                      .place = launched.place,
                                      .threads = threads,
                                      .elements = elements,
                                      .block_threads = block.x};
    }
}

// Only what no launch has read or written, and the host wants all the same, was forgotten: a program may have its reasons to write
// a part, or one part after the other.
void Runtime::judge_read_back(HeapBlock& block, const ByteRows& rows, std::size_t bytes) {
    if (block.few_threads && block.touches_are_known && block.touched_bytes > 0) {
        const std::size_t first = (rows.first - block.address) / block.touched_bytes;
        const std::size_t end = std::min(block.touched.size(), first + bytes / block.touched_bytes);
        const auto forgotten = first < end ? std::count(block.touched.begin() + static_cast<std::ptrdiff_t>(first),
                                                        block.touched.begin() + static_cast<std::ptrdiff_t>(end), 0)
                                           : 0;
        const HeapBlock::FewThreads few = *block.few_threads;
        block.few_threads.reset();
        if (forgotten > 0) {
            tell("too_few_threads", few.place,
                 fmt::format(
                     "'{}' is launched with {} threads for {} elements of '{}': {} of those that are copied back are not written",
                     few.kernel, few.threads, few.elements, few.parameter, forgotten),
                 fmt::format("Round the number of blocks up: (n + {0} - 1) / {0} blocks of {0} threads.", few.block_threads),
                 few.launch);
            return;
        }
    }
    // Only a copy from the block's start, where the prefix lies.
    if (block.launches != 1 || block.is_filled || block.prefix_bytes == 0 || bytes <= block.prefix_bytes ||
        rows.first != block.address)
        return;
    tell("too_few_threads", block.prefix_place,
         fmt::format("the threads of '{}' write the first {} bytes of '{}', and the host copies {} bytes back", block.prefix_kernel,
                     block.prefix_bytes, block.name, bytes),
         "Launch a thread for each element, and round the number of blocks up.", block.prefix_launch);
}

}  // namespace warpwise
