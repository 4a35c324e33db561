#!/usr/bin/env python3
"""Does collecting disturb times? Alternates a bare program with `sortscope collect` on the same sorts.

    docs/measurements/disturbance.py SORTSCOPE BENCH_BARE_SORT [--pairs 5] [--log2 10,16,20,22,24] [--variant bitonic-b2] [--ncu]

Prints for each size and mode: the median of the bare program's medians, their range between processes, the ratio
of `collect` to them, and whether it is within 1 %. If the bare medians range over more than 1 %, the line says
so. With --ncu also compares durations of launches by activity records with ncu's gpu__time_duration. Exits with 1
if a mode that repeats is off by more than 1 %.
"""
import argparse
import csv
import io
import os
import re
import statistics
import subprocess
import sys
import tempfile

LINE = re.compile(r"^(graph|stream) ([0-9.]+) us", re.MULTILINE)


def bare(program, variant, n, trials):
    out = subprocess.run([program, variant, str(n), "--trials", str(trials)], capture_output=True, text=True, check=True).stdout
    return {mode: float(us) for mode, us in LINE.findall(out)}


def collected(program, variant, n, trials, folder, *options):
    path = os.path.join(folder, "case.db")
    for old in (path, path + "-wal", path + "-shm"):
        if os.path.exists(old):
            os.remove(old)
    subprocess.run([program, "collect", "--quiet", "--backend", "cupti", "--variant", variant, "--n", str(n), "--key", "u32",
                    "--min-trials", str(trials), "--max-trials", str(trials), "--spread", "0", "--budget", "60000",
                    "--output", path, *options], check=True, capture_output=True)
    def query(sql):
        out = subprocess.run([program, "query", path, sql, "--csv"], check=True, capture_output=True, text=True).stdout
        return list(csv.DictReader(io.StringIO(out)))

    times = {}
    for row in query("SELECT time_mode, duration_ns FROM trials WHERE kind = 'time' AND accepted AND duration_ns IS NOT NULL"):
        times.setdefault(row["time_mode"], []).append(float(row["duration_ns"]) / 1e3)
    durations = [float(row["duration_ns"]) if row["duration_ns"] else None
                 for row in query("SELECT duration_ns FROM launches ORDER BY case_id, launch_index")]
    return {mode: statistics.median(values) for mode, values in times.items()}, durations


def range_percent(values):
    return 100 * (max(values) - min(values)) / statistics.median(values)


def compare_times(arguments, folder):
    worst = False
    print(f"{'keys':>6} {'mode':7} {'bare us':>10} {'range %':>8} {'collect us':>11} {'range %':>8} {'ratio':>7}")
    for log2 in arguments.log2:
        ours, theirs = {}, {}
        for _ in range(arguments.pairs):
            for mode, us in bare(arguments.bare, arguments.variant, 1 << log2, arguments.trials).items():
                theirs.setdefault(mode, []).append(us)
            for mode, us in collected(arguments.sortscope, arguments.variant, 1 << log2, arguments.trials, folder,
                                      *arguments.collect)[0].items():
                ours.setdefault(mode, []).append(us)
        for mode in ("graph", "stream"):
            if mode not in ours:
                print(f"  2^{log2:<3} {mode:7} not measured by collect")
                worst = True
                continue
            ratio = statistics.median(ours[mode]) / statistics.median(theirs[mode])
            repeats = range_percent(theirs[mode]) <= 1
            verdict = "within 1 %" if abs(ratio - 1) <= 0.01 else "OFF" if repeats else "off, but bare itself does not repeat"
            worst = worst or verdict == "OFF"
            print(f"  2^{log2:<3} {mode:7} {statistics.median(theirs[mode]):10.2f} {range_percent(theirs[mode]):8.2f} "
                  f"{statistics.median(ours[mode]):11.2f} {range_percent(ours[mode]):8.2f} {ratio:7.4f}  {verdict}", flush=True)
    return worst


def compare_durations(arguments, folder):
    """Launches above 20 us: activity records against ncu, launch by launch."""
    print("\nlaunches of more than 20 us: durations by activity records / gpu__time_duration by ncu")
    worst = False
    for log2 in arguments.log2:
        _, durations = collected(arguments.sortscope, arguments.variant, 1 << log2, arguments.trials, folder, *arguments.collect)
        out = subprocess.run(["ncu", "--csv", "--clock-control", "none", "--cache-control", "none", "--metrics", "gpu__time_duration.sum",
                              "--print-units", "base", "--launch-count", str(len(durations)), arguments.bare, arguments.variant,
                              str(1 << log2), "--trials", "1"], capture_output=True, text=True, check=True).stdout
        table = out[out.index('"ID"'):]
        by_ncu = [float(row["Metric Value"].replace(",", "")) for row in csv.DictReader(io.StringIO(table))]
        if len(by_ncu) != len(durations):
            print(f"  2^{log2}: ncu saw {len(by_ncu)} launches, collect {len(durations)}")
            worst = True
            continue
        ratios = [a / b for a, b in zip(durations, by_ncu) if b > 20_000 and a is not None]
        if not ratios:
            print(f"  2^{log2}: none")
            continue
        middle = statistics.median(ratios)
        worst = worst or abs(middle - 1) > 0.02
        print(f"  2^{log2}: {len(ratios)} launches, ratio {min(ratios):.4f} to {max(ratios):.4f}, median {middle:.4f}, "
              f"sums {sum(a for a, b in zip(durations, by_ncu) if b > 20_000) / sum(b for b in by_ncu if b > 20_000):.4f}", flush=True)
    return worst


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sortscope")
    parser.add_argument("bare")
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--trials", type=int, default=31)
    parser.add_argument("--log2", type=lambda text: [int(part) for part in text.split(",")], default=[10, 16, 20, 22, 24])
    parser.add_argument("--variant", default="bitonic-b2")
    parser.add_argument("--collect", type=str.split, default=["--counters", "none"], help="options of collect")
    parser.add_argument("--ncu", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bad = compare_times(arguments, folder)
        if arguments.ncu:
            bad = compare_durations(arguments, folder) or bad
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
