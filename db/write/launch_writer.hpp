// Stores launches of a case one by one, with counters, sites and sums.
#pragma once

#include "db/rows/interned.hpp"
#include "db/rows/sums.hpp"

namespace sortscope::db {
/// Stores launches, within transactions only. Each connection needs its own writer.
class LaunchWriter {
 public:
    LaunchWriter(Database& database, Interned<std::string>& strings, Interned<KernelName>& kernels);

    /// `expected`: number of launches; 0 if unknown. From least_launches_with_groups on, the case gets groups
    /// of launches and sums by substage.
    void begin(CaseId id, uint64_t expected);
    /// Throws Contradiction for a launch out of order or a value out of range. Throws Contradiction or
    /// SQLite::Exception if a counter or site repeats within one provenance.
    void add(const LaunchRecord& launch);
    /// Stores sums, totals, `passes`, and the passes of stored counters.
    void finish(const std::vector<PassRecord>& passes);
    /// Forgets cached row ids. Call it after a rollback.
    void forget();

 private:
    /// Statements for a wide table and its table of sums.
    struct Wide {
        const MetricSet* set;
        Statement insert, insert_sum;
        int64_t launches = 0, sums = 0;  ///< rows of the current case
        std::optional<PassNumber> pass{};
        void add_pass(PassNumber more) { pass = pass.value_or(more) == more ? more : several_passes; }
    };
    /// Wide tables and columns for the counters of a row. Most rows reuse the route of the row before.
    struct Route {
        struct Stop {
            CounterId id{};
            Provenance provenance{};
            Wide* wide = nullptr;  ///< null: no set has the counter
            int column = 0;
            std::optional<Number> bound{};  ///< the value that the parameter still has
        };
        std::vector<Stop> stops;
        std::vector<Wide*> tables;
    };

    void store_counters(int64_t row, std::span<const CounterValue> counters, bool sums);
    void plan_route(Route& route, std::span<const CounterValue> counters, Statement Wide::*insert);
    void store_sums();
    void store_groups();
    size_t store_passes(const std::vector<PassRecord>& passes);

    Database& database_;
    Interned<std::string>& strings_;
    Interned<KernelName>& kernels_;
    Interned<LaunchShape> shapes_;
    Interned<LaunchOrigin> origins_;
    Interned<Site> sites_;
    Statement launch_, other_, other_sum_, vendor_, site_, stage_sum_, substage_sum_, substage_value_, group_,
        pass_, totals_, next_id_;
    std::vector<Wide> wide_;
    Route route_, sum_route_;

    int64_t case_ = 0;
    int64_t first_id_ = 0;
    uint32_t count_ = 0;
    bool many_ = false;  ///< store groups of launches, and sums by substage
    CaseSums sums_;
    LaunchGroups groups_;
    LaunchSpanner spanner_;
};
}
