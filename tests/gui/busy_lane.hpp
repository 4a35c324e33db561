// A lane of the loader that is busy: for tests of what happens while something else is waited for.
#pragma once

#include <atomic>
#include <memory>

#include <QThread>

#include "gui/models/loader.hpp"

namespace sortscope::gui {

/// Keeps a lane of the loader busy as long as it lives: what is asked there meanwhile waits.
class BusyLane {
 public:
    BusyLane(Loader& loader, Loader::Lane lane) : query_(loader, lane) {
        query_.ask<int>(
            [free = free_](Readers&, const Stale&) -> std::shared_ptr<const int> {
                while (!*free) QThread::msleep(1);
                return nullptr;
            },
            [](const auto&) {}, [](const QString&) {});
    }
    ~BusyLane() { *free_ = true; }
    BusyLane(const BusyLane&) = delete;
    BusyLane& operator=(const BusyLane&) = delete;

 private:
    std::shared_ptr<std::atomic<bool>> free_ = std::make_shared<std::atomic<bool>>(false);
    Query query_;
};

}  // namespace sortscope::gui
