// The GPUs that a program sees: one, or as many as `warpwise exec --gpus N` says, and which of them may use whose memory.
#pragma once

#include <array>
#include <bitset>
#include <string>

#include "device/process/exec_options.h"
#include "program/runtime/calling_thread.h"

namespace warpwise {

class Gpus {
  public:
    void set_count(int count) { count_ = count; }
    int count() const { return count_; }
    bool has(int gpu) const { return gpu >= 0 && gpu < count_; }
    // The calling thread's: each thread begins with the first.
    static int current() { return CallingThread::here().gpu; }

    // Peer access goes one way: `gpu` may use the memory of `other`.
    bool is_peer(int gpu, int other) const { return peers_[index(gpu)][index(other)]; }
    void set_peer(int gpu, int other, bool is_enabled) { peers_[index(gpu)][index(other)] = is_enabled; }
    void disable_all(int gpu) { peers_[index(gpu)].reset(); }
    bool can_use(int gpu, int memory_of) const { return gpu == memory_of || is_peer(gpu, memory_of); }
    // Of two launches with the same key, both reach the same memory.
    std::string key_of(int gpu) const { return {static_cast<char>(gpu), static_cast<char>(peers_[index(gpu)].to_ulong())}; }

  private:
    static std::size_t index(int gpu) { return static_cast<std::size_t>(gpu); }
    int count_ = 1;
    std::array<std::bitset<kMostEmulatedGpus>, kMostEmulatedGpus> peers_;
};

}  // namespace warpwise
