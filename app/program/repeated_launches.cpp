#include "program/repeated_launches.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <utility>

namespace warpwise {
namespace {

constexpr std::size_t kMostKeptBytes = std::size_t{512} << 20;
constexpr double kBytesPerSecond = 4e9;  // that are read and hashed, at least
constexpr double kTimesAsLong = 2;       // as one look at the memory: what a launch must take, so that looking pays
constexpr int kMostInVain = 20;          // a computation that goes on and on repeats nothing
constexpr std::size_t kMostEarlier = 64;
constexpr std::size_t kMostKinds = 100'000;    // arguments that change with each launch make as many kinds
constexpr std::size_t kMostKnown = 1'000'000;  // pieces, those of freed memory included

template <typename T>
void append(std::string& to, const T& value) {
    to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

std::string RepeatedLaunches::key_of(const std::string& symbol, const LaunchShape& shape,
                                     const std::vector<simt::ArgumentBytes>& arguments) {
    std::string key = symbol;
    for (const Dim3& extent : {shape.grid, shape.block})
        for (const std::uint32_t n : {extent.x, extent.y, extent.z}) append(key, n);
    append(key, shape.dynamic_shared_bytes);
    for (const simt::ArgumentBytes& argument : arguments)
        key.append(reinterpret_cast<const char*>(argument.data()), argument.size());
    return key;
}

bool RepeatedLaunches::is_known(const LaunchBytes& part) const {
    const auto known = known_.find(part.name);
    return part.version != 0 && known != known_.end() && known->second.version == part.version &&
           known->second.content.bytes == part.bytes.size();
}

std::vector<RepeatedLaunches::Content> RepeatedLaunches::contents_of(std::span<const LaunchBytes> memory) {
    if (known_.size() > kMostKnown) known_.clear();
    std::vector<Content> out;
    for (const LaunchBytes& part : memory) {
        if (!is_known(part)) {
            const XXH128_hash_t hash = XXH3_128bits(part.bytes.data(), part.bytes.size());
            known_[part.name] = {part.version, {part.name, part.bytes.size(), part.is_set, hash.low64, hash.high64}};
        }
        out.push_back(known_[part.name].content);
        out.back().is_set = part.is_set;
    }
    return out;
}

const LaunchResult* RepeatedLaunches::repeat(const std::string& key, const LaunchMemory& memory_of,
                                             const simt::TextureTable& textures) {
    is_compared_ = false;
    const auto kind = kinds_.find(key);
    if (kind == kinds_.end() || kind->second.in_vain >= kMostInVain) return nullptr;
    const std::vector<LaunchBytes> memory = memory_of();
    std::size_t bytes = 0;  // to be read
    for (const LaunchBytes& part : memory)
        if (!is_known(part)) bytes += part.bytes.size();
    if (kind->second.seconds < kTimesAsLong * static_cast<double>(bytes) / kBytesPerSecond) return nullptr;
    found_ = {contents_of(memory), textures.textures};
    is_compared_ = true;
    const auto same = std::ranges::find(kind->second.earlier, found_, &Earlier::found);
    if (same == kind->second.earlier.end()) {
        ++kind->second.in_vain;
        return nullptr;
    }
    kind->second.in_vain = 0;
    for (const auto& [place, left, bytes_left] : same->left) {
        std::ranges::copy(bytes_left, memory[place].bytes.begin());
        known_[left.name].content = left;
    }
    return &same->result;
}

void RepeatedLaunches::remember(const std::string& key, const LaunchMemory& memory_of, const LaunchResult& result) {
    const bool is_compared = std::exchange(is_compared_, false);
    if (kinds_.size() >= kMostKinds && !kinds_.contains(key)) return;
    Kind& kind = kinds_[key];
    kind.seconds = result.seconds;
    if (!is_compared) return;
    const std::vector<LaunchBytes> memory = memory_of();
    // A variable that this launch was the first to use was not looked at before it.
    if (memory.size() != found_.memory.size() || kind.earlier.size() >= kMostEarlier) return;
    const std::vector<Content> left = contents_of(memory);
    Earlier earlier{std::move(found_), {}, result};
    std::size_t kept = 0;
    for (const simt::ArgumentWriters& array : result.outcome.writers) kept += array.writer.size() * sizeof array.writer[0];
    for (std::size_t i = 0; i < left.size(); ++i) {
        const Content& before = earlier.found.memory[i];
        if (left[i].name != before.name || left[i].bytes != before.bytes) return;
        if (left[i].low == before.low && left[i].high == before.high) continue;
        kept += memory[i].bytes.size();
        if (kept_bytes_ + kept > kMostKeptBytes) return;
        earlier.left.push_back({i, left[i], {memory[i].bytes.begin(), memory[i].bytes.end()}});
    }
    kept_bytes_ += kept;
    kind.earlier.push_back(std::move(earlier));
}

}  // namespace warpwise
