// Streams and events, and the capture of a stream's work into a graph.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "program/graphs/graphs.h"

namespace warpwise {

// From cudaStreamBeginCapture() to cudaStreamEndCapture(): one graph, and the streams whose work becomes its nodes.
struct Capture {
    cudaGraph_t graph = nullptr;
    cudaStream_t origin = nullptr;
    cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
    std::thread::id thread;
    unsigned long long id = 0;
    bool is_valid = true;         // a call that is not allowed meanwhile ends it
    bool is_given_graph = false;  // the program's own, which failure does not destroy
    bool has_ended = false;
    std::vector<cudaGraphNode_t> left;  // the last nodes of streams that were destroyed meanwhile
};

}  // namespace warpwise

struct CUstream_st {
    unsigned flags = 0;
    int priority = 0;
    std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue> attributes = {};  // as the program has set them
    std::shared_ptr<warpwise::Capture> capture = nullptr;                       // null: its work is done at once
    std::vector<cudaGraphNode_t> last = {};                                     // of the capture: what the next node comes after
    warpwise::StreamOrder::Stream order = warpwise::StreamOrder::kLegacy;       // as Runtime::order knows it
};
struct CUevent_st {
    unsigned flags = 0;
    int gpu = 0;
    bool is_recorded = false;
    std::chrono::steady_clock::time_point time{};
    std::shared_ptr<warpwise::Capture> capture = nullptr;  // it was last recorded in a stream that captured
    std::vector<cudaGraphNode_t> nodes = {};
    warpwise::StreamOrder::Moment moment = {};  // what comes before it
};

namespace warpwise {

std::set<CUstream_st*>& streams();
int& open_captures();  // that have not ended: while there is none, no stream captures
std::set<CUevent_st*>& events();
bool is_stream(cudaStream_t);
// Null for the legacy default stream, which cannot capture. The per-thread default stream is the calling thread's.
CUstream_st* stream_of(cudaStream_t);
bool is_capturing(cudaStream_t);

StreamOrder::Stream order_of(cudaStream_t);
int gpu_of(cudaStream_t);  // the default streams are those of the current device
// Work that is done while one of these lives is that of a stream.
class WorkingStream {
  public:
    WorkingStream(Runtime& runtime, cudaStream_t stream)
        : runtime_(runtime), before_(std::exchange(runtime.working_stream, order_of(stream))) {}
    ~WorkingStream() { runtime_.working_stream = before_; }
    WorkingStream(const WorkingStream&) = delete;

  private:
    Runtime& runtime_;
    StreamOrder::Stream before_;
};

// What an asynchronous call does with its work: at once, or as a node of the graph that its stream captures into.
cudaError_t submit(cudaStream_t, NodeWork);
// Of a call on the default stream that waits: not while another stream captures.
cudaError_t refuse_default_stream_while_capturing();
// Of a call that would wait for the device, while any stream captures.
cudaError_t refuse_to_wait_while_capturing();
// Of a call that allocates or frees, which may wait: by the mode of the capture.
cudaError_t refuse_to_allocate_while_capturing();
// The host waits for a stream, or a function of the host is the stream's next work.
void host_waits(Runtime&, cudaStream_t);
// The events that a stream records and waits for. The first form is of the work at hand.
void record(Runtime&, CUevent_st&);
cudaError_t record(CUevent_st&, cudaStream_t);
cudaError_t wait_for(cudaStream_t, CUevent_st&);

}  // namespace warpwise
