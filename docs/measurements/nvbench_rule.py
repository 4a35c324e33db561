#!/usr/bin/env python3
"""Verdicts of NVBench's robust rule (nvbench_compare_robust) on two recordings.

    nvbench_rule.py A.db B.db

The interval of a case goes from its least trial to the third quartile. Disjoint intervals with a gap of 0.5 % or
more are a verdict; all others are ambiguous.
"""
import sqlite3
import statistics
import sys

TRIALS = """SELECT d.subject || '/' || d.axes || '/' || d.device_key, t.duration_ns
FROM trial t JOIN profiled_case c ON c.id = t.case_id JOIN condition d ON d.id = c.condition_id
JOIN trial_kind k ON k.id = t.kind_id JOIN time_mode m ON m.id = t.time_mode_id
WHERE k.name = 'time' AND t.accepted <> 0 AND t.duration_ns IS NOT NULL AND m.name = ?"""
LEAST_GAP = 0.005


def intervals(path, mode):
    times = {}
    for condition, ns in sqlite3.connect(path).execute(TRIALS, (mode,)):
        times.setdefault(condition, []).append(ns)
    return {condition: (min(all_ns), statistics.quantiles(all_ns, n=4, method="inclusive")[2])
            for condition, all_ns in times.items() if len(all_ns) > 1}


for mode in ("graph", "stream"):
    a, b = intervals(sys.argv[1], mode), intervals(sys.argv[2], mode)
    pairs = [(a[condition], b[condition]) for condition in a.keys() & b.keys()]
    verdicts = sum(max(x[0], y[0]) >= (1 + LEAST_GAP) * min(x[1], y[1]) for x, y in pairs)
    print(f"{mode}: {len(pairs)} pairs, {verdicts} faster or slower, {len(pairs) - verdicts} ambiguous")
