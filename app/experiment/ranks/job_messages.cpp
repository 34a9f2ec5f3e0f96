#include "experiment/ranks/job_messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "experiment/ranks/job_words.h"

namespace warpwise {
namespace {

// Beside + and ->: "x + (rank + 1)" keeps its meaning without brackets.
std::string offset(const std::string& array, const std::string& first) {
    if (first == "0") return array;
    const bool is_simple = first.find_first_of("?<>=&|-") == std::string::npos;
    return is_simple ? array + " + " + first : fmt::format("{} + ({})", array, first);
}

// The events of messages that NCCL brings.
constexpr auto kMoments = std::to_array<const char*>({"ready", "begins", "arrived"});

bool is_one_factor(const std::string& text) { return text.find_first_of("+-?<>=&| ") == std::string::npos; }

// `where`: "" for arrays of the host, "d_" for those of the GPU.
std::string mpi_text(const JobMessage& message, const std::string& where) {
    const RankStage& stage = message.stage;
    const std::string data = offset(where + stage.array, message.first), into = offset(where + stage.into, message.into_first),
                      what = fmt::format("{}, {}", message.count, *mpi_type_of(message.dtype));
    const std::string &to = message.to, &from = message.from, &root = message.root;
    if (stage.starts_messages()) {
        const auto call = [&](const char* name, const std::string& array, const std::string& other) {
            return fmt::format("{0}({1}, {2}, {3}, 0, MPI_COMM_WORLD, &{4}_requests[{4}_started++]);\n", name, array, what, other,
                               stage.under_way);
        };
        // The receive first: what comes has its place.
        return (message.receives() ? call("MPI_Irecv", stage.into.empty() ? data : into, from) : "") +
               (message.sends() ? call("MPI_Isend", data, to) : "");
    }
    if (stage.action == "send") return fmt::format("MPI_Send({}, {}, {}, 0, MPI_COMM_WORLD);\n", data, what, to);
    if (stage.action == "receive")
        return fmt::format("MPI_Recv({}, {}, {}, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n", data, what, from);
    if (stage.action == "exchange")
        return fmt::format("MPI_Sendrecv({}, {}, {}, 0, {}, {}, {}, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n", data, what, to, into,
                           what, from);
    if (stage.action == "broadcast") return fmt::format("MPI_Bcast({}, {}, {}, MPI_COMM_WORLD);\n", data, what, root);
    if (stage.action == "gather")
        return root.empty() ? fmt::format("MPI_Allgather({}, {}, {}, {}, MPI_COMM_WORLD);\n", data, what, into, what)
                            : fmt::format("MPI_Gather({}, {}, {}, {}, {}, MPI_COMM_WORLD);\n", data, what, into, what, root);
    const std::string operation = mpi_operation(stage.operation);
    return root.empty() ? fmt::format("MPI_Allreduce({}, {}, {}, {}, MPI_COMM_WORLD);\n", data, into, what, operation)
                        : fmt::format("MPI_Reduce({}, {}, {}, {}, {}, MPI_COMM_WORLD);\n", data, into, what, operation, root);
}

// The calls of NCCL, which put work into a stream: behind the launches, or into that of the messages, where a group is open.
std::string calls_of_nccl(const JobMessage& message) {
    const RankStage& stage = message.stage;
    const std::string data = offset("d_" + stage.array, message.first), into = offset("d_" + stage.into, message.into_first),
                      type = nccl_type_of(message.dtype), what = fmt::format("{}, {}", message.count, type),
                      stream = stage.starts_messages() ? "message_stream" : "stream";
    const auto call = [](const std::string& text, const char* name) {
        return fmt::format("check_nccl({}, \"{}\");\n", text, name);
    };
    const auto send = [&](const std::string& to) {
        return call(fmt::format("ncclSend({}, {}, {}, comm, {})", data, what, to, stream), "ncclSend");
    };
    const auto receive = [&](const std::string& array, const std::string& from) {
        return call(fmt::format("ncclRecv({}, {}, {}, comm, {})", array, what, from, stream), "ncclRecv");
    };
    const std::string begin = call("ncclGroupStart()", "ncclGroupStart"), end = call("ncclGroupEnd()", "ncclGroupEnd");
    if (stage.action == "send") return send(message.to);
    if (stage.action == "receive") return receive(data, message.from);
    if (stage.action == "exchange") {
        const std::string both = send(message.to) + receive(into, message.from);
        return stage.starts_messages() ? both : begin + both + end;
    }
    if (stage.action == "broadcast")
        return call(fmt::format("ncclBroadcast({0}, {0}, {1}, {2}, comm, stream)", data, what, message.root), "ncclBroadcast");
    if (stage.action == "gather" && message.root.empty())
        return call(fmt::format("ncclAllGather({}, {}, {}, comm, stream)", data, into, what), "ncclAllGather");
    if (stage.action == "gather")
        return begin + send(message.root) +
               fmt::format("if (rank == {}) {{\n    for (int from = 0; from < ranks; ++from)\n        {}}}\n", message.root,
                           receive(fmt::format("{} + from * ({})", into, message.count), "from")) +
               end;
    const std::string operation = nccl_operation(stage.operation);
    return message.root.empty()
               ? call(fmt::format("ncclAllReduce({}, {}, {}, {}, comm, stream)", data, into, what, operation), "ncclAllReduce")
               : call(fmt::format("ncclReduce({}, {}, {}, {}, {}, comm, stream)", data, into, what, operation, message.root),
                      "ncclReduce");
}

std::string staged_copy(const JobMessage& message, const std::string& array, const std::string& first, const std::string& count,
                        bool is_in) {
    const std::string host = offset(array, first), device = offset("d_" + array, first);
    return fmt::format("check(cudaMemcpy({}, {}, ({}) * sizeof({}), {}), \"copy {} {}\");\n", is_in ? device : host,
                       is_in ? host : device, count, message.type, is_in ? "cudaMemcpyHostToDevice" : "cudaMemcpyDeviceToHost",
                       is_in ? "in" : "out", array);
}
std::string copy_out(const JobMessage& message) {
    return message.sends() ? staged_copy(message, message.stage.array, message.first, message.count, false) : std::string();
}
std::string copy_in(const JobMessage& message) {
    if (!message.receives()) return {};
    const std::string copy = staged_copy(message, message.into(), message.first_into(), message.received_count(), true);
    const bool is_root_alone = !message.root.empty() && message.stage.action != "broadcast";
    return is_root_alone ? fmt::format("if (rank == {}) {}", message.root, copy) : copy;
}

}  // namespace

std::string JobMessage::received_count() const {
    return stage.action != "gather" ? count : is_one_factor(count) ? count + " * ranks" : "(" + count + ") * ranks";
}

// Stages that start messages of one name, one behind the other, are one group of NCCL: one kernel. It begins when the launches
// before it have ended. Those behind it wait until it can begin, or they would take all of the GPU before it has a place there.
std::string JobMessages::started_by_nccl(const JobMessage& message) const {
    const RankStage& stage = message.stage;
    const auto at = static_cast<std::size_t>(&stage - job_.stages.data());
    const auto is_one_group = [&](std::size_t other) {
        if (other >= job_.stages.size()) return false;
        const RankStage& near = job_.stages[other];
        return near.starts_messages() && is_work_of_nccl(near) && near.under_way == stage.under_way && near.times == stage.times &&
               near.when.empty() && stage.when.empty();
    };
    std::string out;
    if (at == 0 || !is_one_group(at - 1))
        out = fmt::format(
            "check(cudaEventRecord({0}_ready, stream), \"cudaEventRecord\");\n"
            "check(cudaStreamWaitEvent(message_stream, {0}_ready, 0), \"cudaStreamWaitEvent\");\n"
            "check(cudaEventRecord({0}_begins, message_stream), \"cudaEventRecord\");\n"
            "check(cudaStreamWaitEvent(stream, {0}_begins, 0), \"cudaStreamWaitEvent\");\n"
            "check_nccl(ncclGroupStart(), \"ncclGroupStart\");\n",
            stage.under_way);
    out += calls_of_nccl(message);
    if (!is_one_group(at + 1))
        out += fmt::format(
            "check_nccl(ncclGroupEnd(), \"ncclGroupEnd\");\n"
            "check(cudaEventRecord({}_arrived, message_stream), \"cudaEventRecord\");\n",
            stage.under_way);
    return out;
}

std::string JobMessages::text(const JobMessage& message) {
    const RankStage& stage = message.stage;
    if (is_work_of_nccl(stage)) return stage.starts_messages() ? started_by_nccl(message) : calls_of_nccl(message);
    if (!stage.is_on_device || target_.path == Path::mpi) return mpi_text(message, stage.is_on_device ? "d_" : "");
    const std::string begin = copy_out(message) + mpi_text(message, ""), end = copy_in(message);
    if (!stage.starts_messages()) return begin + end;
    Arrival& arrival = arrivals_[stage.under_way];
    if (arrival.is_over) arrival = {};
    if (!end.empty()) arrival.text += message.when.empty() ? end : fmt::format("if ({}) {}", message.when, end);
    return begin;
}

std::string JobMessages::wait_text(const std::string& messages) {
    std::string out;
    const std::vector<std::string> of_nccl = names(true);
    if (std::ranges::find(of_nccl, messages) != of_nccl.end())
        out += fmt::format("check(cudaStreamWaitEvent(stream, {}_arrived, 0), \"cudaStreamWaitEvent\");\n", messages);
    if (requests(messages) > 0)
        out += fmt::format("MPI_Waitall({0}_started, {0}_requests, MPI_STATUSES_IGNORE);\n{0}_started = 0;\n", messages);
    Arrival& arrival = arrivals_[messages];
    arrival.is_over = true;
    return out + arrival.text;
}

// Each once, in the order of the stages.
std::vector<std::string> JobMessages::names(bool of_nccl) const {
    std::vector<std::string> out;
    for (const RankStage& stage : job_.stages)
        if (stage.starts_messages() && is_work_of_nccl(stage) == of_nccl && std::ranges::find(out, stage.under_way) == out.end())
            out.push_back(stage.under_way);
    return out;
}

// At most, at a time.
int JobMessages::requests(const std::string& messages) const {
    int out = 0;
    for (const RankStage& stage : job_.stages)
        if (stage.starts_messages() && stage.under_way == messages && !is_work_of_nccl(stage))
            out += stage.action == "exchange" ? 2 : 1;
    return out;
}

std::string JobMessages::begin_text() const {
    std::string out;
    for (const std::string& name : names(false))
        out += fmt::format("    MPI_Request {0}_requests[{1}];\n    int {0}_started = 0;\n", name, requests(name));
    if (!out.empty()) out = "\n    // Messages that are started, and waited for later.\n" + out;
    const std::vector<std::string> of_nccl = names(true);
    if (of_nccl.empty()) return out;
    out += R"(
    // Messages that are started have a stream of their own, beside the launches. Its work comes first where both want the GPU.
    int least = 0, greatest = 0;
    cudaStream_t message_stream = nullptr;
    check(cudaDeviceGetStreamPriorityRange(&least, &greatest), "cudaDeviceGetStreamPriorityRange");
    check(cudaStreamCreateWithPriority(&message_stream, cudaStreamNonBlocking, greatest), "cudaStreamCreateWithPriority");
)";
    for (const std::string& name : of_nccl) {
        out += fmt::format("    cudaEvent_t {0}_ready = nullptr, {0}_begins = nullptr, {0}_arrived = nullptr;\n", name);
        for (const char* moment : kMoments)
            out +=
                fmt::format("    check(cudaEventCreateWithFlags(&{}_{}, cudaEventDisableTiming), \"cudaEventCreateWithFlags\");\n",
                            name, moment);
    }
    return out;
}

std::string JobMessages::end_text() const {
    std::string out;
    for (const std::string& name : names(true))
        for (const char* moment : kMoments)
            out += fmt::format("    check(cudaEventDestroy({}_{}), \"cudaEventDestroy\");\n", name, moment);
    return out.empty() ? out : out + "    check(cudaStreamDestroy(message_stream), \"cudaStreamDestroy\");\n";
}

}  // namespace warpwise
