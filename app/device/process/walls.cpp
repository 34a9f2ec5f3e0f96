#include "device/process/walls.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "device/process/file_descriptor.h"

namespace warpwise {
namespace {

// Landlock's interface, as <linux/landlock.h> has it: Debian 12's header knows version 2, kernels are at 7.
struct LandlockRuleset {
    std::uint64_t files = 0, network = 0, scoped = 0;
};
constexpr unsigned kAskVersion = 1;
constexpr std::uint64_t kExecuteAndWrite = 0b11;
constexpr std::uint64_t kRemoveAndMake = 0b1'1111'1111'0000;  // folders, files, devices, sockets, pipes, links
constexpr std::uint64_t kRefer = 1 << 13, kTruncate = 1 << 14, kDeviceControl = 1 << 15;
constexpr std::uint64_t kBindAndConnect = 0b11;
constexpr std::uint64_t kAbstractSocketsAndSignals = 0b11;

int landlock_version() {
    const long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, kAskVersion);
    return version > 0 ? static_cast<int>(version) : 0;
}

// What came later is answered as by a kernel that does not have it. The numbers of the x32 interface lie above it too.
constexpr std::uint32_t kNewestKnownCall = 451;

constexpr auto kForbidden = std::to_array<std::uint32_t>({
    // programs
    SYS_execve,
    SYS_execveat,
    // sockets; messages on the one that is open go on
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    // other processes
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_process_madvise,
    SYS_process_mrelease,
    SYS_pidfd_open,
    SYS_pidfd_getfd,
    SYS_pidfd_send_signal,
    SYS_kcmp,
    SYS_tkill,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_migrate_pages,
    SYS_move_pages,
    SYS_setpriority,
    SYS_ioprio_set,
    SYS_setpgid,
    SYS_setsid,
    // files
    SYS_truncate,
    SYS_mkdirat,
    SYS_mknodat,
    SYS_unlinkat,
    SYS_renameat2,
    SYS_linkat,
    SYS_symlinkat,
    SYS_fchmod,
    SYS_fchmodat,
    SYS_fchown,
    SYS_fchownat,
    SYS_utimensat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_removexattr,
    SYS_lremovexattr,
    SYS_fremovexattr,
    SYS_open_by_handle_at,
    SYS_fanotify_init,
    SYS_quotactl,
    SYS_acct,
    SYS_swapon,
    SYS_swapoff,
    // the machine
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_open_tree,
    SYS_move_mount,
    SYS_fsopen,
    SYS_fsconfig,
    SYS_fsmount,
    SYS_fspick,
    SYS_mount_setattr,
    SYS_unshare,
    SYS_setns,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_kexec_file_load,
    SYS_reboot,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_clock_adjtime,
    SYS_adjtimex,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_syslog,
    SYS_vhangup,
    // what outlives a process
    SYS_shmget,
    SYS_shmat,
    SYS_shmctl,
    SYS_msgget,
    SYS_msgctl,
    SYS_msgsnd,
    SYS_semget,
    SYS_semctl,
    SYS_semop,
    SYS_mq_open,
    SYS_mq_unlink,
    // older forms
    SYS_fork,
    SYS_vfork,
    SYS_creat,
    SYS_mkdir,
    SYS_rmdir,
    SYS_mknod,
    SYS_unlink,
    SYS_rename,
    SYS_link,
    SYS_symlink,
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
    SYS_utime,
    SYS_utimes,
    SYS_futimesat,
    SYS_renameat,
    SYS_iopl,
    SYS_ioperm,
    SYS_modify_ldt,
});

// Their arguments lie in memory, where a filter cannot look: the C library uses the older calls in their place.
constexpr auto kUnknown =
    std::to_array<std::uint32_t>({SYS_clone3, SYS_openat2, SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register});

constexpr std::uint32_t kChanges = O_ACCMODE | O_CREAT | O_TRUNC;  // of the flags to open a file with
constexpr std::uint32_t kCloneOfThread = 0x00010000;               // CLONE_THREAD of <linux/sched.h>

// A program for the kernel's packet filter, whose packet is the call.
class CallFilter {
  public:
    CallFilter() {
        load(offsetof(seccomp_data, arch));
        add(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
        answer(kRefuse);  // the calls of 32-bit programs
        load(offsetof(seccomp_data, nr));
        add(BPF_JMP | BPF_JGT | BPF_K, kNewestKnownCall, 0, 1);
        answer(kUnknownHere);
        for (const std::uint32_t call : kForbidden) forbid(call, kRefuse);
        for (const std::uint32_t call : kUnknown) forbid(call, kUnknownHere);
        by_argument(SYS_clone, 0, BPF_JSET, {kCloneOfThread}, kAllow, kRefuse);  // a thread, no process
        by_argument(SYS_open, 1, BPF_JSET, {kChanges}, kRefuse, kAllow);
        by_argument(SYS_openat, 2, BPF_JSET, {kChanges}, kRefuse, kAllow);
        const auto own = static_cast<std::uint32_t>(getpid());
        by_argument(SYS_kill, 0, BPF_JEQ, {own}, kAllow, kRefuse);
        by_argument(SYS_tgkill, 0, BPF_JEQ, {own}, kAllow, kRefuse);
        by_argument(SYS_prlimit64, 0, BPF_JEQ, {0, own}, kAllow, kRefuse);
        // keys typed into the terminal that standard error may be
        by_argument(SYS_ioctl, 1, BPF_JEQ, {TIOCSTI, TIOCLINUX}, kRefuse, kAllow);
        answer(kAllow);
    }
    bool install() {
        const sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
        return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
    }

  private:
    static constexpr std::uint32_t kAllow = SECCOMP_RET_ALLOW, kRefuse = SECCOMP_RET_ERRNO | EPERM,
                                   kUnknownHere = SECCOMP_RET_ERRNO | ENOSYS;

    void add(unsigned code, std::uint32_t value, std::size_t if_true = 0, std::size_t if_false = 0) {
        code_.push_back(
            {static_cast<std::uint16_t>(code), static_cast<std::uint8_t>(if_true), static_cast<std::uint8_t>(if_false), value});
    }
    void load(std::size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)); }
    void answer(std::uint32_t action) { add(BPF_RET | BPF_K, action); }
    void forbid(std::uint32_t call, std::uint32_t action) {
        add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1);
        answer(action);
    }
    // What becomes of `call` when its argument passes one of the tests, and otherwise. Flags and process numbers have 32 bits.
    void by_argument(std::uint32_t call, std::size_t index, unsigned test, std::initializer_list<std::uint32_t> values,
                     std::uint32_t if_any, std::uint32_t otherwise) {
        add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, values.size() + 3);
        load(offsetof(seccomp_data, args) + index * sizeof(std::uint64_t));
        std::size_t further = values.size();
        for (const std::uint32_t value : values) add(BPF_JMP | test | BPF_K, value, further--, 0);
        answer(otherwise);
        answer(if_any);
    }

    std::vector<sock_filter> code_;
};

}  // namespace

Walls walls_here() {
    const std::uint32_t action = SECCOMP_RET_ERRNO;
    return {landlock_version(), syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0};
}

bool forbid_changing_files() {
    const int version = landlock_version();
    if (version == 0) return false;
    LandlockRuleset rights{.files = kExecuteAndWrite | kRemoveAndMake};
    if (version >= 2) rights.files |= kRefer;
    if (version >= 3) rights.files |= kTruncate;
    if (version >= 4) rights.network = kBindAndConnect;
    if (version >= 5) rights.files |= kDeviceControl;
    if (version >= 6) rights.scoped = kAbstractSocketsAndSignals;
    // No rule gives any of it back. An older kernel takes the longer structure, as what it does not know is zero.
    const FileDescriptor ruleset(static_cast<int>(syscall(SYS_landlock_create_ruleset, &rights, sizeof rights, 0)));
    return ruleset && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_landlock_restrict_self, ruleset.get(), 0) == 0;
}

bool forbid_calls() { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && CallFilter().install(); }

Walls raise_walls() {
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    return {.landlock = forbid_changing_files() ? landlock_version() : 0, .filters_calls = forbid_calls()};
}

}  // namespace warpwise
