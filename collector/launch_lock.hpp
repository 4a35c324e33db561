// Lock that decides which GPUs may launch at the same time.
#pragma once

#include <mutex>
#include <shared_mutex>

namespace sortscope::collector {
/// GPUs launch beside each other, or one GPU alone: times that include the host's launches need an
/// undisturbed host. A GPU that waits to be alone goes before later requests.
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
