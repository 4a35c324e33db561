// All views: a new one is a class and a row here.
#include "gui/views/collect/collect_view.hpp"
#include "gui/views/compare_view.hpp"
#include "gui/views/details_view.hpp"
#include "gui/views/network_view.hpp"
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

constexpr ViewKind kinds[] = {
    {"runs", "Runs", "Files, runs, devices, variants and their cases.", make<RunsView>},
    {"stages", "Stages", "A case's time and memory traffic by stage, substage, launch or kernel.",
     make<StagesView>},
    {"throughput", "Throughput", "Rates against the number of keys, of all variants with measured times.",
     make<ThroughputView>},
    {"sweep", "Sweep",
     "Time against the block size or a parameter: the best value, its margin, and why others are slower.",
     make<SweepView>},
    {"compare", "Compare", "Two sides compared: ratios with verdicts, and each difference by stage.",
     make<CompareView>},
    {"transactions", "Transactions",
     "Sizes of memory transactions by stage, and the cost of each source line.", make<TransactionsView>},
    {"advice", "Advice", "A sort against the device's limits: what slows it down, and the gain of each fix.",
     make<AdviceView>},
    {"network", "Network",
     "The sorting network of a case of at most 64 keys, coloured by a metric of each launch.",
     make<NetworkView>},
    {"reproduction", "Reproduction",
     "The figures of the source documents, drawn from a file, and which claims hold.",
     make<ReproductionView>},
    {"details", "Details", "A case's facts, notes and trials, and its run.", make<DetailsView>},
    {"collect", "Collect", "Choose options, see the plan, and watch the collection run.", make<CollectView>},
    {"sql", "SQL", "SQL queries of the open file; the result as table and chart.", make<SqlView>},
};
}  // namespace

std::span<const ViewKind> view_kinds() { return kinds; }
}
