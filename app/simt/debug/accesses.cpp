#include "simt/debug/accesses.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <utility>

#include "base/thread_name.h"
#include "simt/code/bytecode_facts.h"
#include "simt/debug/inspect_internal.h"
#include "simt/execute/execute_objects.h"
#include "simt/execute/execute_ops.h"

namespace warpwise::simt {
namespace {

MemorySpace space_named(Space space) {
    switch (space) {
        case Space::shared: return MemorySpace::shared;
        case Space::local: return MemorySpace::local;
        case Space::constant: return MemorySpace::constant;
        case Space::global:
        case Space::none: break;
    }
    return MemorySpace::global;
}

void count_cost(DebugAccess& access, AccessKind kind) {
    const WarpAccess lanes{access.mask, access.addresses.data(), access.bytes};
    if (access.space == MemorySpace::global) {
        const bool atomic = kind == AccessKind::atomic;
        access.sectors = atomic ? count_atomic_sectors(lanes) : count_sectors(lanes);
        access.useful_bytes = count_useful_bytes(lanes);
        access.wavefronts = 1;
    } else if (access.space == MemorySpace::shared) {
        const SharedCost cost = kind == AccessKind::load    ? shared_load_cost(lanes)
                                : kind == AccessKind::store ? shared_store_cost(lanes)
                                                            : shared_atomic_cost(lanes);
        access.wavefronts = cost.wavefronts;
        access.conflicts = cost.bank_conflicts;
    }
}

DebugAccess access_at(const Location& place, const Touch& touch, std::uint64_t position) {
    return {.position = position,
            .line = static_cast<int>(place.line),
            .column = static_cast<int>(place.column),
            .is_store = touch.kind != AccessKind::load,
            .is_atomic = touch.kind == AccessKind::atomic || touch.kind == AccessKind::reduction,
            .bytes = touch.bytes};
}

// An access with what DebugAccess does not tell of it.
struct Found {
    DebugAccess access;
    std::array<std::uint64_t, kDebugLanes> addresses{};  // with their windows
    std::optional<Object> object;
};

template <typename F>
void for_each_access(const BlockRun& run, const Warp& warp, const Instruction& in, std::uint64_t position, F&& f) {
    for (const Touch& touch : touches_of(in)) {
        const auto* address = read_lanes<std::uint64_t>(run, warp, touch.address);
        for (std::uint32_t left = warp.mask; left;) {
            const int first = std::countr_zero(left);
            const Space space = space_of(address[first]);
            Found found{.access = access_at(warp.function->locations[warp.pc], touch, position)};
            found.object = find_object(run, warp, address[first], 1);
            DebugAccess& access = found.access;
            access.space = space_named(space);
            if (found.object) {
                access.array = found.object->name;
                access.element_bytes = static_cast<std::uint32_t>(found.object->element_bytes);
            }
            for_each_lane(left, [&](int lane) {
                const bool together = found.object ? found.object->holds(address[lane], 1)
                                                   : space_of(address[lane]) == space && !find_object(run, warp, address[lane], 1);
                if (!together) return;
                const auto i = static_cast<std::size_t>(lane);
                access.mask |= 1u << lane;
                access.addresses[i] = plain_address(address[lane]);
                found.addresses[i] = address[lane];
                if (found.object) access.elements[i] = index_in(*found.object, address[lane]);
            });
            left &= ~access.mask;
            for (std::size_t i = 0; i < kDebugLanes; ++i)  // count_* look at active lanes only, but want 32 addresses
                if (!(access.mask >> i & 1)) access.addresses[i] = access.addresses[static_cast<std::size_t>(first)];
            count_cost(access, touch.kind);
            f(std::move(found));
        }
    }
}

// Of all or of one element of an object.
struct Declared {
    std::uint32_t type = kNoIndex;
    bool is_element = false;
};
Declared declared_type(const BlockRun& run, const ArrayTypes& types, const Object& object) {
    if (type_at(run.program, object.type)) return {object.type, false};
    for (const Symbol& symbol : run.program.symbols)  // a __device__ variable is an allocation of its own
        if (symbol.space == Symbol::Space::global && symbol.window && address_of(symbol) == object.base)
            return {symbol.type, false};
    return {types.element_at(object.base), true};
}

// So many of a type.
struct Part {
    std::uint32_t type = kNoIndex, count = 0;
    bool operator==(const Part&) const = default;
};
// What the bytes at an offset of a type are, down to the smallest part that they fill; no type where they fill none.
Part part_at(const Bytecode& program, Declared declared, std::uint64_t offset, std::uint32_t bytes) {
    std::uint32_t index = declared.type;
    for (int depth = 0; depth < 16; ++depth) {
        const Type* type = type_at(program, index);
        if (!type || type->bytes == 0) return {};
        if (depth == 0 && declared.is_element) offset %= type->bytes;
        const bool is_structure = type->kind == TypeKind::structure;
        if (type->kind == TypeKind::array) {
            const Type* element = type_at(program, type->element);
            if (!element || element->bytes == 0) return {};
            offset %= element->bytes;
            index = type->element;
        } else if (is_structure && type->bytes > bytes) {
            const auto member = std::ranges::find_if(type->members, [&](const Type::Member& each) {
                const Type* of = type_at(program, each.type);
                return of && each.bits == 0 && offset >= each.offset && offset - each.offset < of->bytes;
            });
            if (member == type->members.end()) return {};
            offset -= member->offset;
            index = member->type;
        } else {
            return offset == 0 && bytes % type->bytes == 0 ? Part{index, bytes / type->bytes} : Part{};
        }
    }
    return {};
}

}  // namespace

ArrayTypes::ArrayTypes(const Bytecode& program, const Function& entry, const std::vector<ArgumentBytes>& arguments,
                       const Memory& memory)
    : program_(program), memory_(memory) {
    std::vector<const Variable*> declared;
    for (const Variable& variable : entry.variables)
        if (variable.is_argument && variable.inlined_at == kNoIndex) declared.push_back(&variable);
    for (std::size_t i = 0; i < std::min(entry.parameters.size(), arguments.size()); ++i) {
        const auto holds_it = [&](const Variable* variable) {
            const bool has_place = variable->where == Variable::Where::slot || variable->where == Variable::Where::indirect;
            return has_place && variable->place == entry.parameters[i].slot;
        };
        const auto found = std::ranges::find_if(declared, holds_it);
        const Variable* variable = found != declared.end()                      ? *found
                                   : declared.size() == entry.parameters.size() ? declared[i]
                                                                                : nullptr;
        if (variable) note_pointers(variable->type, arguments[i].data(), arguments[i].size(), 0);
    }
}

void ArrayTypes::note_pointers(std::uint32_t index, const std::byte* bytes, std::size_t size, int depth) {
    const Type* type = type_at(program_, index);
    if (!type || depth > 4) return;
    if (type->kind == TypeKind::pointer && size >= sizeof(std::uint64_t)) {
        std::uint64_t address = 0;
        std::memcpy(&address, bytes, sizeof address);
        const Allocation* allocation = memory_.find(address, 1);
        const Type* element = type_at(program_, type->element);
        if (allocation && element && element->bytes) elements_.try_emplace(allocation->base, type->element);
    }
    if (type->kind != TypeKind::structure) return;
    for (const Type::Member& member : type->members)
        if (member.offset < size) note_pointers(member.type, bytes + member.offset, size - member.offset, depth + 1);
}

std::uint32_t ArrayTypes::element_at(std::uint64_t base) const {
    const auto found = elements_.find(base);
    return found == elements_.end() ? kNoIndex : found->second;
}

std::vector<DebugAccess> accesses_of(const BlockRun& run, const Warp& warp, const Instruction& in, std::uint64_t position) {
    std::vector<DebugAccess> all;
    for_each_access(run, warp, in, position, [&](Found found) { all.push_back(std::move(found.access)); });
    return all;
}

bool costs_extra(const DebugAccess& access) {
    if (access.space == MemorySpace::shared) return access.conflicts > 0;
    return access.space == MemorySpace::global && access.sectors > (access.useful_bytes + 31) / 32;
}

std::uint32_t faulting_lanes(const BlockRun& run, const Warp& warp, const Instruction& in) {
    std::uint32_t outside = 0, askew = 0;
    for (const Touch& touch : touches_of(in)) {
        const auto* address = read_lanes<std::uint64_t>(run, warp, touch.address);
        for_each_lane(warp.mask, [&](int lane) {
            const bool is_parameter =  // a structure that was passed by value
                address[lane] >= kLocalBase && address[lane] - kLocalBase + touch.bytes <= warp.local_top;
            if (!is_parameter && !find_object(run, warp, address[lane], touch.bytes)) outside |= 1u << lane;
            if (std::has_single_bit(touch.bytes) && address[lane] % touch.bytes != 0) askew |= 1u << lane;
        });
    }
    return outside ? outside : askew;
}

std::vector<DebugAccess> accesses_behind(const Warp& warp, std::uint32_t pc) {
    std::vector<DebugAccess> found;
    const Function& function = *warp.function;
    const Location& here = function.locations[pc];
    for (std::uint32_t at = pc + 1; at < function.code.size() && !is_control_flow(function.code[at].op); ++at) {
        const Location& place = function.locations[at];
        if (place.line != here.line && place.line != 0) break;
        for (const Touch& touch : touches_of(function.code[at]))
            if (found.size() < kMostValues && place.line != 0) found.push_back(access_at(place, touch, 0));
    }
    return found;
}

std::uint32_t lanes_that_write(const BlockRun& run, const Warp& warp, const Instruction& in, std::uint64_t address,
                               std::uint64_t wanted) {
    if (!writes_memory(in.op)) return 0;
    std::uint64_t bytes = access_bytes(in);
    const auto* starts = read_lanes<std::uint64_t>(run, warp, in.a);
    const std::uint64_t from = plain_address(address);
    std::uint32_t lanes = 0;
    for_each_lane(warp.mask, [&](int lane) {
        if (is_block_write(in.op) && (in.flags & kVariableSize)) bytes = read_lanes<std::uint64_t>(run, warp, in.c)[lane];
        const std::uint64_t start = plain_address(starts[lane]);
        if (start < from + wanted && from < start + bytes) lanes |= 1u << lane;
    });
    return lanes;
}

void AccessRecorder::note(const Warp& warp, const Instruction& in, std::uint64_t position) {
    settle();
    first_of_last_ = found_.size();
    warp_ = &warp;
    instruction_ = &in;
    pc_ = warp.pc;
    for_each_access(run_, warp, in, position, [&](Found found) {
        if (values_ && found_.size() < kMostValues) {
            Pending pending{.at = found_.size(), .addresses = found.addresses};
            DebugAccess& access = found.access;
            Declared declared;
            if (found.object) declared = declared_type(run_, types_, *found.object);
            std::optional<Part> part;
            for_each_lane(access.mask, [&](int lane) {  // lanes on different members have no type in common
                const auto i = static_cast<std::size_t>(lane);
                const std::uint64_t offset = found.object ? found.addresses[i] - found.object->base : 0;
                const Part here = part_at(run_.program, declared, offset, access.bytes);
                part = !part || *part == here ? here : Part{};
            });
            if (part) pending.type = part->type, pending.count = part->count;
            access.places.resize(kDebugLanes);
            for_each_lane(found.object ? access.mask : 0, [&](int lane) {
                const auto i = static_cast<std::size_t>(lane);
                access.places[i] =
                    place_text(run_, *found.object, declared.type, declared.is_element, found.addresses[i], access.bytes);
            });
            access.before = value_at(run_, warp, pending.type, pending.count, access.bytes, {found.addresses, access.mask});
            pending_.push_back(std::move(pending));
        }
        found_.push_back(std::move(found.access));
    });
}

void AccessRecorder::settle() {
    for (const Pending& pending : pending_) {
        DebugAccess& access = found_[pending.at];
        if (access.is_store)
            access.after = value_at(run_, *warp_, pending.type, pending.count, access.bytes, {pending.addresses, access.mask});
    }
    pending_.clear();
    warp_ = nullptr;
}

void AccessRecorder::fail(const Fault& fault) {
    pending_.clear();
    if (!warp_ || first_of_last_ == found_.size()) return;
    std::uint32_t lanes = faulting_lanes(run_, *warp_, *instruction_);
    if (fault.thread && warp_of_thread(run_.plan.shape, *fault.thread) == warp_->id)
        lanes |= 1u << (linear_thread(run_.plan.shape, {0, 0, 0}, *fault.thread) % kLanes);
    for (std::size_t i = first_of_last_; i < found_.size(); ++i) {
        DebugAccess& access = found_[i];
        access.faulting = access.mask & lanes;
        access.sectors = access.useful_bytes = access.wavefronts = access.conflicts = 0;
    }
    join_past_the_end();
    warp_ = nullptr;
}

// Lanes that miss an array belong to the access of those that hit it.
void AccessRecorder::join_past_the_end() {
    const auto first = found_.begin() + static_cast<std::ptrdiff_t>(first_of_last_);
    for (auto access = first; access != found_.end();) {
        if (!access->array.empty()) {
            ++access;
            continue;
        }
        const auto lane = static_cast<std::size_t>(std::countr_zero(access->mask));
        const auto near = object_near(run_, *warp_, access->addresses[lane]);
        if (!near || is_far(index_in(*near, access->addresses[lane]))) {
            ++access;
            continue;
        }
        const auto hit = std::find_if(first, found_.end(), [&](const DebugAccess& other) {
            return other.array == near->name && other.space == access->space && other.is_store == access->is_store;
        });
        DebugAccess& into = hit != found_.end() ? *hit : *access;
        for_each_lane(access->mask, [&](int each) {
            const auto i = static_cast<std::size_t>(each);
            into.addresses[i] = access->addresses[i];
            into.elements[i] = index_in(*near, access->addresses[i]);
        });
        if (hit == found_.end()) {
            into.array = near->name;
            into.element_bytes = static_cast<std::uint32_t>(near->element_bytes);
            ++access;
        } else {
            into.mask |= access->mask;
            into.faulting |= access->faulting;
            access = found_.erase(access);
        }
    }
}

std::vector<DebugAccess> AccessRecorder::take() {
    settle();
    return std::exchange(found_, {});
}

}  // namespace warpwise::simt
