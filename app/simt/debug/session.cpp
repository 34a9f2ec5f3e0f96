#include "simt/debug/session.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "simt/code/bytecode_facts.h"
#include "simt/debug/inspect.h"
#include "simt/execute/execute_block.h"
#include "simt/execute/execute_endless.h"
#include "simt/execute/execute_launch.h"
#include "simt/execute/execute_objects.h"

namespace warpwise::simt {
namespace {

// Written since a checkpoint, with the shadow: to take that back and to write it again needs as long as 100,000 plain instructions.
constexpr std::size_t kMostUndoBytes = std::size_t{4} << 20;

ExecuteOptions options_of(const SessionOptions& settings) {
    return {.threads = 0,
            .trace = TraceLevel::full,
            .order = settings.order,
            .seed = settings.seed,
            .step_budget = settings.step_budget};
}

std::uint64_t linear_block(const LaunchPlan& plan, Dim3 block) {
    return block.x + plan.shape.grid.x * (block.y + std::uint64_t{plan.shape.grid.y} * block.z);
}

void mix(std::uint64_t& sum, const void* data, std::size_t bytes) {
    const std::string_view text(static_cast<const char*>(data), bytes);
    sum = (sum ^ std::hash<std::string_view>{}(text)) * 0x9e3779b97f4a7c15u + 1;
}

}  // namespace

Session::Session(std::shared_ptr<const Bytecode> program, const Function& entry, const LaunchShape& shape,
                 std::vector<ArgumentBytes> arguments, std::unique_ptr<Memory> memory, const SessionOptions& settings)
    : program_(std::move(program)),
      settings_(settings),
      arguments_(std::move(arguments)),
      memory_(std::move(memory)),
      options_(options_of(settings)),
      plan_(*program_, entry, shape, arguments_, *memory_, options_),
      run_(plan_, launch_),
      types_(*program_, entry, arguments_, *memory_),
      debug_types_(debug_types_of(*program_)) {}

Session::~Session() = default;

std::expected<std::unique_ptr<Session>, Fault> Session::open(std::shared_ptr<const Bytecode> program, const Function& entry,
                                                             const LaunchShape& shape, std::vector<ArgumentBytes> arguments,
                                                             std::unique_ptr<Memory> memory, const SessionOptions& settings,
                                                             const std::stop_token& stop) {
    const Dim3 grid = shape.grid, block = settings.block;
    if (block.x >= grid.x || block.y >= grid.y || block.z >= grid.z)
        return std::unexpected(Fault{.kind = FaultKind::launch_invalid,
                                     .message = "the launch has no block with this index",
                                     .hint = "Indices of blocks start at 0 and are smaller than the grid's dimensions."});
    std::unique_ptr<Session> session(
        new Session(std::move(program), entry, shape, std::move(arguments), std::move(memory), settings));
    if (auto fault = session->run_blocks_before(stop)) return std::unexpected(std::move(*fault));
    session->start();
    return session;
}

// Their places in the launch's intervals stay, so that a race with one of them is found.
std::optional<Fault> Session::run_blocks_before(const std::stop_token& stop) {
    run_.position = plan_.position_of(linear_block(plan_, settings_.block));
    if (settings_.before == BlocksBefore::all_run && run_.position > 0) {
        LaunchProgress before;
        options_.stop = stop;
        run_launch(plan_, before, run_.position);
        options_.stop = {};
        if (before.fault) return std::move(before.fault);
        if (before.cancelled) return Fault{.kind = FaultKind::launch_invalid, .message = "cancelled"};
        launch_.intervals = std::move(before.intervals);
    }
    launch_.intervals.emplace_back();
    run_.index = static_cast<std::uint32_t>(launch_.intervals.size() - 1);
    return std::nullopt;
}

void Session::start() {
    run_.undo = &undo_;
    run_.stepping = &stepping_;
    prepare_run(run_);
    start_block(run_);
    for (std::uint32_t i = 0; i < run_.warp_count; ++i) {
        Warp& warp = run_.warps[i];
        warp.written.assign(plan_.entry.frame_bytes / kUnitBytes, 0);
        for (const Parameter& parameter : plan_.entry.parameters) {
            warp.written[parameter.slot / kUnitBytes] = kAllLanes;
            if (parameter.wide || parameter.by_value_bytes) warp.written[parameter.slot / kUnitBytes + 1] = kAllLanes;
        }
    }
    keep_checkpoint();
}

bool Session::is_checkpoint_due() const {
    return position() - checkpoints_.back().position >= settings_.checkpoint_steps ||
           undo_.bytes_since_last_mark() >= kMostUndoBytes;
}

// Where to see whether one is due, or to stop for good.
std::uint64_t Session::next_stop(std::uint64_t last) const {
    const std::uint64_t due = checkpoints_.back().position + settings_.checkpoint_steps;
    return std::min({last, due, position() + std::max<std::uint64_t>(settings_.checkpoint_steps / 16, 1)});
}

void Session::keep_checkpoint() {
    const BlockImage* earlier = checkpoints_.empty() ? nullptr : &checkpoints_.back().image;
    BlockImage image = image_of(run_, earlier);
    undo_.mark();
    checkpoints_.push_back({position(), std::move(image)});
    thin_checkpoints();
}

std::size_t Session::checkpoint_bytes() const {
    std::size_t sum = undo_.bytes();
    const BlockImage* earlier = nullptr;
    for (const Checkpoint& checkpoint : checkpoints_) {
        sum += checkpoint.image.bytes(earlier);
        earlier = &checkpoint.image;
    }
    return sum;
}

// Of the older half every second goes when they need too much memory: they stay close behind where the block stands, and to go far
// back is one long replay, after which they are close there.
void Session::thin_checkpoints() {
    while (checkpoints_.size() > 4 && checkpoint_bytes() > settings_.checkpoint_bytes) {
        std::vector<std::size_t> dropped;
        std::deque<Checkpoint> left;
        for (std::size_t i = 0; i < checkpoints_.size(); ++i) {
            if (i % 2 == 1 && i <= checkpoints_.size() / 2) {
                dropped.push_back(i);
            } else {
                left.push_back(std::move(checkpoints_[i]));
            }
        }
        undo_.drop_marks(dropped);
        checkpoints_ = std::move(left);
    }
}

Session::Arrival Session::forward(std::uint64_t limit, const OnStatement& on_statement, const OnInstruction& on_instruction,
                                  const std::stop_token& stop) {
    bool stopped = false;
    pause_at_ = 0;
    stepping_.on_statement = [&](const Warp& warp) { return stopped = on_statement && on_statement(warp); };
    stepping_.on_instruction = watches_races_ ? watching_races(on_instruction) : on_instruction;
    for (;;) {
        if (stop.stop_requested()) return Arrival::cancelled;
        const bool ends_between = end_ && fault_ && !ends_in_instruction_;  // found once, by a search that a replay may not repeat
        const std::uint64_t last = ends_between ? std::min(limit, *end_) : limit;
        if (is_checkpoint_due()) keep_checkpoint();
        stepping_.stop_at = next_stop(last);
        const Advance advanced = advance_and_count();
        if (advanced == Advance::paused) {
            if (stopped || pause_at_ == position()) return Arrival::stopped;
            if (position() >= last) return last < limit ? Arrival::end : Arrival::limit;
            continue;
        }
        if (advanced == Advance::ended) {
            end_ = position();
            return Arrival::end;
        }
        ends_in_instruction_ = advanced == Advance::faulted;
        end_ = position() - (ends_in_instruction_ ? 1 : 0);
        fault_ = run_.fault;
        go_back_to(*end_);
        stepping_.on_statement = {};
        stepping_.on_instruction = {};
        return replay_to(*end_);
    }
}

Advance Session::advance_and_count() {
    const std::uint64_t before = position();
    const Advance advanced = advance(run_, {run_warp_stepping});
    executed_ += position() - before;
    return advanced;
}

// To a moment that was there before: nothing is asked for on the way.
Session::Arrival Session::replay_to(std::uint64_t limit) {
    while (position() < limit) {
        if (is_checkpoint_due()) keep_checkpoint();
        stepping_.stop_at = next_stop(limit);
        if (advance_and_count() != Advance::paused) break;
    }
    return Arrival::end;
}

void Session::go_back_to(std::uint64_t target) {
    while (checkpoints_.size() > 1 && checkpoints_.back().position > target) checkpoints_.pop_back();
    undo_.rewind(checkpoints_.size() - 1);
    put_back(checkpoints_.back().image);
}

void Session::put_back(const BlockImage& image) {
    restore(run_, image);
    go_on(run_);
}

Session::Arrival Session::go_to(std::uint64_t target, const std::stop_token& stop) {
    if (target < position()) go_back_to(target);
    return forward(target, {}, {}, stop);
}

bool Session::go_to(const Moment& moment, const std::stop_token& stop) {
    const auto is_there = [&](const Warp& warp) {
        return warp.id == moment.warp && warp.statement.is_new && warp.statement.begun == moment.begun;
    };
    const Arrival arrival = go_to(moment.position, stop);
    if (arrival == Arrival::cancelled) return false;
    if (is_there(run_.warps[moment.warp]) || !moment.is_statement) return true;
    return forward(~std::uint64_t{0}, is_there, {}, stop) == Arrival::stopped;
}

Session::Moment Session::here() const {
    const Statement& statement = run_.warps[chosen_].statement;
    return {position(), chosen_, statement.begun, statement.is_new};
}

std::vector<std::byte> Session::read(std::uint64_t address, std::uint64_t bytes) const {
    if (space_of(address) == Space::local) return {};  // of each thread its own
    const auto object = find_object(run_, run_.warps.front(), address, 1);
    if (!object || !object->host) return {};
    const std::uint64_t offset = address - object->base;
    return {object->host + offset, object->host + offset + std::min(object->size - offset, bytes)};
}

std::vector<std::byte> Session::read_in_thread(std::uint32_t thread, std::uint64_t address, std::uint64_t bytes) const {
    if (thread / kLanes >= run_.warp_count) return {};
    const Warp& warp = run_.warps[thread / kLanes];
    const int lane = static_cast<int>(thread % kLanes);
    std::vector<std::byte> found;
    while (found.size() < bytes) {
        const auto wanted = static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes - found.size(), 8));
        std::uint32_t count = wanted;
        auto bits = bits_at(run_, warp, address + found.size(), wanted, lane);
        if (!bits) bits = bits_at(run_, warp, address + found.size(), count = 1, lane);
        if (!bits) break;
        for (std::uint32_t i = 0; i < count; ++i) found.push_back(static_cast<std::byte>(*bits >> (8 * i)));
    }
    return found;
}

std::vector<Session::SharedArray> Session::shared_arrays() const {
    std::vector<SharedArray> arrays;
    for (const Symbol& symbol : program_->symbols) {
        const bool dynamic = symbol.space == Symbol::Space::dynamic_shared;
        if (symbol.space != Symbol::Space::shared && !dynamic) continue;
        SharedArray array{.name = symbol.name, .address = plain_address(address_of(symbol))};
        array.bytes = dynamic ? plan_.shared_bytes - program_->static_shared_bytes : symbol.bytes;
        if (const std::size_t bytes = element_bytes_of(*program_, symbol.type))
            array.element_bytes = static_cast<std::uint32_t>(bytes);
        arrays.push_back(std::move(array));
    }
    return arrays;
}

std::uint64_t Session::digest() const {
    std::uint64_t sum = position();
    for (const Allocation& allocation : memory_->allocations()) mix(sum, allocation.host, allocation.size);
    const BlockImage image = image_of(run_);
    mix(sum, image.shared.data(), image.shared.size());
    mix(sum, image.shared_init.data(), image.shared_init.size());
    for (const auto& shared : image.warps) {
        const WarpImage& warp = *shared;
        const std::uint64_t fields[] = {
            warp.mask,  warp.lanes,     warp.pc,           warp.join,        static_cast<std::uint64_t>(warp.status),
            warp.steps, warp.local_top, warp.stack.size(), warp.calls.size()};
        mix(sum, fields, sizeof fields);
        mix(sum, warp.registers.data(), warp.registers.size());
        mix(sum, warp.local.data(), warp.local.size());
    }
    return sum;
}

}  // namespace warpwise::simt
