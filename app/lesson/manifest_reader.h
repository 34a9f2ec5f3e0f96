// What the parts of the manifest's reader share (manifest*.cpp): the lesson so far, the log, and checks against what was read.
#pragma once

#include <string>
#include <vector>

#include "lesson/fields.h"
#include "lesson/lesson.h"

namespace warpwise {

struct ManifestReader {
    Lesson lesson;
    ManifestLog log;
    const toml::table* kernel_defaults = nullptr;  // fields that a [[kernel]] without them takes
    bool has_exercise = false;                     // the manifest has an [exercise], read or not

    // False and a Diagnostic when `id` is not an identifier, is a formula's word, or is in `taken` already.
    bool check_new_id(Fields& fields, std::string_view key, const std::string& id, const std::vector<std::string>& taken);
    // One of `known`, or a Diagnostic that names the nearest.
    bool check_known(Fields& fields, std::string_view key, const std::string& id, const std::vector<std::string>& known,
                     const std::string& what);
    // For what only a run can contradict (Lesson::manifest_lines).
    void keep_line(const std::string& what, const toml::source_region& place) {
        lesson.manifest_lines.emplace(what, static_cast<int>(place.begin.line));
    }
    // A formula over the parameters must give a number for the defaults.
    void check_formula(Fields& fields, std::string_view key, const std::string& formula);
    // An expression over a run's values: its form, and that a run has what it names. `more`: names that are known besides.
    void check_expression(Fields& fields, std::string_view key, const std::string& expression,
                          const std::vector<std::string>& more = {});
    // A claim's form, and that the presets and values it names are there.
    void check_claim(const toml::source_region& place, const std::string& where, const std::string& claim);

    // The same for a value that a recording must have: times alone.
    void check_recorded(const toml::source_region& place, const std::string& where, const std::string& claim);

    std::optional<ParameterValue> value_of(const Parameter& parameter, const toml::node& node, const std::string& where);
    ParameterValues values_of(const toml::table& table, const std::string& where);

    std::vector<std::string> parameter_ids() const;
    std::vector<std::string> array_ids() const;
    std::vector<std::string> kernel_ids() const;
};

void read_parameters(ManifestReader& reader, const toml::table& table);  // manifest_parameters.cpp
void read_presets(ManifestReader& reader, const std::vector<const toml::table*>& tables);
void read_claims(ManifestReader& reader, const std::vector<const toml::table*>& tables);
void read_constants(ManifestReader& reader, const std::vector<const toml::table*>& tables);
void read_verify(ManifestReader& reader, const toml::table& table);
void read_arrays(ManifestReader& reader, const std::vector<const toml::table*>& tables);  // manifest_kernels.cpp
void read_kernel_defaults(ManifestReader& reader, const toml::table& table);
void read_kernels(ManifestReader& reader, const std::vector<const toml::table*>& tables);
std::vector<std::string> ends_of_runs();                                       // "right", "wrong" and the faults' kinds
void read_length(ManifestReader& reader, Fields& fields, KernelSpec& kernel);  // manifest_run.cpp
void read_run(ManifestReader& reader, const toml::table& table);
void read_jobs(ManifestReader& reader, const std::vector<const toml::table*>& tables);         // manifest_jobs.cpp
void read_views(ManifestReader& reader, const std::vector<const toml::table*>& tables);        // manifest_views.cpp
void check_address_view(ManifestReader& reader, Fields& fields, const ViewSpec& view);         // manifest_address.cpp
void read_predictions(ManifestReader& reader, const std::vector<const toml::table*>& tables);  // manifest_predictions.cpp
void read_exercises(ManifestReader& reader, Fields& manifest);                                 // manifest_tasks.cpp
ProgramTask read_program_task(ManifestReader& reader, Fields& exercise);                       // manifest_programs.cpp
void read_breaks(ManifestReader& reader, const std::vector<const toml::table*>& tables);       // manifest_puzzles.cpp
void read_steps(ManifestReader& reader, const std::vector<const toml::table*>& tables);
void read_warp_stops(ManifestReader& reader, const std::vector<const toml::table*>& tables);
void read_ladders(ManifestReader& reader, const std::vector<const toml::table*>& tables);
void read_scenes(ManifestReader& reader, const std::vector<const toml::table*>& tables);  // manifest_scenes.cpp

// A count with the limits of its medals, which stand in `fields`: best, silver, bronze. `of` is read by the caller.
void read_limits(Fields& fields, Score& score);

// [[term]] of a lesson or of the glossary.
std::vector<Term> read_terms(ManifestLog& log, const std::vector<const toml::table*>& tables);  // manifest_terms.cpp

// The names of the fields at the top of a manifest.
const std::set<std::string>& top_fields();

}  // namespace warpwise
