// Which work of a program comes after which, as CUDA orders it, and which work the host has waited for. Work is done here when it
// is asked for; this says what a GPU might still be doing at that time.
//
// Within a stream, work comes in the order in which it was asked for. The legacy default stream comes after all earlier work of
// blocking streams, and before all later work of theirs. An event stands for what its stream has been given so far; a stream that
// waits for it comes after that. Nothing else orders two streams (CUDA C++ Programming Guide, "Streams" and "Events").
// With several GPUs each has a legacy default stream of its own, which orders the streams of that GPU only.
#pragma once

#include <cstdint>
#include <map>

namespace warpwise {

class StreamOrder {
  public:
    using Stream = std::uint64_t;
    static constexpr Stream kLegacy = 0;  // of the first GPU
    static constexpr int kMostGpus = 8;
    static Stream legacy_of(int gpu) { return static_cast<Stream>(gpu); }
    struct Work {
        Stream stream = kLegacy;
        std::uint64_t number = 0;  // from 1, in its stream
        bool operator==(const Work&) const = default;
    };
    // What comes before something: of each stream the number of its last such work. Work that the host has waited for is left out.
    using Moment = std::map<Stream, std::uint64_t>;

    explicit StreamOrder(int gpus = 1);
    Stream add(bool is_blocking, int gpu = 0);
    int gpu_of(Stream) const;
    // Its work goes on.
    void remove(Stream);

    // A stream is given work.
    Work begin(Stream);
    // An event that is recorded in a stream.
    Moment record(Stream);
    // cudaStreamWaitEvent(): what the stream is given from now on comes after the event.
    void wait(Stream, const Moment&);

    void host_waits_for(Stream);
    void host_waits_for(const Moment&);
    void host_waits_for_all();
    void host_waits_for_gpu(int gpu);

    // The host has waited for it.
    bool is_done(Work) const;
    bool is_done(const Moment&) const;
    // Whether the last work that the stream was given comes after `earlier`, or would do so if it were given more.
    bool is_before(Work earlier, Stream) const;
    // Streams about which anything is known: bounded by those that live or have work that nothing has waited for.
    std::size_t size() const { return streams_.size(); }

  private:
    struct Known {
        bool is_blocking = true, is_removed = false;
        int gpu = 0;
        std::uint64_t given = 0, done = 0;  // numbers of work
        Moment after;                       // of other streams
    };
    Moment moment_of(Stream) const;
    void order_with_legacy(Stream);
    void join(Stream, const Moment&);
    void forget_done();

    std::map<Stream, Known> streams_;
    Stream next_ = kMostGpus;  // those before are the legacy streams
};

}  // namespace warpwise
