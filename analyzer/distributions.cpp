#include "analyzer/distributions.hpp"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/polygamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <cmath>

namespace sortscope::analyzer {

double student_t(double level, double freedom) {
    const double beyond = (1 - level) / 2;
    if (std::isinf(freedom))
        return boost::math::quantile(boost::math::complement(boost::math::normal(), beyond));
    return boost::math::quantile(boost::math::complement(boost::math::students_t(freedom), beyond));
}

double digamma(double x) { return boost::math::digamma(x); }
double trigamma(double x) { return boost::math::trigamma(x); }
double pentagamma(double x) { return boost::math::polygamma(3, x); }

double trigamma_inverse(double value) {
    // 1 / trigamma is convex and nearly linear: the steps never overshoot, and a few are enough. At the ends
    // the limits are used.
    if (value > 1e7) return 1 / std::sqrt(value);
    if (value < 1e-6) return 1 / value;
    double x = 0.5 + 1 / value;
    for (int step = 0; step < 50; ++step) {
        const double now = trigamma(x);
        const double change = now * (1 - now / value) / boost::math::polygamma(2, x);
        x += change;
        if (-change / x < 1e-8) break;
    }
    return x;
}

}  // namespace sortscope::analyzer
