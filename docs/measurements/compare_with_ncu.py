#!/usr/bin/env python3
"""Compare SortScope's counters of every launch with Nsight Compute's.

    compare_with_ncu.py SORTSCOPE [--variant A,B] [--n 2^16,2^22] [--block 256] [--counters full] [--launches 6] [--whole]

Needs a GPU, ncu on PATH and the permission to read counters. Collects each case with SortScope, then runs the
same program without counters under ncu, which profiles --launches launches in the middle of the sort (0: all).

Every counter is compared with ncu's metric of the vendor's name. Instrumented instructions (smsp__sass_*) are
compared with counters of the memory pipeline and the SM if there are such: they share nothing. Counts must be
equal. Ratios may differ by 0.5 %, counts of L2 and DRAM by 3 % of their sum over the launches. Neither tool
flushes caches or fixes clocks. Metrics that depend on the cache's state get ncu passes of their own, so that ncu
replays no kernel.

ncu starts each launch with empty instruction caches. With --whole it profiles the sort as one range
(--replay-mode range), in which launches follow each other as under SortScope, and its count is compared with the
sum of SortScope's launches. Differences that disappear with --whole come from ncu.

Prints a table of differences and the wall time of both. Exits with 1 if a counter is outside its limit.
"""
import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import time

# SortScope's counter -> ncu's metric that counts the same at another place.
OTHERWISE = {
    "gld_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "gst_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "gld_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "gst_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "warp_instructions": "smsp__inst_executed.sum",
    "thread_instructions": "smsp__thread_inst_executed_pred_on.sum",
}
RATIOS = {
    "gld_efficiency_pct": "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
    "gst_efficiency_pct": "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct",
    "branch_efficiency_pct": "smsp__sass_average_branch_targets_threads_uniform.pct",
}
# Ratios of sums over a whole sort (--whole): name, numerator, denominator.
RATIOS_OF_SUMS = [("eligible_warps_per_cycle", "eligible_warp_cycles", "scheduler_cycles"), ("resident_warps_per_cycle", "resident_warp_cycles", "scheduler_cycles"),
                  ("issue_slot_pct", "issue_cycles", "scheduler_cycles"), ("l1_hit_pct", "l1_hit_sectors", "l1_sectors"), ("l2_hit_pct", "l2_hits", "l2_lookups")]
LIMITS = {"sass": 0.0, "ratio": 0.005, "memory": 0.03, "sm": 0.03}
VARIANTS = ("bitonic-b2,bitonic-xor,bitonic-semi,bitonic-c4,butterfly-full,butterfly-minmax,banyan-shared,merge-local,"
            "radix-split-global,bitonic-local")
# Smaller differences over all launches are ignored: page tables, instructions and the profilers' buffers move as
# much.
FLOOR = {"bytes": 1 << 20, "sectors": 1 << 15}


def run(command):
    begin = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout, time.monotonic() - begin


def compared_metrics(program, counters):
    """[(SortScope's name, class, unit, factor of ours, ncu's names)] of the metrics that both have."""
    out, _ = run([program, "metrics", "--set", counters, "--json"])
    listed = json.loads(out)
    rows = []
    for metric in listed if isinstance(listed, list) else listed["metrics"]:
        hardware = metric.get("hardware") or {}
        names = hardware.get("names", "")
        if not names or "," in names:  # several: ncu has its own sum of wavefronts
            continue
        factor = 1e-4 if metric["id"].endswith("_ppm") else 1.0
        rows.append((metric["id"], hardware["pass"], metric.get("unit", ""), factor, OTHERWISE.get(metric["id"], names)))
    rows += [(name, "ratio", "%", 1.0, metric) for name, metric in RATIOS.items()]
    return rows


def sortscope_launches(program, folder, case, counters):
    path = os.path.join(folder, "case.db")
    if os.path.exists(path):
        os.remove(path)
    _, seconds = run([program, "collect", "--quiet", *case, "--counters", counters, "--output", path])
    out, _ = run([program, "show", path, "1", "--by", "launch", "--json"])
    return json.loads(out)["launches"], seconds


def ncu_rows(program, folder, case, metrics, which):
    """ncu's values of `metrics`, a dictionary for each result, and its wall time; `which`: options that choose launches."""
    path = os.path.join(folder, "ncu.db")
    if os.path.exists(path):
        os.remove(path)
    out, seconds = run(["ncu", "--csv", "--page", "raw", "--metrics", ",".join(metrics), *which, "--target-processes", "all", "--clock-control", "none",
                        "--cache-control", "none", "--print-units", "base", program, "collect", "--quiet", *case, "--counters",
                        "none", "--min-trials", "1", "--max-trials", "1", "--output", path])
    lines = out.splitlines()
    begin = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if begin is None:  # ncu ends with 0 even if it profiled nothing
        raise RuntimeError(f"ncu printed no table of {', '.join(metrics)}. Its last words:\n" + "\n".join(lines[-12:]))
    rows = [row for row in csv.DictReader(lines[begin:]) if row["ID"]]  # the line of units has no ID
    rows.sort(key=lambda row: int(row["ID"]))
    return rows, seconds


def ncu_launches(program, folder, case, metrics, skip, count, replay_mode="kernel"):
    rows, seconds = ncu_rows(program, folder, case, metrics, ["--kernel-name", "regex:sort_kernel", "--launch-skip", str(skip), "--launch-count", str(count),
                                                              "--replay-mode", replay_mode])
    return rows[:count], seconds


def ncu_range(program, folder, case, metrics, variant, keys):
    """ncu's counts of one run of the sort as a range, by the NVTX range that SortScope puts around it."""
    rows, seconds = ncu_rows(program, folder, [*case, "--time-mode", "stream"], metrics,
                             ["--nvtx", "--nvtx-include", f"sortscope@{variant} n={keys}/", "--launch-count", "1", "--replay-mode", "range"])
    if len(rows) != 1:
        raise RuntimeError(f"ncu profiled {len(rows)} ranges, not 1.")
    return rows[0], seconds


def count_of(size):
    base, _, power = size.partition("^")
    return int(base) ** int(power or 1)


def number(text):
    text = (text or "").replace(",", "")
    try:
        return float(text)
    except ValueError:
        return None


def value_of(launch, name):
    """A launch's measured counter or ratio, by SortScope's name; None if it was not counted."""
    for kind in ("counters", "ratios"):
        value = launch.get(kind, {}).get("measured", {}).get(name)
        if value is not None:
            return float(value)
    return None


def ncu_value(row, names):
    """ncu's value of the first of `names` (alternatives separated by '|') that it has."""
    for name in names.split("|"):
        value = number(row.get(name))
        if value is not None:
            return value
    return None


def compare(metric, launches, rows):
    """(verdict, ours in all, theirs in all, the first launch that differs) of one metric."""
    name, kind, unit, factor, theirs_name = metric
    pairs = [(launch, value_of(launch, name), ncu_value(row, theirs_name)) for launch, row in zip(launches, rows)]
    pairs = [(launch, ours * factor, theirs) for launch, ours, theirs in pairs if ours is not None and theirs is not None]
    if not pairs:
        return "not in both", None, None, ""
    ours_all, theirs_all = sum(ours for _, ours, _ in pairs), sum(theirs for _, _, theirs in pairs)
    limit = LIMITS[kind]
    if kind in ("memory", "sm"):
        near = abs(ours_all - theirs_all) <= limit * abs(theirs_all)
        small = abs(ours_all - theirs_all) < FLOOR.get(unit, 0)
        return ("within" if near else "too little to compare" if small else "OUTSIDE"), ours_all, theirs_all, ""
    for launch, ours, theirs in pairs:
        if abs(ours - theirs) > limit * abs(theirs):
            return "OUTSIDE", ours_all, theirs_all, f"launch {launch['launch_index']}: {ours:g} against {theirs:g}"
    return ("equal" if limit == 0 else "within"), ours_all, theirs_all, ""


def compare_whole(program, folder, case, counters, metrics, variant, size):
    """Prints the sums of all launches and ncu's range; returns whether all are within their limits."""
    launches, ours_s = sortscope_launches(program, folder, case, counters)
    counts = [metric for metric in metrics if metric[1] in ("memory", "sm") and metric[4].split("|")[0].endswith(".sum")]
    row, ncu_s = ncu_range(program, folder, case, sorted({metric[4].split("|")[0] for metric in counts}), variant, count_of(size))
    print(f"\n{variant} {size}: sums of {len(launches)} launches against one range of ncu; sortscope {ours_s:.2f} s, ncu {ncu_s:.2f} s (whole processes)")
    within = True
    sums = {name: (sum((value_of(launch, name) or 0.0) * factor for launch in launches), ncu_value(row, theirs_name)) for name, _, _, factor, theirs_name in counts}
    rows = [(name, kind, unit, theirs_name, *sums[name]) for name, kind, unit, _, theirs_name in counts]
    for name, above, below in RATIOS_OF_SUMS:
        if above in sums and below in sums and sums[above][1] is not None and sums[below][0] and sums[below][1]:
            rows.append((name, "sm", "", "", sums[above][0] / sums[below][0], sums[above][1] / sums[below][1]))
    for name, kind, unit, theirs_name, ours, theirs in rows:
        if theirs is None:
            print(f"  {name:28} not in both")
            continue
        near = abs(ours - theirs) <= LIMITS[kind] * abs(theirs)
        small = abs(ours - theirs) < FLOOR.get(unit, 0)
        verdict = "within" if near else "too little to compare" if small else "OUTSIDE"
        within = within and (near or small)
        off = f"{100 * (ours / theirs - 1):+.3f} %" if theirs else "-"
        print(f"  {name:28} {verdict:22} {ours:>16,.6g} {theirs:>16,.6g} {off:>10}  {theirs_name}")
    return within


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--variant", default=VARIANTS)
    parser.add_argument("--n", default="2^16,2^22")
    parser.add_argument("--block", default="256")
    parser.add_argument("--counters", default="full")
    parser.add_argument("--launches", type=int, default=6)
    parser.add_argument("--whole", action="store_true")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    metrics = compared_metrics(program, options.counters)
    failed = False
    for size in options.n.split(","):
        for variant in options.variant.split(","):
            case = ["--variant", variant, "--n", size, "--block", options.block, "--key", "u32", "--backend", "cupti"]
            with tempfile.TemporaryDirectory() as folder:
                try:
                    if options.whole:
                        failed |= not compare_whole(program, folder, case, options.counters, metrics, variant, size)
                        continue
                    launches, ours_s = sortscope_launches(program, folder, case, options.counters)
                    count = min(options.launches or len(launches), len(launches))
                    skip = (len(launches) - count) // 2
                    launches = launches[skip:skip + count]
                    rows, ncu_s = [{} for _ in range(count)], 0.0
                    for kinds in (("sass", "ratio"), ("memory",), ("sm",)):
                        names = [metric[4].split("|") for metric in metrics if metric[1] in kinds]
                        if not names:
                            continue
                        try:
                            asked = sorted({alternatives[0] for alternatives in names})
                            some, seconds = ncu_launches(program, folder, case, asked, skip, count)
                        except RuntimeError:  # a newer chip has the other names
                            asked = sorted({alternatives[-1] for alternatives in names})
                            some, seconds = ncu_launches(program, folder, case, asked, skip, count)
                        ncu_s += seconds
                        if len(some) != count:
                            raise RuntimeError(f"ncu profiled {len(some)} launches, not {count}.")
                        for row, more in zip(rows, some):
                            row.update({name: more[name] for name in asked if name in more})
                except RuntimeError as error:
                    print(f"{variant} {size}: {error}")
                    failed = True
                    continue
            print(f"\n{variant} {size} block {options.block}: {count} launches from {skip}; sortscope {ours_s:.2f} s (all launches), "
                  f"ncu {ncu_s:.2f} s (whole processes)")
            verdicts = {}
            for metric in metrics:
                verdict, ours, theirs, first = compare(metric, launches, rows)
                verdicts.setdefault(verdict, []).append(metric[0])
                if verdict == "OUTSIDE":
                    failed = True
                if verdict not in ("equal", "not in both"):
                    off = f"{100 * (ours / theirs - 1):+.3f} %" if theirs else "-"
                    print(f"  {metric[0]:28} {verdict:22} {ours:>16,.6g} {theirs:>16,.6g} {off:>10}  {metric[4]} {first}")
            for verdict in ("equal", "not in both"):
                if verdict in verdicts:
                    print(f"  {verdict}: {', '.join(verdicts[verdict])}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
