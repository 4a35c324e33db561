// Measures the window on a large file: bench_window FILE [CASE]. Prints a line per step: first chart, each
// view, longest time without an answer, frames of zooming and dragging, memory.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <qcustomplot.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QMouseEvent>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>
#include <QWheelEvent>

#include "gui/app/main_window.hpp"
#include "gui/views/chart/chart_view.hpp"
#include "gui/views/stages_view.hpp"

namespace {
using namespace sortscope;

/// Resident memory of this process in MiB: now and at most.
std::pair<double, double> memory_mib() {
    std::ifstream status("/proc/self/status");
    double now = 0, most = 0;
    for (std::string word; status >> word;) {
        if (word == "VmRSS:") status >> now;
        if (word == "VmHWM:") status >> most;
    }
    return {now / 1024, most / 1024};
}

/// Processor time of this process in ms.
double cpu_ms() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

/// Time in ms that threads of this process waited for a core, from the kernel's statistics.
double waited_ms() {
    double ns = 0;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
        std::ifstream file(task.path() / "schedstat");
        double worked = 0, waited = 0;
        if (file >> worked >> waited) ns += waited;
    }
    return ns / 1e6;
}

void report(const char* what, double ms, double worked_ms, double waited) {
    const auto [now, most] = memory_mib();
    std::printf(
        "%-34s %9.1f ms (%7.1f ms of a core, %7.1f ms waited for one)   %5.0f MiB now %5.0f MiB at most\n",
        what, ms, worked_ms, waited, now, most);
    std::fflush(stdout);
}

double thread_ms() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

/// Measures how long the window did not answer: the longest time in ms between two calls of a 1 ms timer.
/// Also measures the thread's longest processor time between calls: other programs do not affect it.
class Watchdog {
 public:
    Watchdog() {
        timer_.setTimerType(Qt::PreciseTimer);
        QObject::connect(&timer_, &QTimer::timeout, &timer_, [this] { look(); });
        timer_.start(1);
    }
    void begin() {
        look();
        longest_ms_ = worked_ms_ = 0;
    }
    double longest_ms() const { return longest_ms_; }
    double worked_ms() const { return worked_ms_; }

 private:
    void look() {
        const double now_ms = thread_ms();
        longest_ms_ = std::max(longest_ms_, double(since_.isValid() ? since_.nsecsElapsed() : 0) / 1e6);
        worked_ms_ = std::max(worked_ms_, now_ms - before_ms_);
        before_ms_ = now_ms;
        since_.start();
    }

    QTimer timer_;
    QElapsedTimer since_;
    double before_ms_ = 0, longest_ms_ = 0, worked_ms_ = 0;
};

class Bench {
 public:
    explicit Bench(gui::MainWindow& window) : window_(window) {}

    /// Waits until everything visible is loaded and drawn.
    bool settle(int patience_ms = 120000) {
        QElapsedTimer waited;
        waited.start();
        int quiet = 0;
        QEventLoop loop;
        QTimer look;  // sleeps between calls: loaders get the core
        QObject::connect(&look, &QTimer::timeout, &loop, [&] {
            quiet = window_.is_settled() && !window_.workspace().loader().busy() ? quiet + 1 : 0;
            if (quiet >= 2 || waited.elapsed() > patience_ms) loop.quit();
        });
        look.start(2);
        loop.exec();
        return quiet >= 2;
    }
    template <class Step>
    void time(const char* what, Step&& step) {
        QElapsedTimer timer;
        timer.start();
        const double before = cpu_ms(), waited_before = waited_ms();
        watchdog_.begin();
        step();
        const bool done = settle();
        report(what, double(timer.nsecsElapsed()) / 1e6, cpu_ms() - before, waited_ms() - waited_before);
        std::printf("    the window did not answer for %.1f ms at most (%.1f ms of a core)\n",
                    watchdog_.longest_ms(), watchdog_.worked_ms());
        if (!done) std::printf("    not settled\n");
    }

    /// Times each frame of dragging and zooming, from the mouse event to the drawn chart.
    void frames(const char* what, gui::ChartView& chart) {
        if (!chart.has_chart()) return;
        auto& plot = chart.plot();
        int drawn = 0;
        const auto counting = QObject::connect(&plot, &QCustomPlot::afterReplot, &plot, [&] { ++drawn; });
        struct Frame {
            double ms, worked_ms;
            const char* of;
        };
        std::vector<Frame> all;
        const auto send = [&](QEvent& event, const char* of) {
            const int before = drawn;
            QElapsedTimer timer;
            timer.start();
            const double worked = thread_ms();
            QApplication::sendEvent(&plot, &event);
            // A press on an empty place draws nothing, so wait only 20 ms.
            const int patience_ms = event.type() == QEvent::MouseButtonPress ? 20 : 200;
            for (int round = 0; round < 4 || (drawn == before && timer.elapsed() < patience_ms); ++round)
                QApplication::processEvents();
            if (drawn > before) all.push_back({double(timer.nsecsElapsed()) / 1e6, thread_ms() - worked, of});
        };
        const auto centre = plot.axisRect()->rect().center();
        const auto mouse = [&](QEvent::Type type, int x, Qt::MouseButtons held, const char* of) {
            const QPointF at(centre.x() + x, centre.y());
            QMouseEvent event(type, at, plot.mapToGlobal(at),
                              type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton, held,
                              Qt::NoModifier);
            send(event, of);
        };
        const auto drag = [&](int from, int by, int times) {
            mouse(QEvent::MouseButtonPress, from, Qt::LeftButton, "press");
            for (int i = 1; i <= times; ++i) mouse(QEvent::MouseMove, from + by * i, Qt::LeftButton, "drag");
            mouse(QEvent::MouseButtonRelease, from + by * times, Qt::NoButton, "release");
        };
        const auto wheel = [&](int steps, int times) {
            for (int i = 0; i < times; ++i) {
                QWheelEvent event(QPointF(centre), plot.mapToGlobal(QPointF(centre)), {}, {0, 120 * steps},
                                  Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
                send(event, steps > 0 ? "zoom in" : "zoom out");
            }
        };
        wheel(1, 6);
        drag(0, 7, 40);
        drag(0, -7, 60);
        wheel(1, 24);
        drag(0, 9, 40);
        wheel(-1, 40);
        drag(0, -9, 20);
        QObject::disconnect(counting);
        chart.zoom_to(0, 0);
        if (all.empty()) return;
        // A press selects a mark in all views, so it is a click, not a frame.
        const auto clicks = std::ranges::partition(
            all, [](const Frame& frame) { return frame.of != std::string_view("press"); });
        const auto frames = std::span(all.begin(), clicks.begin());
        if (frames.empty()) return;
        const auto said = [&](const char* measure, double Frame::*of) {
            std::ranges::sort(frames, {}, of);
            std::printf(" %s %.1f ms in the middle, %.1f of 99 %%, %.1f at most (%s), %td over 16.7;",
                        measure, frames[frames.size() / 2].*of, frames[frames.size() * 99 / 100].*of,
                        frames.back().*of, frames.back().of,
                        std::ranges::count_if(frames, [&](const Frame& frame) { return frame.*of > 16.7; }));
        };
        std::printf("%-34s %4zu frames:", what, frames.size());
        said("", &Frame::ms);
        said("work", &Frame::worked_ms);
        const auto slowest = std::ranges::max_element(clicks, {}, &Frame::ms);
        if (slowest != clicks.end())
            std::printf(" a click %.1f ms at most, work %.1f", slowest->ms, slowest->worked_ms);
        std::printf("\n");
        std::fflush(stdout);
    }

 private:
    gui::MainWindow& window_;
    Watchdog watchdog_;
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
    report("an empty window", 0, 0, 0);
    const auto id = argc > 2 ? CaseId{std::atoll(argv[2])} : CaseId{};
    bench.time("open, to the first chart", [&] { window.open_file(QString::fromLocal8Bit(argv[1]), id); });
    auto& stages = window.view_as<gui::StagesView>("stages");
    const auto group = [&](analyzer::Grouping grouping) {
        window.workspace().selected().edit([&](gui::Selection& next) { next.grouping = grouping; });
    };
    auto& chart = *stages.chart();
    const auto zoom = [&](const char* what) {
        bench.frames(what, chart);
        bench.settle();
    };
    zoom("bars by stage, zoom and pan");
    bench.time("table and chart by substage", [&] { group(analyzer::Grouping::substage); });
    bench.time("table and chart by launch", [&] { group(analyzer::Grouping::launch); });
    zoom("bars by launch, zoom and pan");
    bench.time("table and chart by stage", [&] { group(analyzer::Grouping::stage); });
    bench.time("timeline", [&] { stages.set_kind(gui::StagesView::Kind::timeline); });
    zoom("timeline, zoom and pan");
    bench.time("heat map", [&] { stages.set_kind(gui::StagesView::Kind::heat); });
    bench.time("bars", [&] { stages.set_kind(gui::StagesView::Kind::bars); });
    for (const auto& kind : gui::view_kinds())
        bench.time(kind.id, [&] { window.show_view(QString::fromLatin1(kind.id)); });
    window.show_view(QStringLiteral("stages"));
    bench.settle();
    const auto file = window.workspace().current_file();
    if (file && file->cases.size() > 1)
        bench.time("another case",
                   [&] { window.workspace().show(file->path, file->cases[file->cases.size() / 2].id); });
    bench.time("filter", [&] {
        window.workspace().selected().edit(
            [](gui::Selection& next) { next.filter = QStringLiteral("variant:bitonic* n:>=2^20"); });
    });
    return 0;
}
