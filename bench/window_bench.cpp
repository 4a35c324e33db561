// Times of the window on a large file, offscreen unless QT_QPA_PLATFORM says otherwise: bench_window FILE [--case ID]. Prints one line a step:
// from opening to the first chart, each view, frames of zooming and panning, resident memory.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#include <qcustomplot.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QSettings>
#include <QTemporaryDir>

#include "gui/app/main_window.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/stages_view.hpp"

namespace {

using namespace sortscope;

/// Of this process, in MiB: now, and the most so far.
std::pair<double, double> memory_mib() {
    std::ifstream status("/proc/self/status");
    double now = 0, most = 0;
    for (std::string word; status >> word;) {
        if (word == "VmRSS:") status >> now;
        if (word == "VmHWM:") status >> most;
    }
    return {now / 1024, most / 1024};
}

/// Time that this process has worked, all its threads together, in ms.
double cpu_ms() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

void report(const char* what, double ms, double worked_ms) {
    const auto [now, most] = memory_mib();
    std::printf("%-34s %9.1f ms (%7.1f ms of a core)   %5.0f MiB now %5.0f MiB at most\n", what, ms, worked_ms, now, most);
    std::fflush(stdout);
}

class Bench {
 public:
    explicit Bench(gui::MainWindow& window) : window_(window) {}

    /// Until everything that is seen is there and drawn.
    bool settle(int patience_ms = 120000) {
        QElapsedTimer waited;
        waited.start();
        int quiet = 0;
        while (quiet < 2 && waited.elapsed() < patience_ms) {
            QApplication::processEvents(QEventLoop::AllEvents, 2);
            quiet = window_.is_settled() && !window_.workspace().loader().busy() ? quiet + 1 : 0;
        }
        return quiet >= 2;
    }
    template <class Step>
    void time(const char* what, Step&& step) {
        QElapsedTimer timer;
        timer.start();
        const double before = cpu_ms();
        step();
        const bool done = settle();
        report(what, static_cast<double>(timer.nsecsElapsed()) / 1e6, cpu_ms() - before);
        if (!done) std::printf("    not settled\n");
    }
    /// Median and slowest of frames, each drawn at once.
    template <class Move>
    void frames(const char* what, gui::ChartView& chart, Move&& move) {
        if (!chart.has_chart()) return;
        std::vector<double> ms;
        const double before = cpu_ms();
        for (int i = 0; i < 60; ++i) {
            QElapsedTimer timer;
            timer.start();
            move(i);
            chart.plot().replot(QCustomPlot::rpImmediateRefresh);
            QApplication::processEvents();
            ms.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        }
        std::ranges::sort(ms);
        std::printf("%-34s %9.1f ms a frame in the middle, %.1f ms at most, %.1f ms of a core\n", what, ms[ms.size() / 2], ms.back(),
                    (cpu_ms() - before) / static_cast<double>(ms.size()));
    }

 private:
    gui::MainWindow& window_;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_window FILE [CASE]\n");
        return 2;
    }
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir settings;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
    QApplication app(argc, argv);
    gui::MainWindow window;
    window.resize(1440, 900);
    window.show();
    Bench bench(window);
    bench.settle();
    report("an empty window", 0, 0);
    const auto id = argc > 2 ? CaseId{std::atoll(argv[2])} : CaseId{};
    bench.time("open, to the first chart", [&] { window.open_file(QString::fromLocal8Bit(argv[1]), id); });
    auto& stages = window.view_as<gui::StagesView>("stages");
    const auto group = [&](analyzer::Grouping grouping) { window.workspace().selected().edit([&](gui::Selection& next) { next.grouping = grouping; }); };
    auto& chart = *stages.chart();
    const auto zoom = [&](const char* what) {
        auto* axis = chart.plot().xAxis;
        bench.frames(what, chart, [&](int i) { i % 2 == 0 ? axis->scaleRange(i < 40 ? 0.8 : 1.3) : axis->moveRange(axis->range().size() * 0.05); });
        chart.reset_zoom();
    };
    zoom("bars by stage, zoom and pan");
    bench.time("table and chart by substage", [&] { group(analyzer::Grouping::substage); });
    bench.time("table and chart by launch", [&] { group(analyzer::Grouping::launch); });
    zoom("bars by launch, zoom and pan");
    bench.time("table and chart by stage", [&] { group(analyzer::Grouping::stage); });
    bench.time("timeline", [&] { stages.set_kind(gui::StagesView::Kind::timeline); });
    zoom("timeline, zoom and pan");
    bench.settle();
    bench.time("heat map", [&] { stages.set_kind(gui::StagesView::Kind::heat); });
    bench.time("bars", [&] { stages.set_kind(gui::StagesView::Kind::bars); });
    for (const auto& kind : gui::view_kinds()) bench.time(kind.id, [&] { window.show_view(QString::fromLatin1(kind.id)); });
    window.show_view(QStringLiteral("stages"));
    bench.settle();
    const auto file = window.workspace().current_file();
    if (file && file->cases.size() > 1)
        bench.time("another case", [&] { window.workspace().show(file->path, file->cases[file->cases.size() / 2].id); });
    bench.time("filter", [&] { window.workspace().selected().edit([](gui::Selection& next) { next.filter = QStringLiteral("variant:bitonic* n:>=2^20"); }); });
    return 0;
}
