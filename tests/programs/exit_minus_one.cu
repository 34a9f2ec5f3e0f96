// exit(-1) is the status 255, which is no signal.
#include <cstdlib>

int main() { std::exit(-1); }
// exit: 255
