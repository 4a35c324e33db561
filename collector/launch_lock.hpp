// Which GPUs may launch now.
#pragma once

#include <mutex>
#include <shared_mutex>

namespace sortscope::collector {
/// GPUs launch beside each other, or one alone: times that the host's launches are part of need the host for
/// themselves. Who waits to be alone goes before those who come later.
class LaunchLock {
 public:
    std::shared_lock<std::shared_mutex> beside() {
        const std::lock_guard turn(gate_);
        return std::shared_lock(room_);
    }
    std::unique_lock<std::shared_mutex> alone() {
        const std::lock_guard turn(gate_);
        return std::unique_lock(room_);
    }

 private:
    std::mutex gate_;
    std::shared_mutex room_;
};
}
