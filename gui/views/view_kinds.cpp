// The views there are: a new one is a class and a row here.
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
#include "gui/views/view.hpp"

namespace sortscope::gui {
namespace {

template <class T>
View* make(Workspace& workspace) {
    return new T(workspace);
}

constexpr ViewKind kinds[] = {
    {"runs", "Runs",
     "Files, runs, devices and variants, and their cases: choose one, or find it by its words.",
     make<RunsView>},
    {"stages", "Stages", "Where a case's time and memory traffic go: by stage, substage, launch or kernel.",
     make<StagesView>},
    {"throughput", "Throughput", "Rates against the number of keys, of all variants with measured times.",
     make<ThroughputView>},
    {"sweep", "Sweep",
     "Time against the work-group size or a parameter, with the best, its margin and why others are slower.",
     make<SweepView>},
    {"compare", "Compare",
     "Two sides against each other: ratios with verdicts, and where a difference arose.", make<CompareView>},
    {"transactions", "Transactions",
     "Sizes of memory transactions by stage, and what each source line costs.", make<TransactionsView>},
    {"advice", "Advice",
     "Where a sort stands against the device's limits, what makes it slower, and what each removal would "
     "gain.",
     make<AdviceView>},
    {"network", "Network",
     "The sorting network of a case of at most 64 keys, its comparators coloured by what their launch took.",
     make<NetworkView>},
    {"reproduction", "Reproduction",
     "The figures of the source documents made anew from a file, and what became of their claims.",
     make<ReproductionView>},
    {"details", "Details", "Everything that explains a case's figures: facts, notes, trials, its run.",
     make<DetailsView>},
    {"collect", "Collect", "Choose what to run, see what it takes, watch it as it runs.", make<CollectView>},
    {"sql", "SQL", "Queries of the open file in SQL, with its views at hand; the result as table and chart.",
     make<SqlView>},
};

}  // namespace

std::span<const ViewKind> view_kinds() { return kinds; }

}  // namespace sortscope::gui
