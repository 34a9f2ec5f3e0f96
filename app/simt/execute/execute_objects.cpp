#include "simt/execute/execute_objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>

namespace warpwise::simt {
namespace {

constexpr std::uint64_t kNearBytes = std::uint64_t{1} << 40;  // a wrong offset stays this close to its space
constexpr std::uint64_t kSpaceBytes = kMostWindows * kWindowBytes;

struct Area {
    Space space;
    Symbol::Space symbols;
    std::uint64_t base, size;
    std::byte* host;
};

std::optional<Area> area_of(const BlockRun& run, Space space) {
    const LaunchPlan& plan = run.plan;
    switch (space) {
        case Space::shared: return Area{space, Symbol::Space::shared, kSharedBase, plan.shared_bytes, run.shared};
        case Space::constant: return Area{space, Symbol::Space::constant, kConstantBase, plan.constant_size, plan.constant_bytes};
        case Space::global: {
            const std::uint64_t size = run.program.global_image.size();
            return Area{space, Symbol::Space::global, kGlobalBase, size, size ? plan.memory.host(kGlobalBase, size) : nullptr};
        }
        default: return std::nullopt;
    }
}

// The window of its space that an address lies in or, before a window's start, was computed for.
std::uint64_t window_of(std::uint64_t space_base, std::uint64_t address) {
    return address < space_base ? 0 : (address - space_base + kWindowBytes / 2) / kWindowBytes;
}

// Where an object of a window begins, seen from an address: window 0 sees all of them by their plain offsets.
std::uint64_t base_seen_from(std::uint64_t address, std::uint64_t space_base, std::uint32_t window, std::uint64_t offset) {
    return space_base + (window_of(space_base, address) ? window * kWindowBytes : 0) + offset;
}

std::uint64_t size_of(const BlockRun& run, const Symbol& symbol) {
    return symbol.space == Symbol::Space::dynamic_shared ? run.plan.shared_bytes - symbol.offset : symbol.bytes;
}

// A variable with a fixed place, seen from an address of its area.
Object object_of(const BlockRun& run, const Area& area, const Symbol& symbol, std::uint64_t address) {
    return {area.space,           base_seen_from(address, area.base, symbol.window, symbol.offset),
            size_of(run, symbol), area.host ? area.host + symbol.offset : nullptr,
            symbol.name,          element_bytes_of(run.program, symbol.type),
            kNoArgument,          symbol.type};
}

bool in_area(const Area& area, const Symbol& symbol) {
    if (area.space == Space::global && symbol.window) return false;  // an allocation of its own
    return symbol.space == area.symbols || (area.space == Space::shared && symbol.space == Symbol::Space::dynamic_shared);
}

constexpr bool holds_bytes(std::uint64_t base, std::uint64_t size, std::uint64_t address, std::uint64_t bytes) {
    return address >= base && bytes <= size && address - base <= size - bytes;
}

// How far an address lies outside an object.
std::uint64_t distance(const Object& object, std::uint64_t address) {
    if (address < object.base) return object.base - address;
    return address - object.base < object.size ? 0 : address - object.base - object.size + 1;
}

// A structure that was passed to the kernel by value, where it does not write to it.
Object object_of(const BlockRun& run, const Area& area, const Parameter& parameter) {
    const std::uint64_t offset = run.plan.parameters_at + parameter.offset;
    const auto variable = std::ranges::find_if(run.plan.entry.variables, [&](const Variable& v) {
        return v.where == Variable::Where::indirect && v.place == parameter.slot;
    });
    const bool is_named = variable != run.plan.entry.variables.end();
    const std::uint32_t type = is_named ? variable->type : kNoIndex;
    return {area.space,
            area.base + offset,
            parameter.by_value_bytes,
            area.host + offset,
            is_named ? std::string_view(variable->name) : "a structure passed by value",
            element_bytes_of(run.program, type),
            kNoArgument,
            type};
}

std::optional<Object> nearest_symbol(const BlockRun& run, const Area& area, std::uint64_t address) {
    std::optional<Object> best;
    const auto take_nearer = [&](Object object) {
        if (!best || distance(object, address) < distance(*best, address)) best = std::move(object);
    };
    if (area.space == Space::constant)
        for (const Parameter& parameter : run.plan.entry.parameters)
            if (parameter.is_constant) take_nearer(object_of(run, area, parameter));
    for (const Symbol& symbol : run.program.symbols) {
        if (in_area(area, symbol)) take_nearer(object_of(run, area, symbol, address));
    }
    return best;
}

Object object_of(const BlockRun& run, const LocalObject& local, std::uint32_t base, std::uint64_t address) {
    return {Space::local, base_seen_from(address, kLocalBase, local.window, base + local.offset),
            local.bytes,  nullptr,
            local.name,   element_bytes_of(run.program, local.type),
            kNoArgument,  local.type};
}

// The functions of all calls that have not returned, the innermost first, and where their local memory begins.
template <typename F>
void for_each_call(const Warp& warp, F&& f) {
    f(*warp.function, warp.local_base);
    for (const CallFrame& call : warp.calls) f(*call.function, call.local_base);
}

// Local objects of all calls that have not returned, seen from an address.
template <typename F>
void for_each_local_object(const BlockRun& run, const Warp& warp, std::uint64_t address, F&& f) {
    for_each_call(warp, [&](const Function& function, std::uint32_t base) {
        for (const LocalObject& local : function.locals) f(object_of(run, local, base, address));
    });
}

// A function may have thousands of them (each call of printf has a buffer of its own), so this looks up the one before.
std::optional<Object> find_local(const BlockRun& run, const Warp& warp, std::uint64_t address, std::uint64_t bytes) {
    std::optional<Object> found;
    for_each_call(warp, [&](const Function& function, std::uint32_t base) {
        if (found || window_offset(address) < base) return;
        const LocalObject* local = last_from(function.locals, window_offset(address) - base, &LocalObject::offset);
        if (local == nullptr) return;
        Object object = object_of(run, *local, base, address);
        if (object.holds(address, bytes)) found = std::move(object);
    });
    return found;
}

}  // namespace

Space space_of(std::uint64_t address) {
    const auto near = [&](std::uint64_t base) { return address + kNearBytes >= base && address < base + kSpaceBytes + kNearBytes; };
    if (near(kSharedBase)) return Space::shared;
    if (near(kLocalBase)) return Space::local;
    if (near(kConstantBase)) return Space::constant;
    return address < kSharedBase ? Space::global : Space::none;
}

Space space_of_all(std::uint32_t mask, const std::uint64_t* address) {
    std::uint64_t first = ~std::uint64_t{0}, last = 0;
    for_each_lane(mask, [&](int lane) {
        first = std::min(first, address[lane]);
        last = std::max(last, address[lane]);
    });
    if (last < kSharedBase - kNearBytes) return Space::global;
    const auto in = [&](std::uint64_t base) { return first >= base && last < base + kSpaceBytes; };
    return in(kSharedBase) ? Space::shared : in(kLocalBase) ? Space::local : in(kConstantBase) ? Space::constant : Space::none;
}

std::uint64_t plain_address(std::uint64_t address) {
    const Space space = space_of(address);
    if (space == Space::global || space == Space::none) return address;
    const std::uint64_t base = space == Space::shared ? kSharedBase : space == Space::local ? kLocalBase : kConstantBase;
    return address - window_of(base, address) * kWindowBytes;
}

std::optional<Object> find_object(const BlockRun& run, const Warp& warp, std::uint64_t address, std::uint64_t bytes) {
    const Space space = space_of(address);
    if (space == Space::local) return find_local(run, warp, address, bytes);
    const std::optional<Area> area = area_of(run, space);
    if (!area) return std::nullopt;
    // Most global memory is arrays, and a program may have thousands of variables.
    const bool may_be_symbol = space != Space::global || holds_bytes(area->base, area->size, address, bytes);
    for (const Symbol& symbol : may_be_symbol ? std::span(run.program.symbols) : std::span<const Symbol>()) {
        if (!in_area(*area, symbol)) continue;
        const std::uint64_t base = base_seen_from(address, area->base, symbol.window, symbol.offset);
        if (holds_bytes(base, size_of(run, symbol), address, bytes)) return object_of(run, *area, symbol, address);
    }
    if (space == Space::constant) {  // string literals and tables without a name
        for (const Parameter& parameter : run.plan.entry.parameters) {
            const std::uint64_t base = area->base + run.plan.parameters_at + parameter.offset;
            if (parameter.is_constant && holds_bytes(base, parameter.by_value_bytes, address, bytes))
                return object_of(run, *area, parameter);
        }
        const Object whole{space, area->base, run.plan.parameters_at, area->host, "constant data"};
        return whole.holds(address, bytes) ? std::optional(whole) : std::nullopt;
    }
    if (space == Space::shared) return std::nullopt;
    const Allocation* allocation = run.plan.memory.find(address, bytes);
    if (!allocation || (area->size && allocation->base == kGlobalBase)) return std::nullopt;
    return Object{space,
                  allocation->base,
                  allocation->size,
                  allocation->host,
                  allocation->name,
                  allocation->element_bytes,
                  allocation->argument,
                  kNoIndex,
                  allocation};
}

std::optional<Object> object_near(const BlockRun& run, const Warp& warp, std::uint64_t address) {
    const Space space = space_of(address);
    if (space == Space::local) {
        std::optional<Object> best;
        for_each_local_object(run, warp, address, [&](Object object) {
            if (window_of(kLocalBase, object.base) != window_of(kLocalBase, address)) return;
            if (!best || distance(object, address) < distance(*best, address)) best = std::move(object);
        });
        return best;
    }
    const std::optional<Area> area = area_of(run, space);
    if (!area) return std::nullopt;
    if (space != Space::global) return nearest_symbol(run, *area, address);
    const Allocation* allocation = run.plan.memory.nearest(address);
    if (!allocation) return std::nullopt;
    if (allocation->base == kGlobalBase && area->size) return nearest_symbol(run, *area, address);
    return Object{Space::global,    allocation->base,          allocation->size,    allocation->host,
                  allocation->name, allocation->element_bytes, allocation->argument};
}

std::int64_t index_in(const Object& object, std::uint64_t address) {
    const auto offset = static_cast<std::int64_t>(address - object.base);
    const auto bytes = static_cast<std::int64_t>(std::max<std::size_t>(object.element_bytes, 1));
    return offset >= 0 ? offset / bytes : -((-offset + bytes - 1) / bytes);
}

std::string local_of_ended_call(const BlockRun& run, std::uint64_t address) {
    const std::uint64_t window = space_of(address) == Space::local ? window_of(kLocalBase, address) : 0;
    if (window == 0) return {};
    for (const Function& function : run.program.functions) {
        for (const LocalObject& local : function.locals) {
            if (local.window == window) return fmt::format("'{}', a local variable of '{}'", local.name, function.name);
        }
    }
    return {};
}

}  // namespace warpwise::simt
