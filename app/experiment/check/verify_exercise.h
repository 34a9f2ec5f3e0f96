// What `warpwise course verify` proves of an exercise: the stub fails, the solution passes, each wrong text fails for the reason
// that the manifest says, each right one passes.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "experiment/check/check_exercise.h"
#include "experiment/check/verify_options.h"
#include "experiment/check/verify_seen.h"

namespace warpwise {

// Whether a gate limits a count itself. A ratio of two counts, such as sectors per request, does not: idle work that raises the
// second one lowers it.
bool caps_a_count(const Lesson&, const Gate&);

class ExerciseVerifier {
  public:
    // Makes a check, called `what`, and keeps what it saw; `own` is where a failure is to be mended.
    using Check = std::function<void(std::string what, const Place& own, const std::function<Seen()>&)>;

    ExerciseVerifier(const Lesson&, const Exercise&, DeviceSet&, const VerifyOptions&);
    void verify(const Check&);

  private:
    Seen text() const;
    Seen standard() const;
    Seen triggered_hints() const;
    Seen stub();
    Seen solution();
    Seen wrong_submission(const WrongSubmission&);
    Seen right_submission(const RightSubmission&);
    Result<ExerciseResult> grade(const std::string& text, const std::string& name);
    bool awaits_solution() const;
    Place in_manifest() const { return place_in_manifest(lesson_, name_); }

    const Lesson& lesson_;
    const Exercise& asked_;
    DeviceSet& devices_;
    const VerifyOptions& options_;
    std::string name_;
    KeptSolution kept_solution_;
    bool solution_holds_ = false;
    std::set<std::string> failures_;  // kinds of failure that the submissions ended in
};

}  // namespace warpwise
