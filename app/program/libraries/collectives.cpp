#include "program/libraries/collectives.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace warpwise {
namespace {

constexpr CollectiveType kTypes[] = {
    {"char", 1}, {"unsigned char", 1}, {"int", 4},    {"unsigned", 4}, {"long long", 8}, {"unsigned long long", 8},
    {"half", 2}, {"float", 4},         {"double", 8}, {"bfloat16", 2}};

// How a type is computed with: halves as float.
template <typename T>
struct Plain {
    using Number = T;
    using Computed = T;
    static Computed read(T value) { return value; }
    static T written(Computed value) { return value; }
};
struct Half {
    using Number = _Float16;
    using Computed = float;
    static float read(_Float16 value) { return static_cast<float>(value); }
    static _Float16 written(float value) { return static_cast<_Float16>(value); }
};
struct Bfloat16 {
    using Number = std::uint16_t;
    using Computed = float;
    static float read(std::uint16_t value) { return std::bit_cast<float>(std::uint32_t{value} << 16); }
    static std::uint16_t written(float value) {
        const auto bits = std::bit_cast<std::uint32_t>(value);
        if (value != value) return 0x7fff;
        return static_cast<std::uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);  // to the nearest, ties to even
    }
};

template <typename Type>
void reduce_as(const std::vector<const std::byte*>& from, std::byte* to, std::size_t count, ncclRedOp_t op) {
    using Number = typename Type::Number;
    using Computed = typename Type::Computed;
    const auto combined = [op](Computed a, Computed b) -> Computed {
        switch (op) {
            case ncclProd: return static_cast<Computed>(a * b);
            case ncclMax: return std::max(a, b);
            case ncclMin: return std::min(a, b);
            default: return static_cast<Computed>(a + b);
        }
    };
    for (std::size_t i = 0; i < count; ++i) {
        const auto element = [&](std::size_t rank) {
            Number value;
            std::memcpy(&value, from[rank] + i * sizeof value, sizeof value);
            return Type::read(value);
        };
        Computed all = element(0);
        for (std::size_t rank = 1; rank < from.size(); ++rank) all = combined(all, element(rank));
        if (op == ncclAvg) all = static_cast<Computed>(all / static_cast<Computed>(from.size()));
        const Number out = Type::written(all);
        std::memcpy(to + i * sizeof out, &out, sizeof out);
    }
}

std::string sized(const Collective& one) { return fmt::format("{} elements of {}", one.count, type_of(one.type)->name); }

// Work that all take part in: each stream comes after the others' earlier work, and before their later work.
void order_among(Runtime& runtime, const std::vector<StreamOrder::Stream>& streams) {
    std::vector<StreamOrder::Moment> moments;
    for (const StreamOrder::Stream stream : streams) moments.push_back(runtime.order.record(stream));
    for (const StreamOrder::Stream stream : streams)
        for (std::size_t i = 0; i < streams.size(); ++i)
            if (streams[i] != stream) runtime.order.wait(stream, moments[i]);
}

// While one lives, work is that of one rank.
class WorkOf {
  public:
    WorkOf(Runtime& runtime, const Collective& one)
        : runtime_(runtime), before_(std::exchange(runtime.working_stream, one.stream)) {
        runtime.begin_work();
    }
    ~WorkOf() { runtime_.working_stream = before_; }
    WorkOf(const WorkOf&) = delete;

  private:
    Runtime& runtime_;
    StreamOrder::Stream before_;
};

// The bytes of one rank's array, which must be memory of its GPU.
std::byte* array(Runtime& runtime, const Collective& one, const void* pointer, std::size_t elements, const char* what,
                 Touch touch) {
    const WorkOf work(runtime, one);
    return one.call.device_array(pointer, elements * type_of(one.type)->bytes, what, touch);
}

void finish(Collective& one, ncclResult_t result) {
    one.result = result;
    one.is_done = true;
}

}  // namespace

const CollectiveType* type_of(ncclDataType_t type) {
    const auto index = static_cast<std::size_t>(type);
    return index < std::size(kTypes) ? &kTypes[index] : nullptr;
}

void reduce(const std::vector<const std::byte*>& from, std::byte* to, std::size_t count, ncclDataType_t type, ncclRedOp_t op) {
    switch (type) {
        case ncclInt8: return reduce_as<Plain<std::int8_t>>(from, to, count, op);
        case ncclUint8: return reduce_as<Plain<std::uint8_t>>(from, to, count, op);
        case ncclInt32: return reduce_as<Plain<std::int32_t>>(from, to, count, op);
        case ncclUint32: return reduce_as<Plain<std::uint32_t>>(from, to, count, op);
        case ncclInt64: return reduce_as<Plain<std::int64_t>>(from, to, count, op);
        case ncclUint64: return reduce_as<Plain<std::uint64_t>>(from, to, count, op);
        case ncclFloat16: return reduce_as<Half>(from, to, count, op);
        case ncclFloat32: return reduce_as<Plain<float>>(from, to, count, op);
        case ncclFloat64: return reduce_as<Plain<double>>(from, to, count, op);
        case ncclBfloat16: return reduce_as<Bfloat16>(from, to, count, op);
        default: return;
    }
}

void Clique::add(const std::shared_ptr<Collective>& one) {
    const int rank = one->comm->rank;
    switch (one->kind) {
        case Collective::Kind::send: sends[{rank, one->root}].push_back(one); return;
        case Collective::Kind::receive: receives[{one->root, rank}].push_back(one); return;
        default: collectives.resize(static_cast<std::size_t>(ranks)); collectives[static_cast<std::size_t>(rank)].push_back(one);
    }
}

void Clique::forget(const Collective& one) {
    const auto is_it = [&](const std::shared_ptr<Collective>& each) { return each.get() == &one; };
    for (auto& queue : collectives) std::erase_if(queue, is_it);
    for (auto* all : {&sends, &receives})
        for (auto& [ends, queue] : *all) std::erase_if(queue, is_it);
}

void Clique::advance() {
    const auto is_ready = [&] {
        return static_cast<int>(collectives.size()) == ranks &&
               std::ranges::none_of(collectives, [](const auto& queue) { return queue.empty(); });
    };
    while (is_ready()) {
        std::vector<std::shared_ptr<Collective>> together;
        for (auto& queue : collectives) {
            together.push_back(queue.front());
            queue.pop_front();
        }
        perform(together);
    }
    for (auto& [ends, queue] : sends) {
        auto& other = receives[ends];
        while (!queue.empty() && !other.empty()) {
            const auto send = queue.front(), receive = other.front();
            queue.pop_front();
            other.pop_front();
            pass(*send, *receive);
        }
    }
}

std::string Clique::missing_for(const Collective& one) const {
    if (one.kind == Collective::Kind::send) return fmt::format("rank {} calls no ncclRecv for it", one.root);
    if (one.kind == Collective::Kind::receive) return fmt::format("rank {} calls no ncclSend for it", one.root);
    std::vector<int> missing;
    for (int rank = 0; rank < ranks; ++rank)
        if (collectives[static_cast<std::size_t>(rank)].empty()) missing.push_back(rank);
    return fmt::format(
        "{} {} not call it",
        missing.size() == 1 ? fmt::format("rank {}", missing.front()) : fmt::format("ranks {}", fmt::join(missing, ", ")),
        missing.size() == 1 ? "does" : "do");
}

// All ranks must ask for the same.
bool Clique::agree(const std::vector<std::shared_ptr<Collective>>& together) {
    const Collective& first = *together.front();
    for (const auto& each : together) {
        const bool has_root = first.kind == Collective::Kind::reduce || first.kind == Collective::Kind::broadcast;
        if (each->kind == first.kind && each->count == first.count && each->type == first.type && each->op == first.op &&
            (!has_root || each->root == first.root))
            continue;
        const auto told = [&](const Collective& one) {
            return fmt::format("{} with {}{}", one.call.name, sized(one), has_root ? fmt::format(" and root {}", one.root) : "");
        };
        const bool is_same_text = told(*each) == told(first);
        Runtime::instance().tell(
            "ranks_disagree", each->call.place,
            fmt::format("rank {} calls {}, but rank {} calls {} (line {}){}", each->comm->rank, told(*each), first.comm->rank,
                        told(first), first.call.place.line, is_same_text ? ", with another operation" : ""),
            "All ranks of a communicator must make the same calls in the same order, with the same count, type and "
            "operation. On a GPU, the program would hang or compute garbage.");
        return false;
    }
    return true;
}

void Clique::perform(const std::vector<std::shared_ptr<Collective>>& together) {
    Runtime& runtime = Runtime::instance();
    const auto give_up = [&](ncclResult_t result) {
        for (const auto& each : together) finish(*each, result);
        is_broken = true;
    };
    if (!agree(together)) return give_up(ncclInvalidUsage);
    const Collective& first = *together.front();
    const std::size_t count = first.count, size = type_of(first.type)->bytes, all = static_cast<std::size_t>(ranks);
    const bool gathers = first.kind == Collective::Kind::all_gather, scatters = first.kind == Collective::Kind::reduce_scatter;
    std::vector<StreamOrder::Stream> streams;
    for (const auto& each : together) streams.push_back(each->stream);
    order_among(runtime, streams);
    std::vector<const std::byte*> from;
    std::vector<std::byte*> to;
    for (const auto& each : together) {
        const bool is_root = each->comm->rank == each->root;
        const bool sends_any = first.kind != Collective::Kind::broadcast || is_root;
        const bool receives_any = first.kind != Collective::Kind::reduce || is_root;
        from.push_back(sends_any
                           ? array(runtime, *each, each->send, scatters ? count * all : count, "the send buffer", Touch::reads)
                           : nullptr);
        to.push_back(receives_any
                         ? array(runtime, *each, each->receive, gathers ? count * all : count, "the receive buffer", Touch::writes)
                         : nullptr);
        if ((sends_any && from.back() == nullptr) || (receives_any && to.back() == nullptr)) return give_up(ncclUnhandledCudaError);
    }
    std::vector<std::byte> made(gathers || scatters ? count * size * all : count * size);
    switch (first.kind) {
        case Collective::Kind::all_gather:
            for (std::size_t rank = 0; rank < all; ++rank) std::memcpy(made.data() + rank * count * size, from[rank], count * size);
            break;
        case Collective::Kind::broadcast: std::memcpy(made.data(), from[static_cast<std::size_t>(first.root)], count * size); break;
        default: reduce(from, made.data(), scatters ? count * all : count, first.type, first.op);
    }
    for (std::size_t rank = 0; rank < all; ++rank)
        if (to[rank] != nullptr)
            std::memcpy(to[rank], made.data() + (scatters ? rank * count * size : 0), gathers ? made.size() : count * size);
    runtime.heap.note_all_written();
    order_among(runtime, streams);
    for (const auto& each : together) {
        each->call.report(fmt::format("{}, rank {} of {}", sized(*each), each->comm->rank, ranks));
        finish(*each, ncclSuccess);
    }
}

void Clique::pass(Collective& send, Collective& receive) {
    Runtime& runtime = Runtime::instance();
    const auto give_up = [&](ncclResult_t result) {
        finish(send, result);
        finish(receive, result);
        is_broken = true;
    };
    if (send.count != receive.count || send.type != receive.type) {
        runtime.tell("ranks_disagree", receive.call.place,
                     fmt::format("rank {} receives {}, but rank {} sends {} (line {})", receive.comm->rank, sized(receive),
                                 send.comm->rank, sized(send), send.call.place.line),
                     "Give ncclSend() and the ncclRecv() that belongs to it the same count and type.");
        return give_up(ncclInvalidUsage);
    }
    order_among(runtime, {send.stream, receive.stream});
    const std::byte* from = array(runtime, send, send.send, send.count, "the send buffer", Touch::reads);
    std::byte* to =
        from == nullptr ? nullptr : array(runtime, receive, receive.receive, receive.count, "the receive buffer", Touch::writes);
    if (to == nullptr) return give_up(ncclUnhandledCudaError);
    std::memmove(to, from, send.count * type_of(send.type)->bytes);
    runtime.heap.note_all_written();
    order_among(runtime, {send.stream, receive.stream});
    for (Collective* each : {&send, &receive}) {
        each->call.report(fmt::format("{}, rank {} to {}", sized(*each), send.comm->rank, receive.comm->rank));
        finish(*each, ncclSuccess);
    }
}

}  // namespace warpwise
