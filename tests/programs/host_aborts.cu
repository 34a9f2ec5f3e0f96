// exit: 134
#include <stdexcept>
#include <vector>

int third(const std::vector<int>& v) {
    return v.at(2);  // error: SIGABRT
}

int main() {
    std::vector<int> two(2);
    return third(two);
}
