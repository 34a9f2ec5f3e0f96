#include "simt/injected_call.h"

#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstring>

namespace warpwise::test {
namespace {

bool is_stopped(pid_t process) {
    int status = 0;
    return waitpid(process, &status, __WALL) == process && WIFSTOPPED(status);
}

user_regs_struct registers_of(pid_t process) {
    user_regs_struct registers{};
    ptrace(PTRACE_GETREGS, process, nullptr, &registers);
    return registers;
}

}  // namespace

InjectedCalls::InjectedCalls(pid_t process) : process_(process) {
    if (ptrace(PTRACE_ATTACH, process, nullptr, nullptr) != 0 || !is_stopped(process)) return;
    const user_regs_struct registers = registers_of(process);
    static_assert(sizeof registers <= sizeof before_);
    std::memcpy(before_.data(), &registers, sizeof registers);
    // It waits in a call, so the instruction that makes one lies before it.
    constexpr std::array<unsigned char, 2> instruction{0x0f, 0x05};
    std::array<unsigned char, 2> there{};
    const iovec here{there.data(), there.size()}, remote{reinterpret_cast<void*>(registers.rip - 2), there.size()};
    ready_ = process_vm_readv(process, &here, 1, &remote, 1, 0) == 2 && there == instruction;
    free_ = registers.rsp - 65536;
}

InjectedCalls::~InjectedCalls() {
    if (!ready_) return;
    ptrace(PTRACE_SETREGS, process_, nullptr, before_.data());
    ptrace(PTRACE_DETACH, process_, nullptr, nullptr);
}

std::uint64_t InjectedCalls::text(const std::string& text) {
    const std::uint64_t at = free_;
    const iovec here{const_cast<char*>(text.c_str()), text.size() + 1}, there{reinterpret_cast<void*>(at), text.size() + 1};
    if (process_vm_writev(process_, &here, 1, &there, 1, 0) < 0) return 0;
    free_ += (text.size() + 16) / 16 * 16;
    return at;
}

long InjectedCalls::call(long number, const std::vector<std::uint64_t>& arguments) {
    user_regs_struct registers{};
    std::memcpy(&registers, before_.data(), sizeof registers);
    registers.rip -= 2;
    registers.rax = static_cast<unsigned long long>(number);
    registers.orig_rax = ~0ULL;  // the call it waits in is not begun again yet
    const auto argument = [&](std::size_t i) { return i < arguments.size() ? arguments[i] : 0; };
    registers.rdi = argument(0);
    registers.rsi = argument(1);
    registers.rdx = argument(2);
    registers.r10 = argument(3);
    registers.r8 = argument(4);
    registers.r9 = argument(5);
    ptrace(PTRACE_SETREGS, process_, nullptr, &registers);
    ptrace(PTRACE_SINGLESTEP, process_, nullptr, nullptr);
    if (!is_stopped(process_)) return -ECHILD;
    return static_cast<long>(registers_of(process_).rax);
}

}  // namespace warpwise::test
