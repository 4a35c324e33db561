#include "core/metric/metric.hpp"

#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <sstream>

#include "tests/core/expect_error.hpp"

namespace sortscope {
namespace {
/// Numbers and names in files. Add rows, never change one: recorded files would become wrong.
constexpr const char* stored_metrics =
    "1 warp_instructions 2 thread_instructions 3 active_thread_instructions 10 gld_requests "
    "11 gst_requests 12 gld_threads 13 gst_threads 14 gld_bytes 15 gst_bytes 16 gld_sectors "
    "17 gst_sectors 18 gld_tags 19 gst_tags 20 gld_32b 21 gld_64b 22 gld_96b 23 gld_128b 24 gst_32b "
    "25 gst_64b 26 gst_96b 27 gst_128b 28 global_tags 30 gld_32b_cc13 31 gld_64b_cc13 32 gld_128b_cc13 "
    "33 gst_32b_cc13 34 gst_64b_cc13 35 gst_128b_cc13 40 branches 41 divergent_branches "
    "42 branch_targets_threads 43 branch_targets_threads_uniform 44 barriers 45 branch_instructions "
    "46 divergent_branch_targets 50 shared_ld_requests 51 shared_st_requests 52 shared_ld_conflicts "
    "53 shared_st_conflicts 54 shared_ld_wavefronts 55 shared_st_wavefronts 60 dram_read_bytes "
    "61 dram_write_bytes 62 l2_sectors 63 l2_read_sectors 64 l2_write_sectors 65 l2_lookups 66 l2_hits "
    "70 warps_active_ppm 71 scheduler_cycles 72 eligible_warp_cycles 73 resident_warp_cycles "
    "74 issue_cycles 75 issued_instructions 80 integer_thread_instructions 81 fp16_thread_instructions "
    "82 fp32_thread_instructions 83 fp64_thread_instructions 84 conversion_thread_instructions "
    "85 bit_thread_instructions 86 control_thread_instructions 87 exchange_thread_instructions "
    "88 memory_thread_instructions 89 other_thread_instructions 90 global_atomic_requests "
    "91 global_reduction_requests 92 shared_atomic_requests 93 local_ld_requests 94 local_st_requests "
    "95 local_ld_sectors 96 local_st_sectors 97 shared_ld_bytes 98 shared_st_bytes 100 l1_sectors "
    "101 l1_hit_sectors 102 l1_ld_sectors 103 l1_ld_hit_sectors ";

TEST(CounterCatalogue, StoredNumbersNeverChange) {
    std::istringstream rows(stored_metrics);
    int number = 0, count = 0;
    for (std::string name; rows >> number >> name; ++count)
        EXPECT_EQ(metric_of(static_cast<CounterId>(number)).id, name);
    EXPECT_EQ(count, 77);
}

TEST(MetricCatalogue, EveryRowIsUniqueAndComplete) {
    std::set<int> numbers;
    std::set<std::string> ids, titles;
    for (const auto* row : metric_catalogue()) {
        if (row->counter != CounterId::none) {
            EXPECT_TRUE(numbers.insert(int(row->counter)).second) << row->id;
        }
        EXPECT_TRUE(ids.insert(std::string(row->id)).second) << row->id;
        EXPECT_TRUE(std::regex_match(std::string(row->id), std::regex("[a-z][a-z0-9_]*"))) << row->id;
        EXPECT_TRUE(titles.insert(std::string(row->title)).second) << row->id;
        EXPECT_FALSE(row->unit.empty()) << row->id;
        EXPECT_TRUE(row->sentence.ends_with('.')) << row->id << ": a description is a sentence";
        EXPECT_EQ(row->importance > 0, !row->head.empty()) << row->id << ": what a terminal shows has a head";
        const auto& p = row->provenances;
        EXPECT_TRUE(p.measured || p.counted || p.modelled || p.published) << row->id;
        EXPECT_EQ(row->hardware.pass != PassClass::none,
                  row->counter != CounterId::none ? p.measured : row == &time_metric())
            << row->id << ": who measures it is named where it is measured";
    }
}

TEST(MetricCatalogue, LoadsAndStoresAreCountedAlikeAndInTheSameUnit) {
    for (const auto* row : metric_catalogue()) {
        const std::string_view prefix = row->id.starts_with("gld_") ? "gld_" : "shared_ld_";
        if (!row->id.starts_with(prefix)) continue;
        const std::string store =
            (prefix == "gld_" ? "gst_" : "shared_st_") + std::string(row->id.substr(prefix.size()));
        const auto* counterpart = find_metric(store);
        ASSERT_NE(counterpart, nullptr) << row->id << " has no counterpart " << store;
        EXPECT_EQ(counterpart->unit, row->unit) << row->id;
        EXPECT_EQ(counterpart->decimals, row->decimals) << row->id;
    }
}

TEST(MetricOf, ANumberWithoutRowIsADefect) {
    for (const int number : {0, 9999})
        test::expect_error(ErrorKind::internal, "number " + std::to_string(number),
                           [&] { return metric_of(static_cast<CounterId>(number)); });
}

TEST(CounterOfALaunch, OfTheProvenanceAskedFor) {
    using enum CounterId;
    const std::vector<CounterValue> values{{branches, Provenance::modelled, 7},
                                           {gld_sectors, Provenance::modelled, 64},
                                           {gld_sectors, Provenance::measured, 65}};
    EXPECT_EQ(counter(values, gld_sectors, Provenance::measured), 65);
    EXPECT_EQ(counter(values, gld_sectors, Provenance::modelled), 64);
    EXPECT_EQ(counter(values, gld_sectors, Provenance::counted), std::nullopt);
    EXPECT_EQ(counter(values, gld_sectors), 64) << "the first found, where none is named";
    EXPECT_EQ(counter(values, gst_sectors), std::nullopt) << "absent is not zero";
    EXPECT_EQ(counter(values, branches, Provenance::measured), std::nullopt)
        << "a modelled value never replaces a measured one";
}
}  // namespace
}
