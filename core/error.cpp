#include "core/error.hpp"

namespace sortscope {

int exit_code(ErrorKind kind) noexcept {
    switch (kind) {
        case ErrorKind::usage:
            return 2;
        case ErrorKind::unsupported:
            return 3;
        case ErrorKind::environment:
            return 4;
        case ErrorKind::data:
            return 5;
        case ErrorKind::verification:
            return 6;
        case ErrorKind::internal:
            return 70;
    }
    return 70;
}

}  // namespace sortscope
