// Walls around a process that compiles and runs what strangers wrote. Whatever takes that process over can compute, read files and
// answer on the socket that it was given; it cannot write, make or remove a file, open a socket, start a program or touch another
// process. They stand on two feet, so that one holds where the kernel lacks the other or the other has a gap.
#pragma once

namespace warpwise {

struct Walls {
    int landlock = 0;            // the version of Landlock's interface; 0: this kernel has none, or it is turned off
    bool filters_calls = false;  // seccomp
};

// What the kernel of this machine gives.
Walls walls_here();

// Landlock: no right to write, make, remove, execute or bind. False where the kernel has none. For the calling thread and the
// threads that it will start.
bool forbid_changing_files();
// Seccomp: a system call of the kinds above fails with EPERM, one that is newer than the list with ENOSYS. False where the kernel
// has none. For every thread of the process.
bool forbid_calls();

// Both, and no rights by set-user-ID programs. Nothing takes them down again. Before the process starts a thread.
Walls raise_walls();

}  // namespace warpwise
