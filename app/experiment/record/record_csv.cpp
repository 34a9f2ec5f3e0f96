#include <fmt/format.h>

#include <set>

#include "base/escape.h"
#include "experiment/record/record.h"

namespace warpwise {
std::string to_csv(const std::vector<RunRecord>& records) {
    // Records of different lessons have different parameters: the columns are all of them, by name.
    std::set<std::string> parameters;
    for (const RunRecord& record : records)
        for (const auto& [name, value] : record.request.parameters) parameters.insert(name);

    std::string text = "lesson,kernel,device,device_name";
    for (const std::string& name : parameters) text += "," + csv_field(name);
    text += ",phase,source,cold_ms,median_ms,mad_ms,mean_ms,std_ms,min_ms,samples\n";
    for (const RunRecord& record : records) {
        std::string start = csv_field(record.lesson) + "," + csv_field(record.kernel) + "," + name_of(record.device.id()) + "," +
                            csv_field(record.device.name);
        for (const std::string& name : parameters) {
            const auto found = record.request.parameters.find(name);
            start += "," + (found == record.request.parameters.end() ? "" : csv_field(text_of(found->second)));
        }
        for (const RecordedPhase& phase : record.phases) {
            const Measurement& m = phase.measurement;
            text += start + "," + csv_field(phase.name) + "," + csv_field(phase.source) + "," +
                    (phase.cold_ms ? fmt::format("{}", *phase.cold_ms) : "");
            if (m.samples_ms.empty())
                text += ",,,,,,0\n";
            else
                text +=
                    fmt::format(",{},{},{},{},{},{}\n", m.median_ms, m.mad_ms, m.mean_ms, m.std_ms, m.min_ms, m.samples_ms.size());
        }
    }
    return text;
}

}  // namespace warpwise
