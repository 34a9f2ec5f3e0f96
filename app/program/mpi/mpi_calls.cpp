#include "program/mpi/mpi_calls.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string_view>
#include <thread>
#include <utility>

#include "program/mpi/call_log.h"
#include "program/mpi/rank_agreement.h"
#include "program/mpi/rank_board.h"
#include "program/mpi/rank_watch.h"

namespace warpwise {
namespace {

// Every argument of these functions is an integer or a pointer, whatever library it is: each is passed on as a word of 64 bits,
// some words too many, which the function does not read.
using Word = std::uint64_t;
constexpr std::size_t kWords = 12;
using Words = std::array<Word, kWords>;
using Function = int (*)(Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word);

// `post`: a message that another call waits for. `mark`: a level that the program gives to a tool that measures it.
enum class Kind { plain, mark, post, send, receive, exchange, probe, request, group, init, finalize };
// Where in the arguments something stands.
constexpr int kNone = -1;
struct Call {
    const char* name;
    Kind kind = Kind::plain;
    std::array<int, 2> buffers{kNone, kNone};
    int count = kNone, type = kNone, to = kNone, from = kNone, tag = kNone, comm = kNone;
    int status = kNone;  // of a receive
};

#define MPI_CALL(name, ...) {#name, __VA_ARGS__},
constexpr Call kCalls[] = {
#include "program/mpi/mpi_calls.inc"
};
#undef MPI_CALL
constexpr std::size_t kCallCount = std::size(kCalls);

struct Library {
    std::array<Function, kCallCount> functions{};
    int (*type_size)(Word, int*) = nullptr;
    void* handle = nullptr;
    int (*finalize)() = nullptr;
    Word world = 0;  // MPI_COMM_WORLD
    bool is_open_mpi = false;
    MpiOptions options;
    RankHost* host = nullptr;
    RankBoard* board = nullptr;
    CallLog log;
};
Library& library() {
    static auto* one = new Library;
    return *one;
}

int integer(const Words& words, int at) { return static_cast<int>(words[static_cast<std::size_t>(at)]); }

// A rank of MPI_COMM_WORLD; of another communicator it is not known.
int peer_of(const Words& words, const Call& call, int at) {
    if (at == kNone) return RankWait::kNobody;
    const int rank = integer(words, at);
    if (rank < 0) {
        const int any = library().is_open_mpi ? -1 : -2;  // MPI_ANY_SOURCE; the other one is MPI_PROC_NULL
        return rank == any ? RankWait::kAnyone : RankWait::kNobody;
    }
    Word comm = words[static_cast<std::size_t>(call.comm)];
    if (!library().is_open_mpi) comm &= 0xffff'ffff;
    return comm == library().world ? rank : RankWait::kUnknown;
}

RankWait wait_of(const Call& call, const Words& words, const CallPlace& place) {
    RankWait wait;
    std::strncpy(wait.call, call.name, sizeof wait.call - 1);
    std::strncpy(wait.file, place.file.c_str(), sizeof wait.file - 1);
    wait.line = place.line;
    wait.to = peer_of(words, call, call.to);
    wait.from = peer_of(words, call, call.from);
    if (call.tag != kNone) wait.tag = integer(words, call.tag);
    if (call.count != kNone) {
        int size = 0;
        library().type_size(words[static_cast<std::size_t>(call.type)], &size);
        wait.bytes =
            static_cast<std::uint64_t>(std::max(size, 0)) * static_cast<std::uint64_t>(std::max(integer(words, call.count), 0));
    }
    wait.is_of_request = call.kind == Kind::request;
    wait.is_in_group = call.kind == Kind::group || call.kind == Kind::finalize;
    return wait;
}

void tell_stuck(const std::vector<RankBoard::Seen>& ranks) {
    Library& mpi = library();
    const RankBoard::Seen& own = ranks[static_cast<std::size_t>(mpi.options.rank)];
    const bool is_told = is_stuck_itself(own);
    if (is_told) {
        const StuckText text = stuck_text(mpi.options.rank, ranks);
        mpi.host->finding("deadlock", {own.wait.file, own.wait.line}, text.message, text.hint);
    }
    std::fflush(stdout);
    mpi.log.tell(*mpi.host, true);
    mpi.host->end_told(is_told ? std::optional(1) : std::nullopt);
    // The first rank that ends makes mpirun end the others: not before all have told.
    ++mpi.board->told;
    constexpr int kMostLooks = 15;
    for (int i = 0; i < kMostLooks && mpi.board->told < mpi.options.ranks; ++i) std::this_thread::sleep_for(StuckSearch::kTick);
    _exit(is_told ? 1 : 0);
}

// That a rank computes for a long time may be right: the others say what they wait for.
struct LongWait {
    std::uint64_t number = 0, since = 0;
    bool is_said = false;
};
void say_long_wait(const std::vector<RankBoard::Seen>& ranks, LongWait& noted) {
    constexpr std::uint64_t kLong = 50;  // ticks: 10 seconds
    const int rank = library().options.rank;
    const RankBoard::Seen& own = ranks[static_cast<std::size_t>(rank)];
    if (own.state != RankBoard::State::waits || own.number != noted.number) {
        noted = {own.number, own.ticks, false};
        return;
    }
    const auto runs = std::ranges::find(ranks, RankBoard::State::runs, &RankBoard::Seen::state);
    if (noted.is_said || own.ticks - noted.since < kLong || runs == ranks.end()) return;
    noted.is_said = true;
    fmt::print(stderr, "{}: for 10 seconds so far. Rank {} is not in an MPI call. Ctrl+C ends all ranks.\n",
               text_of(rank, own, true), runs - ranks.begin());
}

void watch() {
    Library& mpi = library();
    StuckSearch search;
    LongWait noted;
    while (true) {
        std::this_thread::sleep_for(StuckSearch::kTick);
        mpi.board->tick(mpi.options.rank);
        mpi.log.tell(*mpi.host);
        std::vector<RankBoard::Seen> ranks;
        for (int rank = 0; rank < mpi.options.ranks; ++rank)
            if (const auto seen = mpi.board->look(rank)) ranks.push_back(*seen);
        if (std::cmp_less(ranks.size(), mpi.options.ranks)) continue;  // one is being changed
        say_long_wait(ranks, noted);
        if (mpi.board->is_stuck == 0 && search.look(ranks)) mpi.board->is_stuck = 1;
        if (mpi.board->is_stuck != 0) tell_stuck(ranks);
    }
}

void start_watch() {
    Library& mpi = library();
    if (mpi.options.board.empty() || mpi.board != nullptr) return;
    mpi.board = RankBoard::open(mpi.options.board, mpi.options.ranks);
    if (mpi.board == nullptr) return;
    mpi.board->leave(mpi.options.rank);
    std::thread(watch).detach();
}

// Ends all ranks where they differ in what must be the same. MPI ends as it should, so that rank 0 has the time to tell it.
void check_agreement(const CallPlace& place) {
    Library& mpi = library();
    if (mpi.options.ranks < 2) return;
    const RankAgreement agreement = agree_with_ranks(mpi.handle, mpi.world, mpi.is_open_mpi, mpi.options);
    if (agreement.clock_offset_s != 0)
        mpi.host->event({{"event", "mpi"}, {"calls", nlohmann::json::array()}, {"clock_offset_s", agreement.clock_offset_s}});
    if (!agreement.problem) return;
    mpi.host->finding("ranks_disagree", place, *agreement.problem, agreement.hint);
    if (mpi.finalize != nullptr) mpi.finalize();
    mpi.host->end_told(1);
    _exit(1);
}

// Of a receive from any rank: which one it was is in the status, which the program may not have asked for.
class SenderOfAny {
  public:
    SenderOfAny(const Call& call, Words& words, const RankWait& wait) {
        if (call.status == kNone || wait.from != RankWait::kAnyone) return;
        is_of_world_ = words[static_cast<std::size_t>(call.comm)] == library().world;
        Word& status = words[static_cast<std::size_t>(call.status)];
        constexpr Word kMostIgnored = 1;  // MPI_STATUS_IGNORE is 0 or 1
        if (status <= kMostIgnored) status = reinterpret_cast<Word>(own_.data());
        status_ = reinterpret_cast<const int*>(status);
    }
    int rank() const {
        if (status_ == nullptr) return RankWait::kAnyone;
        return is_of_world_ ? status_[library().is_open_mpi ? 0 : 2] : RankWait::kUnknown;
    }

  private:
    alignas(std::max_align_t) std::array<int, 16> own_{};
    const int* status_ = nullptr;
    bool is_of_world_ = false;
};

// In place of what a rank sends: as many zeros, which take no memory. What is sent and received in one place is set to zero.
void empty_message(const Call& call, Words& words, const RankWait& wait) {
    constexpr std::size_t most = std::size_t{4} << 30;
    static void* const zeros = mmap(nullptr, most, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (call.to == kNone || call.buffers[0] == kNone || zeros == MAP_FAILED) return;
    Word& sent = words[static_cast<std::size_t>(call.buffers[0])];
    const bool is_in_place = call.buffers[1] == kNone && call.from != kNone;
    if (is_in_place)
        std::memset(reinterpret_cast<void*>(sent), 0, wait.bytes);
    else if (wait.bytes < most)
        sent = reinterpret_cast<Word>(zeros);
}

int call_through(std::size_t which, Words words, void* return_address) {
    const Call& call = kCalls[which];
    Library& mpi = library();
    for (const int buffer : call.buffers) {
        if (buffer == kNone) continue;
        const bool is_only = call.buffers[1] == kNone;
        const bool is_received = is_only ? call.from != kNone || call.kind == Kind::group : buffer == call.buffers[1];
        Word& address = words[static_cast<std::size_t>(buffer)];
        address = mpi.host->readable(address, is_received);
    }
    if (call.kind == Kind::plain) return std::apply(mpi.functions[which], words);
    const RankWait wait = wait_of(call, words, mpi.host->place_of(return_address));
    if (call.kind == Kind::mark) mpi.host->mark(wait.tag);
    if (mpi.options.has_empty_messages) empty_message(call, words, wait);
    const bool waits = mpi.board != nullptr && call.kind != Kind::init && call.kind != Kind::post && call.kind != Kind::mark;
    if (waits) mpi.board->enter(mpi.options.rank, wait);
    SenderOfAny sender(call, words, wait);
    const std::size_t logged = mpi.log.begin(wait);
    const int result = std::apply(mpi.functions[which], words);
    mpi.log.end(logged, sender.rank());
    if (call.kind == Kind::init) {
        check_agreement(mpi.host->place_of(return_address));
        start_watch();
    }
    if (call.kind == Kind::finalize) mpi.log.tell(*mpi.host, true);
    if (waits && call.kind == Kind::finalize) {
        mpi.board->end(mpi.options.rank);
    } else if (waits) {
        mpi.board->leave(mpi.options.rank);
    }
    return result;
}

template <std::size_t which>
int forward(Word a, Word b, Word c, Word d, Word e, Word f, Word g, Word h, Word i, Word j, Word k, Word l) {
    return call_through(which, {a, b, c, d, e, f, g, h, i, j, k, l}, __builtin_return_address(0));
}

template <std::size_t... which>
std::vector<MpiFunction> all_functions(std::index_sequence<which...>) {
    return {{kCalls[which].name, reinterpret_cast<void*>(&forward<which>)}...};
}

}  // namespace

Result<std::vector<MpiFunction>> mpi_functions(const MpiOptions& options, RankHost& host) {
    Library& mpi = library();
    mpi.options = options;
    mpi.host = &host;
    void* handle = dlopen(options.library.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (handle == nullptr)
        return failure(fmt::format("the MPI library cannot be opened: {}", dlerror()),
                       "Install it: sudo apt install openmpi-bin libopenmpi-dev.");
    mpi.handle = handle;
    mpi.finalize = reinterpret_cast<int (*)()>(dlsym(handle, "PMPI_Finalize"));
    // Its data may have been moved into the program, which the library then uses too.
    void* world = dlsym(RTLD_DEFAULT, "ompi_mpi_comm_world");
    mpi.is_open_mpi = world != nullptr;
    constexpr Word kWorldOfMpich = 0x4400'0000;
    mpi.world = world ? reinterpret_cast<Word>(world) : kWorldOfMpich;
    mpi.type_size = reinterpret_cast<int (*)(Word, int*)>(dlsym(handle, "PMPI_Type_size"));
    if (mpi.type_size == nullptr) return failure(fmt::format("{} is not an MPI library", options.library.string()));
    std::vector<MpiFunction> out;
    std::size_t at = 0;
    for (const MpiFunction& function : all_functions(std::make_index_sequence<kCallCount>())) {
        const std::string own = "P" + std::string(function.name);
        mpi.functions[at] = reinterpret_cast<Function>(dlsym(handle, own.c_str()));
        if (mpi.functions[at++] != nullptr) out.push_back(function);
    }
    return out;
}

void enter_wait(const RankWait& wait) {
    Library& mpi = library();
    if (mpi.board != nullptr) mpi.board->enter(mpi.options.rank, wait);
}

void leave_wait() {
    Library& mpi = library();
    if (mpi.board != nullptr) mpi.board->leave(mpi.options.rank);
}

CallLog& log_of_calls() { return library().log; }

}  // namespace warpwise
