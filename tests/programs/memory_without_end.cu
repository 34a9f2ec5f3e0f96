// exit: 134
// A list that grows without an end: the program ends, and not the machine's other processes.
#include <vector>

int main() {
    std::vector<char*> all;
    for (;;) all.push_back(new char[1 << 28]);  // error: SIGABRT
}
