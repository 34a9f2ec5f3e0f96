void work() {}
int main() { work(); }
