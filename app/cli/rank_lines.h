// What a rank writes, line by line, each with the rank in front.
#pragma once

#include <string>
#include <string_view>

namespace warpwise {

class RankLines {
  public:
    RankLines(int rank, int descriptor) : prefix_("[rank " + std::to_string(rank) + "] "), descriptor_(descriptor) {}
    ~RankLines();
    RankLines(const RankLines&) = delete;
    void write(std::string_view);

  private:
    // mpirun reads a rank's pipe in parts of a few KB and mixes them with those of other ranks. So no more lines are written at
    // once than one part takes, and none before mpirun has read the last ones.
    void pass_on(std::string_view lines);
    std::string prefix_, rest_;
    int descriptor_;
};

}  // namespace warpwise
