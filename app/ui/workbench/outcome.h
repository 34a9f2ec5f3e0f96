// What is known of the draft's kernel, in one place: whose result it is, what it came to, and whether the draft is another one by
// now. The result card, the messages, the status bar and the thread grid say what stands here and nothing of their own.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/workbench/verdict.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

enum class Subject { nothing, lesson_kernel, your_version, exercise_check, program, sweep, animation, live_loop };

struct Outcome {
    Subject subject = Subject::nothing;
    std::string whose;  // "The lesson's kernel add_one<float>", "Sweep over n"; empty: of nothing
    Verdict verdict;
    std::string brief;      // for one line: "Ran add_one<float> on the emulator: 128 threads, correct"
    bool is_older = false;  // of a text or of values that the draft no longer has; title and brief say so
    // The runs that it is of: those of the draft, else all older ones. None where the subject is not a run.
    std::vector<const RunRecord*> records;
    std::string_view older_than;        // "from before your edit", for both; empty: neither is older
    bool rows_are_older = false;        // those are of a text or of values that the draft no longer has
    std::string rows_say;               // what the records came to, where the verdict is of something else: "wrong on the emulator"
    const RunRecord* faulty = nullptr;  // whose fault the verdict tells: one of the records, or the emulator's check of one
    int error_line = 0;                 // of the first compile error that the verdict tells; 0: none
};

Outcome outcome_of(const Workbench&);

// Of the draft as it is now: its kernel, text, values, seed and launch.
bool is_of_draft(const RunRecord&, const Workbench&);
bool are_values_of_draft(const RunRecord&, const Workbench&);  // the same but for the text
// What a search found of the draft's kernel and text. Another outcome is of the draft's values too; a smallest case names its own.
const KernelSearch* search_of_draft(const Workbench&);
// Whether the emulator's check is of the draft, and of a run that a GPU made of it.
const EmulatorCheck* check_of_draft(const Workbench&);

// "The lesson's kernel add_one<float>", "Your edited add_one<float>"
std::string whose_kernel(const Workbench&, const RunRecord&);
// What the messages keep of a run that went wrong; nothing of one that did not.
std::optional<Message> message_of(const Workbench&, const RunRecord&);

}  // namespace warpwise::ui
