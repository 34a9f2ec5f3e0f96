// Where compiled kernels are made and kept, for all launches of this process.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>

#include "simt/native/native_cache.h"
#include "simt/native/native_program.h"

namespace warpwise::simt {

// Code that is being made, or was.
class NativeCode {
  public:
    // Null: not yet, or never, as the program cannot be compiled. From any thread.
    const NativeProgram* program() const { return ready_.load(std::memory_order_acquire); }

  private:
    friend class NativeStore;
    std::shared_ptr<const NativeProgram> program_;
    std::atomic<const NativeProgram*> ready_{nullptr};
    std::atomic<bool> done_{false};
};

// Any thread may call.
class NativeStore {
  public:
    NativeStore() = default;
    ~NativeStore();
    NativeStore(const NativeStore&) = delete;

    // `flavour` tells apart what `helpers` do: sources of one content and one flavour share their code. It is made on a thread of
    // the store's, one after the other; `waits`: it is there, or cannot be, when this returns.
    std::shared_ptr<const NativeCode> code_of(NativeSource, const NativeHelpers& helpers, Isa, int flavour, bool waits);
    // Null, unless the code was asked for before, or is on disk: then it comes within milliseconds.
    std::shared_ptr<const NativeCode> kept_code_of(NativeSource, const NativeHelpers& helpers, Isa, int flavour);
    // From now on code is read from this cache and written there. Before the first launch.
    void use(NativeCache cache) { cache_ = std::move(cache); }
    // Whether code is being made or is queued for it. The destructor waits only for code that is being made.
    bool is_making() const { return open_jobs_ != 0; }

  private:
    enum class Want { now, later, if_kept };
    std::shared_ptr<const NativeCode> find(NativeSource, const NativeHelpers& helpers, Isa, int flavour, Want);
    struct Job {
        std::shared_ptr<NativeCode> code;
        NativeSource source;
        NativeHelpers helpers;
        Isa isa;
        std::string key;  // in the cache
    };
    struct Kept {
        std::shared_ptr<NativeCode> code;
        std::list<std::string>::iterator place;
    };
    void work(const std::stop_token&);
    std::shared_ptr<const NativeProgram> make(const Job&);

    std::optional<NativeCache> cache_;
    std::string recent_content_, recent_object_;  // of the worker: what it made last, for any helpers
    std::mutex mutex_;                            // guards what follows
    std::condition_variable_any changed_;
    std::list<std::string> order_;  // of use: the latest first
    std::unordered_map<std::string, Kept> kept_;
    std::deque<Job> jobs_;
    std::atomic<std::size_t> open_jobs_ = 0;  // including the one that the thread works on
    int process_ = 0;                         // that the thread belongs to
    std::jthread worker_;
};

NativeStore& native_store();

}  // namespace warpwise::simt
