// Distributions that intervals are made of. The library that knows them is known to one source: its headers
// cost seconds.
#pragma once

namespace sortscope::analyzer {

/// The t that |T| exceeds with probability 1 - level, T of Student's distribution with `freedom` degrees of
/// freedom (above 0; infinity: the normal distribution).
double student_t(double level, double freedom);

/// First, second and fourth derivative of log Gamma, at x above 0.
double digamma(double x);
double trigamma(double x);
double pentagamma(double x);
/// The x above 0 whose trigamma is `value` (above 0), by Newton's method as Smyth 2004 gives it (appendix).
double trigamma_inverse(double value);

}  // namespace sortscope::analyzer
