// The views for people against what the program computes.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include "core/metric/metric.hpp"
#include "db/read/reader.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"

namespace sortscope::db {
namespace {

using namespace test;
using ViewsFile = OneFile;

/// Compares each ratio of each launch of case 1 with what the catalogue evaluates; returns how many there
/// are.
int compare_ratios(const std::filesystem::path& path) {
    const Reader reader(path);
    const auto summary = reader.read_case(CaseId{1}, Detail::summary);
    SQLite::Database database(path.string(), SQLite::OPEN_READONLY);
    int compared = 0;
    reader.launches(CaseId{1}, {}, [&](const LaunchRecord& launch) {
        for (const auto provenance : {Provenance::measured, Provenance::counted, Provenance::modelled}) {
            SQLite::Statement row(
                database,
                "SELECT * FROM launch_ratios WHERE case_id = 1 AND launch_index = ? AND provenance = ?");
            row.bind(1, launch.index);
            row.bind(2, std::string(name_of(provenance)));
            if (!row.executeStep()) continue;
            for (const auto* metric : computed_metrics()) {
                const MetricInput input{.counters = launch.counters,
                                        .time_ns = launch.duration_ns,
                                        .data_bytes = summary.bytes(),
                                        .required_bytes = launch.required_bytes};
                const auto expected = evaluate(*metric, input, provenance);
                const auto found = row.getColumn(std::string(metric->id).c_str());
                EXPECT_NE(expected.has_value(), found.isNull())
                    << metric->id << " of launch " << launch.index;
                if (!expected) continue;
                EXPECT_DOUBLE_EQ(expected->value.as_double(), found.getDouble())
                    << metric->id << " of launch " << launch.index;
                ++compared;
            }
        }
        return true;
    });
    return compared;
}

TEST_F(ViewsFile, RatiosAreThoseOfTheCatalogue) {
    auto record = large_case(3, 30, 0);
    for (auto& launch : record.launches)
        for (auto& value : launch.counters) value.value = 1000 + 37 * static_cast<int>(value.id) % 101;
    for (auto& value : record.launches[1].counters) value.value = 0;  // nothing to divide by
    record.launches[2].required_bytes = 0;                            // unknown, not 0
    Writer writer(path);
    writer.write_case(writer.begin_run({}), record);
    EXPECT_GT(compare_ratios(path), 20);
}

}  // namespace
}  // namespace sortscope::db
