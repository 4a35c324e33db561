#!/usr/bin/env python3
"""How far do two recordings of one sweep differ, by time mode and size?

    repeat_table.py SORTSCOPE A.db B.db [--csv]

A case's time is the geometric mean of its rounds' medians, as in `sortscope compare`. Its 99 % interval is
Student's t of their logarithms plus half a step of the clock. The variance is moderated by that of all cases of
its size (prior degrees of freedom 4), because three rounds determine theirs poorly. Prints for each mode and size
the cases, the median and largest |ratio - 1|, and the number of disjoint intervals. --csv prints every case.
`sortscope compare A.db B.db` has the product's own verdicts.
"""
import json
import math
import statistics
import subprocess
import sys
from collections import defaultdict

PRIOR = 4
STEP_NS = 32  # of an H200's clock and events
T995 = {5: 4.032, 6: 3.707, 7: 3.499, 8: 3.355, 9: 3.250, 10: 3.169, 11: 3.106,
        12: 3.055, 13: 3.012, 14: 2.977, 15: 2.947, 16: 2.921, 17: 2.898}  # Student's t, 99 % two-sided, by degrees of freedom


def ask(program, *arguments):
    return json.loads(subprocess.run([program, *arguments, "--json"], check=True, capture_output=True, text=True).stdout)


def medians(program, path):
    """{(variant, n): {mode: [median of each round]}}, and the cases that are not ok."""
    times, lost = {}, []
    for case in ask(program, "list", path)["cases"]:
        if case["status"] != "ok":
            lost.append((case["variant"], case["n"], case["status"]))
            continue
        rounds = defaultdict(lambda: defaultdict(list))
        for trial in ask(program, "show", path, str(case["case_id"]))["trials"]:
            if trial["kind"] == "time" and trial["accepted"] and "duration_ns" in trial:
                rounds[trial["time_mode"]][trial["round"]].append(trial["duration_ns"])
        times[case["variant"], case["n"]] = {mode: [statistics.median(one) for one in each.values()] for mode, each in rounds.items()}
    return times, lost


def variance(values):
    logs = [math.log(v) for v in values]
    return statistics.variance(logs) if len(logs) > 1 else 0.0


def half_width(values, prior):
    freedom = len(values) - 1
    moderated = (PRIOR * prior + freedom * variance(values)) / (PRIOR + freedom)
    return T995.get(PRIOR + freedom, 2.9) * math.sqrt(moderated / len(values)) + STEP_NS / 2 / statistics.median(values)


def main():
    program, a_path, b_path = sys.argv[1:4]
    (a, lost_a), (b, lost_b) = medians(program, a_path), medians(program, b_path)
    for lost in lost_a + lost_b:
        print("not ok: %s %d: %s" % lost)
    rows = []
    for mode in ("graph", "stream"):
        by_size = defaultdict(list)
        for key in sorted(a.keys() & b.keys(), key=lambda one: (one[1], one[0])):
            if mode in a[key] and mode in b[key]:
                by_size[key[1]].append((key[0], a[key][mode], b[key][mode]))
        for n, cases in by_size.items():
            prior = statistics.median([variance(one) for _, x, y in cases for one in (x, y)])
            for variant, x, y in cases:
                own, other = statistics.geometric_mean(x), statistics.geometric_mean(y)
                ratio = other / own
                apart = abs(math.log(ratio)) > half_width(x, prior) + half_width(y, prior)
                rows.append((mode, n, variant, own, other, ratio, apart))
    if "--csv" in sys.argv:
        print("mode,n,variant,a_ns,b_ns,ratio,disjoint")
        for row in rows:
            print("%s,%d,%s,%.0f,%.0f,%.5f,%d" % row)
        return
    print("%-7s %6s %6s %10s %10s %10s  %s" % ("mode", "keys", "cases", "median", "largest", "disjoint", "of"))
    for mode in ("graph", "stream"):
        of_mode = [row for row in rows if row[0] == mode]
        for n in sorted({row[1] for row in of_mode}) + [0]:
            some = [row for row in of_mode if n in (0, row[1])]
            if not some:
                continue
            apart = [abs(row[5] - 1) for row in some]
            worst = max(some, key=lambda row: abs(row[5] - 1))
            size = "all" if n == 0 else "2^%d" % (n.bit_length() - 1)
            print("%-7s %6s %6d %9.2f%% %9.2f%% %10d  %s" % (mode, size, len(some), 100 * statistics.median(apart), 100 * max(apart),
                                                              sum(row[6] for row in some), worst[2]))
    graph = [row for row in rows if row[0] == "graph"]
    if graph:
        print("graph: %.2f %% of %d cases have disjoint intervals; %d of their ratios are off by more than 1.5 %%" % (
            100 * sum(row[6] for row in graph) / len(graph), len(graph), sum(abs(row[5] - 1) > 0.015 for row in graph)))


main()
