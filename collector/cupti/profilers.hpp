// The profilers of one GPU that a process keeps from case to case. Some exclude each other: what is asked for
// is switched on after the others are switched off.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "collector/cupti/line_table.hpp"
#include "collector/cupti/metrics.hpp"
#include "collector/cupti/pc_sampling.hpp"
#include "collector/cupti/pm_sampling.hpp"
#include "collector/cupti/range_profiler.hpp"

namespace sortscope::cupti {

class Profilers {
 public:
    /// Without `api` there are none, and `why_no_cupti` says why.
    Profilers(std::shared_ptr<const Api> api, int ordinal, std::string why_no_cupti);
    Profilers(const Profilers&) = delete;
    Profilers& operator=(const Profilers&) = delete;

    /// Each is made at its first call; null where it cannot be had, and then the sentence beside it says why.
    /// Making one switches off those that it excludes.
    RangeProfiler* counters();
    PmSampler* series();
    PcSampler* stalls();
    const std::string& why_no_counters() const { return why_no_counters_; }
    const std::string& why_no_series() const { return why_no_series_; }
    const std::string& why_no_stalls() const { return why_no_stalls_; }
    /// Says that it cannot be had on this machine, so that later cases do not try.
    void give_up_counters(const std::string& why);
    void give_up_series(const std::string& why);
    void give_up_stalls(const std::string& why);
    /// Switches all of them off: times may be measured again, and what went wrong with one is forgotten.
    void switch_off() noexcept;

    /// Keeps the machine code of modules that are loaded from now on, for the lines of stall samples.
    void watch_modules();
    /// Null where they are not watched; then why_no_lines() says why.
    const LoadedModules* modules() const { return modules_.get(); }
    const std::string& why_no_lines() const { return why_no_lines_; }

    /// Learns of `request` all that no kernel need run for: the vendor's names on this chip, passes, the
    /// profiler's configuration. Nothing is enabled. What goes wrong is said when it is asked for again.
    void learn(const CounterRequest& request);
    /// What `request` comes to on this GPU; to be asked where counters() is not null.
    const CounterPlan& plan(const CounterRequest& request);

 private:
    std::shared_ptr<const Api> api_;
    int ordinal_;
    std::string why_no_counters_, why_no_series_, why_no_stalls_, why_no_lines_;
    std::unique_ptr<LoadedModules> modules_;
    bool counted_ = false;  ///< launches were counted in this process
    std::unique_ptr<RangeProfiler> counters_;
    std::unique_ptr<PmSampler> series_;
    std::unique_ptr<PcSampler> stalls_;
    std::optional<std::pair<CounterRequest, CounterPlan>>
        plan_;  ///< of the last request, which is mostly the next
};

}  // namespace sortscope::cupti
