void work() {}
