#include "program/runtime/repeated_launches.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <utility>

namespace warpwise {
namespace {

using simt::MemoryUse;

constexpr std::size_t kPiece = std::size_t{1} << 20;  // that is compared and kept as a whole
constexpr std::size_t kMostKeptBytes = std::size_t{512} << 20;
constexpr std::size_t kBytesOfResult = std::size_t{4} << 10;  // about
constexpr std::uint64_t kTimesAsMuch = 2;              // as one look at the memory: what a launch must be, so that looking pays
constexpr std::size_t kSmall = std::size_t{64} << 10;  // is read before each launch,
constexpr std::size_t kMostSmall = 4 * kSmall;         // all of it together
constexpr int kMostInVain = 20;                        // a computation that goes on and on repeats nothing
constexpr std::size_t kMostEarlier = 64;
constexpr std::size_t kMostKinds = 100'000;  // arguments that change with each launch make as many kinds
constexpr std::size_t kMostKnown = 100'000;  // freed memory included

template <typename T>
void append(std::string& to, const T& value) {
    to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

bool is_read(MemoryUse use) { return use == MemoryUse::read || use == MemoryUse::both; }
bool is_written(MemoryUse use) { return use == MemoryUse::written || use == MemoryUse::both; }

}  // namespace

bool LaunchResult::stays_inside() const {
    const auto is_outside = [](const Fault& fault) { return fault.kind == FaultKind::out_of_bounds; };
    return !outcome.fault && std::ranges::none_of(outcome.passed_over, is_outside);
}

std::string RepeatedLaunches::key_of(const std::string& symbol, const LaunchShape& shape, bool is_cooperative,
                                     const std::vector<simt::ArgumentBytes>& arguments) {
    std::string key = symbol;
    for (const Dim3& extent : {shape.grid, shape.block})
        for (const std::uint32_t n : {extent.x, extent.y, extent.z}) append(key, n);
    append(key, shape.dynamic_shared_bytes);
    append(key, is_cooperative ? 1u : 0u);
    for (const simt::ArgumentBytes& argument : arguments)
        key.append(reinterpret_cast<const char*>(argument.data()), argument.size());
    return key;
}

RepeatedLaunches::Memory RepeatedLaunches::listed(const LaunchMemory& memory) {
    Memory out = memory.list();
    if (!std::ranges::is_sorted(out, {}, &LaunchBytes::name)) std::ranges::sort(out, {}, &LaunchBytes::name);
    return out;
}

const LaunchBytes* RepeatedLaunches::part_of(const Memory& memory, std::uint64_t name) {
    const auto at = std::ranges::lower_bound(memory, name, {}, &LaunchBytes::name);
    return at != memory.end() && at->name == name ? &*at : nullptr;
}

RepeatedLaunches::State* RepeatedLaunches::found(std::uint64_t name) {
    const auto at = std::ranges::lower_bound(found_, name, {}, &Found::name);
    return at != found_.end() && at->name == name ? &at->state : nullptr;
}

// Memory whose version did not change since it was read last is not read again.
void RepeatedLaunches::read(const LaunchBytes& part, State& state) {
    if (!state.hashes.empty()) return;
    const auto known = known_.find(part.name);
    if (known != known_.end() && part.version != 0 && known->second.version == part.version) {
        state.hashes = known->second.hashes;
        return;
    }
    for (std::size_t at = 0; at < part.bytes.size(); at += kPiece) {
        const XXH128_hash_t hash = XXH3_128bits(part.bytes.data() + at, std::min(kPiece, part.bytes.size() - at));
        state.hashes.push_back({hash.low64, hash.high64});
    }
    if (known_.size() > kMostKnown) known_.clear();
    known_[part.name] = state;
}

std::uint64_t RepeatedLaunches::bytes_to_read(const Memory& memory, const Kind& kind) const {
    std::uint64_t bytes = 0;
    for (const std::uint64_t name : kind.needed) {
        const LaunchBytes* part = part_of(memory, name);
        if (part == nullptr) continue;
        const auto known = known_.find(name);
        const bool is_known = part->version != 0 && known != known_.end() && known->second.version == part->version;
        if (!is_known) bytes += part->bytes.size();
    }
    return bytes;
}

// What the launch that comes now finds, beside what an earlier one found and what that one left.
RepeatedLaunches::Likeness RepeatedLaunches::compare(const Part& part, const Memory& memory) {
    const LaunchBytes* now = part_of(memory, part.name);
    if (now == nullptr || now->bytes.size() != part.bytes) return Likeness::none;
    const State& found = *this->found(part.name);
    const auto is_same = [&](const State& state) {
        return (found.version != 0 && found.version == state.version) || (!found.hashes.empty() && found.hashes == state.hashes);
    };
    // What was only written may be as the earlier launch left it: it would be written again.
    if (!is_read(part.use) && is_same(part.after)) return Likeness::after;
    if (is_read(part.use) && found.is_set != part.before.is_set) return Likeness::none;
    if (!is_same(part.before)) return Likeness::none;
    if (!is_written(part.use) || is_same(part.after)) return Likeness::after;
    const bool can_be_restored = !part.before.hashes.empty() && !part.after.hashes.empty();
    return can_be_restored ? Likeness::before : Likeness::none;
}

void RepeatedLaunches::restore(const Part& part, const LaunchBytes& now, const LaunchMemory& memory) {
    for (const Piece& piece : part.left)
        std::ranges::copy(piece.bytes, now.bytes.begin() + static_cast<std::ptrdiff_t>(piece.offset));
    known_[part.name] = {memory.replaced(part.name), true, part.after.hashes};
}

const LaunchResult* RepeatedLaunches::find(Kind& kind, const Memory& memory, const simt::TextureTable& textures,
                                           const LaunchMemory& launch) {
    for (std::size_t i = kind.earlier.size(); i-- > 0;) {
        const Earlier& earlier = kind.earlier[i];
        if (earlier.textures != textures.textures) continue;
        std::vector<const Part*> to_restore;
        const bool is_same = std::ranges::all_of(earlier.parts, [&](const Part& part) {
            const Likeness likeness = compare(part, memory);
            if (likeness == Likeness::before) to_restore.push_back(&part);
            return likeness != Likeness::none;
        });
        if (!is_same) continue;
        for (const Part* part : to_restore) restore(*part, *part_of(memory, part->name), launch);
        return &earlier.result;
    }
    return nullptr;
}

void RepeatedLaunches::look(const LaunchMemory& launch) { look(listed(launch)); }

void RepeatedLaunches::look(const Memory& memory) {
    found_.clear();
    std::size_t small = 0;
    for (const LaunchBytes& part : memory) {
        State& state = found_.emplace_back(part.name, State{part.version, part.is_set, {}}).state;
        if (part.bytes.size() > kSmall || small + part.bytes.size() > kMostSmall) continue;
        small += part.bytes.size();
        read(part, state);
    }
}

const LaunchResult* RepeatedLaunches::repeat(const std::string& key, const LaunchMemory& launch,
                                             const simt::TextureTable& textures) {
    const Memory memory = listed(launch);
    look(memory);
    const auto known = kinds_.find(key);
    if (known == kinds_.end()) return nullptr;
    Kind& kind = known->second;
    const LaunchResult* earlier = find(kind, memory, textures, launch);
    if (earlier == nullptr && kind.in_vain < kMostInVain && kind.bytes_of_work >= kTimesAsMuch * bytes_to_read(memory, kind)) {
        for (const std::uint64_t name : kind.needed)
            if (const LaunchBytes* part = part_of(memory, name)) read(*part, *found(name));
        earlier = find(kind, memory, textures, launch);
        kind.in_vain = earlier ? 0 : kind.in_vain + 1;
    }
    return earlier;
}

// The states of a part that the launch has touched. False: a launch that finds the part again cannot tell whether it is the same.
bool RepeatedLaunches::complete(Part& part, const LaunchBytes& now, bool is_read_now) {
    part.after = {now.version, now.is_set, {}};
    if (is_read_now || !part.before.hashes.empty()) read(now, part.after);
    if (!is_written(part.use) && part.before.hashes.empty()) part.before.hashes = part.after.hashes;
    const bool knows_before = part.before.version != 0 || !part.before.hashes.empty();
    const bool knows_after = part.after.version != 0 || !part.after.hashes.empty();
    if (!part.before.hashes.empty() && is_written(part.use))
        for (std::size_t i = 0; i < part.after.hashes.size(); ++i) {
            if (part.after.hashes[i] == part.before.hashes[i]) continue;
            const auto bytes = now.bytes.subspan(i * kPiece, std::min(kPiece, now.bytes.size() - i * kPiece));
            part.left.push_back({i * kPiece, {bytes.begin(), bytes.end()}});
        }
    // What is both read and written has another version afterwards: only a hash can find it as it was.
    if (part.use == MemoryUse::both) return !part.before.hashes.empty();
    return is_read(part.use) ? knows_before : knows_before || knows_after;
}

void RepeatedLaunches::remember(const std::string& key, const LaunchMemory& launch, const LaunchResult& result) {
    if (kinds_.size() >= kMostKinds && !kinds_.contains(key)) return;
    const Memory memory = listed(launch);
    Kind& kind = kinds_[key];
    kind.bytes_of_work = result.bytes_of_work;
    std::vector<std::pair<Part, const LaunchBytes*>> touched;
    const auto touch = [&](const LaunchBytes& part, MemoryUse use) {
        kind.needed.insert(part.name);
        touched.emplace_back(Part{.name = part.name, .bytes = part.bytes.size(), .use = use}, &part);
    };
    for (const auto& [name, use] : result.uses)
        if (const LaunchBytes* part = part_of(memory, name); part && !part->is_variable) touch(*part, use);
    for (const LaunchBytes& part : memory)
        if (part.is_variable) touch(part, MemoryUse::both);
    const bool pays = result.bytes_of_work >= kTimesAsMuch * bytes_to_read(memory, kind) && kind.in_vain < kMostInVain;
    Earlier earlier{.kept_bytes = kBytesOfResult, .is_hashed = true};
    for (auto& [part, now] : touched) {
        State* before = found(part.name);
        if (before == nullptr) return;
        part.before = std::move(*before);
        earlier.is_hashed &= !part.before.hashes.empty();
        if (!complete(part, *now, pays)) return;
        for (const Piece& piece : part.left) earlier.kept_bytes += piece.bytes.size();
        earlier.parts.push_back(std::move(part));
    }
    for (const simt::ArgumentWriters& array : result.outcome.writers)
        earlier.kept_bytes += array.writer.size() * sizeof array.writer[0];
    // Of those whose memory was not read before, the last one is enough.
    if (!earlier.is_hashed)
        std::erase_if(kind.earlier, [&](const Earlier& other) {
            if (!other.is_hashed) kept_bytes_ -= other.kept_bytes;
            return !other.is_hashed;
        });
    if (kind.earlier.size() >= kMostEarlier || kept_bytes_ + earlier.kept_bytes > kMostKeptBytes) return;
    kept_bytes_ += earlier.kept_bytes;
    earlier.result = result;
    kind.earlier.push_back(std::move(earlier));
}

}  // namespace warpwise
