#!/usr/bin/env python3
"""Compares SortScope's counters of every launch with Nsight Compute's, on the same binary and the same launches.

    compare_with_ncu.py SORTSCOPE VARIANT SIZE [BLOCK]      e.g. compare_with_ncu.py build/release/bin/sortscope bitonic-b2 2^16

Needs a GPU, ncu on PATH and the permission to read counters. Collects the case with SortScope, then runs SortScope without
counters under ncu, which profiles the kernels of the first trial. Counts must be equal; ratios may differ by 1 %.
Prints one line a counter and the wall time of both; exits with 1 if any launch differs.
"""
import csv
import json
import os
import subprocess
import sys
import tempfile
import time

# SortScope's counter -> ncu's metric. For global memory the counters of the memory pipeline: they share nothing with smsp__sass_*.
COUNTS = {
    "gld_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "gst_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "gld_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "gst_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "warp_instructions": "smsp__inst_executed.sum",
    "thread_instructions": "smsp__thread_inst_executed_pred_on.sum",
    # Not smsp__inst_executed_op_shared_st: it also counts a predicated store that no thread of the warp executed.
    "shared_ld_requests": "smsp__sass_inst_executed_op_shared_ld.sum",
    "shared_st_requests": "smsp__sass_inst_executed_op_shared_st.sum",
}
RATIOS = {
    "gld_efficiency_pct": "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
    "gst_efficiency_pct": "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct",
    "branch_efficiency_pct": "smsp__sass_average_branch_targets_threads_uniform.pct",
}


def run(command):
    begin = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout, time.monotonic() - begin


def sortscope_launches(program, folder, variant, size, block):
    path = os.path.join(folder, "case.db")
    _, seconds = run([program, "collect", "--quiet", "--variant", variant, "--size", size, "--block", block, "--key", "u32",
                      "--backend", "cupti", "--output", path])
    out, _ = run([program, "show", path, "1", "--by", "launch", "--json"])
    return json.loads(out), seconds


def ncu_launches(program, folder, variant, size, block, launches):
    path = os.path.join(folder, "ncu.db")
    metrics = ",".join([*COUNTS.values(), *RATIOS.values()])
    out, seconds = run(["ncu", "--csv", "--page", "raw", "--metrics", metrics, "--kernel-name", "regex:sort_kernel",
                        "--launch-count", str(launches), "--clock-control", "none", "--print-units", "base", program, "collect",
                        "--quiet", "--variant", variant, "--size", size, "--block", block, "--key", "u32", "--backend", "cupti",
                        "--counters", "none", "--min-trials", "1", "--max-trials", "1", "--output", path])
    lines = out.splitlines()
    begin = next(i for i, line in enumerate(lines) if line.startswith('"ID"'))
    rows = list(csv.DictReader(lines[begin:]))
    return [row for row in rows if row["ID"]], seconds  # the line of units has no ID


def number(text):
    text = (text or "").replace(",", "")
    try:
        return float(text)
    except ValueError:
        return None


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    program, variant, size = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3]
    block = sys.argv[4] if len(sys.argv) == 5 else "256"
    with tempfile.TemporaryDirectory() as folder:
        case, ours_s = sortscope_launches(program, folder, variant, size, block)
        launches = case["launches"]
        theirs, ncu_s = ncu_launches(program, folder, variant, size, block, len(launches))
    if len(theirs) != len(launches):
        sys.exit(f"ncu profiled {len(theirs)} launches, SortScope {len(launches)}.")
    print(f"{variant} {size} block {block}: {len(launches)} launches; sortscope {ours_s:.2f} s, ncu {ncu_s:.2f} s (whole process)")
    failed = False
    for names, tolerance in ((COUNTS, 0.0), (RATIOS, 0.01)):
        for name, metric in names.items():
            equal = different = absent = 0
            worst = ""
            for launch, row in zip(launches, theirs):
                ours = value_of(launch, name)
                other = number(row.get(metric))
                if ours is None or other is None:
                    absent += 1
                elif abs(ours - other) <= tolerance * abs(other):
                    equal += 1
                else:
                    different += 1
                    worst = worst or f"; first: launch {launch['launch_index']}, {ours} against {other}"
            failed = failed or different > 0 or (equal == 0 and absent < len(launches))
            rule = "equal" if tolerance == 0 else "within 1 %"
            print(f"  {name:24} {rule} in {equal}, different in {different}, not counted in {absent}{worst}  ({metric})")
    sys.exit(1 if failed else 0)


def value_of(launch, name):
    """A launch's measured counter or ratio, by SortScope's name; None where it was not counted."""
    for kind in ("counters", "ratios"):
        value = launch.get(kind, {}).get("measured", {}).get(name)
        if value is not None:
            return float(value)
    return None


if __name__ == "__main__":
    main()
