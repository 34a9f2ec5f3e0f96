#include "program/runtime/crash_record.h"

#include <sys/mman.h>

#include <new>

namespace warpwise {

CrashRecord* make_crash_record() {
    void* memory = mmap(nullptr, sizeof(CrashRecord), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? nullptr : new (memory) CrashRecord;
}

}  // namespace warpwise
