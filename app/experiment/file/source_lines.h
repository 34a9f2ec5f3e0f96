// Lines of a program's sources by their number, read from the disk when they are first asked for.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace warpwise {

class SourceLines {
  public:
    SourceLines() = default;
    // `text` is that of `file`, as it was when the program ran.
    SourceLines(const std::string& file, const std::string& text) { keep(file, text); }

    // Without the spaces at both ends; empty where there is no such line. From 1.
    std::string line(const std::string& file, int number);

  private:
    void keep(const std::string& file, const std::string& text);
    std::map<std::string, std::vector<std::string>> texts_;
};

}  // namespace warpwise
