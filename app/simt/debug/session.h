// One block of a launch under the debugger. It can stop anywhere. It goes back with images of the block at checkpoints, a log of
// writes to global memory, and a replay from the previous checkpoint. A replay is exact: what a block does depends only on its own
// state, and budgets count steps, never time.
#pragma once

#include <cstdint>
#include <deque>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/fault.h"
#include "debug/block_accesses.h"
#include "debug/debug_expression.h"
#include "debug/debug_state.h"
#include "simt/debug/accesses.h"
#include "simt/execute/block_image.h"
#include "simt/execute/execute_block.h"
#include "simt/execute/execute_step.h"
#include "simt/memory/undo_log.h"

namespace warpwise::simt {

struct SessionOptions {
    Dim3 block{0, 0, 0};  // index
    BlocksBefore before = BlocksBefore::not_run;
    BlockOrder order = BlockOrder::round_robin;  // ordinary runs have another one: docs/debugger.md says why
    std::uint64_t seed = 1;
    std::uint64_t step_budget = std::uint64_t{4} << 30;  // warp instructions of the block
    // Between checkpoints: a step back replays at most this many, twice. They are closer where much memory is written, and further
    // apart far behind the current position once they need too much memory.
    std::uint64_t checkpoint_steps = 100'000;
    std::uint64_t checkpoint_bytes = std::uint64_t{512} << 20;
};

class Session {
  public:
    // `memory` owns the launch's arrays: the session writes to them and undoes its writes. A Fault if the launch does not allow the
    // shape or a block before the chosen one faults.
    static std::expected<std::unique_ptr<Session>, Fault> open(std::shared_ptr<const Bytecode>, const Function& entry,
                                                               const LaunchShape&, std::vector<ArgumentBytes> arguments,
                                                               std::unique_ptr<Memory> memory, const SessionOptions&,
                                                               const std::stop_token&);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // A requested stop leaves the block where it is at that moment.
    DebugState run(const DebugCommand&, const std::stop_token&);
    // What the block does from its start, with 0 steps only its code; does not change the current position.
    DebugOverview overview(std::uint64_t most_steps, const std::stop_token&);
    // What the warps of the block access; does not change the current position either.
    DebugBlockAccesses accesses(const DebugAccessesWanted&, const std::stop_token&);

    const Memory& memory() const { return *memory_; }
    // Of global, shared or constant memory; fewer bytes where the object ends.
    std::vector<std::byte> read(std::uint64_t address, std::uint64_t bytes) const;
    // The same as a thread of the block sees it: its own local memory; fewer bytes where no thread has written.
    std::vector<std::byte> read_in_thread(std::uint32_t thread, std::uint64_t address, std::uint64_t bytes) const;
    struct SharedArray {
        std::string name;
        std::uint64_t address = 0, bytes = 0;
        std::uint32_t element_bytes = 1;
    };
    std::vector<SharedArray> shared_arrays() const;
    // Of everything that the block's future depends on: two moments with the same digest are in the same state.
    std::uint64_t digest() const;
    std::uint64_t position() const { return run_.warp_instructions; }
    // Warp instructions that it has run since it was opened, replays among them: what its commands cost.
    std::uint64_t executed() const { return executed_; }

  private:
    struct Checkpoint {  // the k-th is the k-th mark of undo_
        std::uint64_t position = 0;
        BlockImage image;
    };
    // Where something happened.
    struct Moment {
        std::uint64_t position = 0;
        std::uint32_t warp = 0;
        std::uint64_t begun = 0;   // statements that this warp had begun by then
        bool is_statement = true;  // ... and the last of them begins here
    };
    enum class Arrival { stopped, limit, end, cancelled };

    Session(std::shared_ptr<const Bytecode>, const Function& entry, const LaunchShape&, std::vector<ArgumentBytes>,
            std::unique_ptr<Memory>, const SessionOptions&);
    std::optional<Fault> run_blocks_before(const std::stop_token&);
    void start();

    // -- moving (session.cpp) --
    using OnStatement = std::function<bool(const Warp&)>;
    using OnInstruction = std::function<void(const Warp&, const Instruction&)>;
    // Runs until a statement stops it, `position` is reached, the block ends, or a stop is requested.
    Arrival forward(std::uint64_t position, const OnStatement&, const OnInstruction&, const std::stop_token&);
    void go_back_to(std::uint64_t position);                                        // to the last checkpoint that is not behind it
    void pause_after_this() { pause_at_ = stepping_.stop_at = stepping_.now + 1; }  // from an OnInstruction
    void put_back(const BlockImage&);
    Arrival replay_to(std::uint64_t position);
    Advance advance_and_count();
    Arrival go_to(std::uint64_t position, const std::stop_token&);
    bool go_to(const Moment&, const std::stop_token&);  // false: a stop was asked for
    Moment here() const;
    bool is_checkpoint_due() const;
    std::uint64_t next_stop(std::uint64_t last) const;
    void keep_checkpoint();
    void thin_checkpoints();
    std::size_t checkpoint_bytes() const;

    // -- commands (session_commands.cpp) --
    StopReason carry_out(const DebugCommand&, const std::stop_token&);
    StopReason first_statement(const std::stop_token&);
    StopReason step_instruction(const DebugCommand&, const std::stop_token&);
    StopReason step_line(const DebugCommand&, const std::stop_token&);
    StopReason run_to_line(int line, const std::stop_token&);
    StopReason run_to_barrier(const std::stop_token&);
    StopReason run_to_breakpoint(const DebugCommand&, const std::stop_token&);
    StopReason go_back(const DebugCommand&, const std::stop_token&);
    StopReason back_to_breakpoint(const DebugCommand&, const std::stop_token&);
    StopReason reason_of(Arrival, StopReason stopped) const;
    // What a warp had done by a moment.
    struct Progress {
        std::uint64_t steps = 0, begun = 0;
        bool operator==(const Progress&) const = default;
    };
    // What is looked for. Of an instruction, a warp whose it is says that the moment before it is wanted; `at_end` says so of the
    // moment after the last one, if that is one before which is searched.
    struct Wanted {
        OnStatement statement;
        std::function<std::optional<std::uint32_t>(const Warp&, const Instruction&)> instruction;
        std::function<std::optional<std::uint32_t>(bool is_before)> at_end;
        bool of_chosen = false;  // of that warp alone
    };
    std::optional<Moment> last_moment(std::uint64_t before, const Wanted&, const std::stop_token&);
    std::size_t depth_of(const Warp&) const;
    bool has_begun() const;

    // -- where it stops (session_stops.cpp) --
    bool hits(const DebugBreakpoint&, const Warp&);
    DebugExpression::Check check(const std::string& condition, const Warp&);
    DebugScope scope_of(const DebugState&, const Warp&) const;
    void note_breakpoint(const std::vector<DebugBreakpoint>&);
    OnInstruction watching_races(const OnInstruction& then);
    bool goes_before_race();

    // -- values (session_values.cpp) --
    std::vector<DebugAccess> accesses_at(std::uint64_t moment, bool values);
    std::optional<DebugWrite> last_write(const DebugBytes&, const std::stop_token&);
    bool is_between_statements() const;
    std::vector<DebugAccess> done_in_statement(bool values, const std::stop_token&);
    std::vector<DebugEvaluation> evaluate(const DebugState&, const std::vector<std::string>& expressions);
    const std::expected<DebugExpression, std::string>& parsed(const std::string& text);
    DebugReader reader() const;

    // -- telling (session_state.cpp) --
    static constexpr std::size_t kMostAccesses = 256;  // of one statement
    DebugState state(StopReason, const DebugCommand&, const std::stop_token&);
    void look_ahead(DebugState&, bool values);

    std::shared_ptr<const Bytecode> program_;
    SessionOptions settings_;
    std::vector<ArgumentBytes> arguments_;
    std::unique_ptr<Memory> memory_;
    ExecuteOptions options_;
    LaunchPlan plan_;
    LaunchProgress launch_;
    UndoLog undo_;
    Stepping stepping_;
    BlockRun run_;
    std::deque<Checkpoint> checkpoints_;
    // Known once the block has reached its end: the position of the end, and its fault, if any.
    std::optional<std::uint64_t> end_;
    std::optional<Fault> fault_;
    bool ends_in_instruction_ = false;
    std::uint64_t pause_at_ = 0, executed_ = 0;
    std::uint32_t chosen_ = 0;  // warp
    ArrayTypes types_;
    std::vector<DebugAccess> last_;  // of the statement that was stepped over
    // What a warp's statement had accessed by a position.
    struct DoneInStatement {
        std::uint64_t position = 0, begun = 0;
        std::uint32_t warp = 0;
        std::vector<DebugAccess> accesses;
    };
    std::optional<DoneInStatement> done_;
    std::optional<std::size_t> data_changed_;
    std::map<std::string, std::vector<std::string>> evaluated_;  // at the stop before: texts by lane
    std::vector<DebugValue> variables_;                          // at the stop before
    int breakpoint_ = 0;
    std::map<std::string, std::expected<DebugExpression, std::string>> expressions_;  // parsed
    const std::vector<DebugType> debug_types_;                                        // the program's
    std::size_t step_depth_ = 0;                                                      // of calls, where the last step began
    std::string condition_problem_;
    struct Condition {
        std::vector<std::string> names;
        bool is_told = false;  // that it has no value: it stops once for that
    };
    std::map<std::string, Condition> conditions_;  // of breakpoints
    // Of a command that stops at races. A race is found by the instruction before `race_seen_`.
    bool watches_races_ = false;
    std::uint64_t race_seen_ = 0, race_told_ = 0;
    std::uint32_t last_warp_ = 0, race_warp_ = 0;
    std::optional<Fault> race_;
};

}  // namespace warpwise::simt
