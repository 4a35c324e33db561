// All views. A new view needs a class and a row here.
#include "gui/views/collect/collect_view.hpp"
#include "gui/views/compare_view.hpp"
#include "gui/views/details_view.hpp"
#include "gui/views/network_view.hpp"
#include "gui/views/overview_view.hpp"
#include "gui/views/reproduction_view.hpp"
#include "gui/views/runs_view.hpp"
#include "gui/views/source/advice_view.hpp"
#include "gui/views/source/transactions_view.hpp"
#include "gui/views/sql/sql_view.hpp"
#include "gui/views/stages_view.hpp"
#include "gui/views/sweep_view.hpp"
#include "gui/views/throughput_view.hpp"

namespace sortscope::gui {
namespace {
template <class T>
View* make(Workspace& workspace) {
    return new T(workspace);
}

constexpr const char *across_cases = "Across cases", *tools = "Tools";

constexpr ViewKind kinds[] = {
    {"runs", "Runs", "Files, runs, devices, variants and their cases.", "", make<RunsView>},
    {"stages", "Stages", "A case's time and memory traffic by stage, substage, launch or kernel.",
     this_case_group, make<StagesView>},
    {"transactions", "Transactions",
     "Sizes of memory transactions by stage, and the cost of each source line.", this_case_group,
     make<TransactionsView>},
    {"advice", "Advice", "A sort against the device's limits: what slows it down, and the gain of each fix.",
     this_case_group, make<AdviceView>},
    {"network", "Network",
     "The sorting network of a case of at most 64 keys, coloured by a metric of each launch.",
     this_case_group, make<NetworkView>},
    {"details", "Details", "A case's facts, notes and trials, and its run.", this_case_group,
     make<DetailsView>},
    {"overview", "Overview", "The rates of all variants by size, and the costliest cases.", across_cases,
     make<OverviewView>},
    {"throughput", "Throughput", "Rates against the number of keys, of all variants with measured times.",
     across_cases, make<ThroughputView>},
    {"sweep", "Sweep",
     "Time against the block size or a parameter: the best value, its margin, and why others are slower.",
     across_cases, make<SweepView>},
    {"compare", "Compare", "Two sides compared: ratios with verdicts, and each difference by stage.",
     across_cases, make<CompareView>},
    {"reproduction", "Reproduction",
     "The figures of the source documents, drawn from a file, and which claims hold.", across_cases,
     make<ReproductionView>},
    {"collect", "Collect", "Choose options, see the plan, and watch the collection run.", tools,
     make<CollectView>},
    {"sql", "SQL", "SQL queries of the open file; the result as table and chart.", tools, make<SqlView>},
};
}  // namespace

std::span<const ViewKind> view_kinds() { return kinds; }
}
