// Stores the launches of a case one after the other, with their counters and sites, and their sums by stage.
#pragma once

#include <SQLiteCpp/Database.h>

#include <optional>
#include <vector>

#include "core/records.hpp"
#include "db/rows/interned.hpp"
#include "db/rows/sums.hpp"

namespace sortscope::db {

/// The prepared statements of launches. One for each connection; within transactions only.
class LaunchWriter {
 public:
    LaunchWriter(SQLite::Database& database, InternedNames& strings, Interned<KernelName>& kernels);

    /// `expected` launches will come, if that is known: of very many, runs and sums by substage are stored,
    /// too.
    void begin(CaseId id, std::uint64_t expected);
    /// Throws Contradiction unless the launch is the one after the last, and holds each counter and site of
    /// one provenance at most once, all within the ranges of db/sqlite/ranges.hpp.
    void add(const LaunchRecord& launch);
    /// Stores the sums, which metric sets were taken (`passes` are those that the record tells) and the
    /// totals of the launches in the case's own row.
    void finish(const std::vector<PassRecord>& passes);
    /// To be called after a rollback.
    void forget();

 private:
    /// A wide table that is written to.
    struct Wide {
        const MetricSet* set;
        Statement insert;
        Statement insert_sum;
        // Of the case:
        std::int64_t launches = 0;                   ///< rows of the one table
        std::int64_t sums = 0;                       ///< rows of the other
        std::int64_t last_launch = 0, last_sum = 0;  ///< numbers of the last row of each; 0: none yet
        std::optional<PassNumber> pass{};
        void add_pass(PassNumber more) {
            if (!pass)
                pass = more;
            else if (*pass != more)
                pass = several_passes;
        }
    };
    /// Where the values of a row go. Rows mostly have the same counters as the row before.
    struct Route {
        struct Stop {
            CounterId id{};
            Provenance provenance{};
            int column = 0;        ///< parameter of the INSERT
            Wide* wide = nullptr;  ///< null: no set takes it
            // What the statement holds, if that is a whole number: half of the values are those of the row
            // before.
            bool is_bound = false;
            std::int64_t bound = 0;
        };
        std::vector<Stop> stops;
        std::vector<Wide*> tables;  ///< those that get a row
    };
    /// Columns of a launch that are mostly those of the launch before.
    struct Repeated {
        std::int64_t case_id = 0;
        std::optional<double> duration_spread;
        std::optional<std::uint32_t> duration_count;
        std::optional<std::int64_t> origin;
        friend bool operator==(const Repeated&, const Repeated&) = default;
    };

    void store_row(std::int64_t row, const LaunchRecord& launch, std::int64_t kernel,
                   std::optional<std::int64_t> origin);
    /// Throws Contradiction unless the row that was inserted last has the number `row`.
    void check_row(std::int64_t row) const;
    void store_counters(std::int64_t row, std::span<const CounterValue> counters, bool sums);
    void plan_route(Route& route, std::span<const CounterValue> counters, Statement Wide::*insert);
    void store_sums();
    void store_runs();
    /// Returns how many rows it stored.
    std::size_t store_passes(std::vector<PassRecord> passes);

    SQLite::Database& database_;
    InternedNames& strings_;
    Interned<KernelName>& kernels_;
    Interned<LaunchShape> shapes_;
    Interned<LaunchOrigin> origins_;
    Interned<Site> sites_;
    KernelName last_kernel_;
    Statement launch_, other_, other_sum_, vendor_, site_, stage_sum_, substage_sum_, substage_value_, run_,
        pass_, totals_, next_id_;
    std::vector<Wide> wide_;
    Route route_, sum_route_;
    std::optional<Repeated> bound_;  ///< what launch_ holds

    std::int64_t case_ = 0;
    std::int64_t first_id_ = 0;
    std::uint32_t count_ = 0;
    bool many_ = false;  ///< store runs of launches, and sums by substage
    CaseSums sums_;
    LaunchRuns runs_;
    LaunchSpanner spanner_;
};

}  // namespace sortscope::db
