#!/usr/bin/env python3
"""Writes docs/variants.md: every variant with what it takes, and its rate on the GPU of a SortScope file.

usage: variants_table.py SORTSCOPE FILE > docs/variants.md
"""
import json
import subprocess
import sys

PROGRAM, FILE = sys.argv[1:3]
PREFERRED_KEYS = ("u32", "f32", "u32+u32")


def ask(*arguments):
    return json.loads(subprocess.run([PROGRAM, *arguments, "--json"], check=True, capture_output=True, text=True).stdout)


def power(n):
    return f"2^{n.bit_length() - 1}" if n >= 1024 and n & (n - 1) == 0 else str(n)


def rate_text(rate):
    return f"{rate:,.0f}" if rate >= 1000 else f"{rate:.4g}"


variants = ask("variants")
listing = ask("list", FILE)
cases = listing["cases"]


def fastest(variant):
    """The fastest uniform case of each size: {n: case}, of the first key type that has any."""
    for key in PREFERRED_KEYS:
        found = {}
        for case in cases:
            if (case["variant"], case["key"], case["distribution"], case["status"]) != (variant, key, "uniform", "ok"):
                continue
            if "time" not in case:
                continue
            best = found.get(case["n"])
            if best is None or case["time"]["rate_mkeys_per_s"] > best["time"]["rate_mkeys_per_s"]:
                found[case["n"]] = case
        if found:
            return key, found
    return None, {}


def row(variant):
    key, found = fastest(variant["name"])
    cell = lambda n: rate_text(found[n]["time"]["rate_mkeys_per_s"]) if n in found else "-"
    largest = ""
    if found and not (1 << 26 in found):
        n = max(found)
        if n != 1 << 20:
            largest = f"{rate_text(found[n]['time']['rate_mkeys_per_s'])} at {power(n)}"
    name = f"`{variant['name']}`" + ("" if key in (None, "u32") else f" ({key})")
    blocks = f"{variant['min_block_threads']} to {variant['max_block_threads']}" if "min_block_threads" in variant else "-"
    types = len(variant["key_types"])
    taken = "all" if types == 10 else "records" if "+" in variant["key_types"][0] else "keys" if types == 5 else ", ".join(variant["key_types"])
    sizes = f"{power(variant['min_keys'])} to {power(variant['max_keys'])}"
    return f"| {name} | {variant['summary']} | {taken} | {sizes} | {blocks} | {cell(1 << 20)} | {cell(1 << 26)} | {largest} |"


devices = sorted({f"{c['device']['name']}, driver {c['device'].get('driver_version', '?')}" for c in cases if c["backend"] == "cupti"})
cpus = sorted({c["device"]["name"] for c in cases if c["backend"] == "cpu"})
print("# Variants and their rates\n")
print("Made by `docs/measurements/variants_table.py` from [examples/h200.db](../examples/h200.db), which `sortscope collect --preset sources` recorded.")
print(f"GPU: {'; '.join(devices)}. CPU: {'; '.join(cpus)}.\n")
print("Rates are measured, in Mkey/s: N / 10^6 / T with T the median of the time trials, uniform u32 keys (or records, where it says so), L2 warm, of the")
print("fastest of the configurations recorded at that size. `-`: not recorded at that size, because it takes too long or the sort ends before; the")
print("last column then has the largest size. *Keys*: all = `u32`, `i32`, `u64`, `f32`, `f64` and records of each with a value. *Sizes* are numbers of keys,")
print("*blocks* powers of two of threads. In-work-group sorts sort each block of keys for itself; `butterfly-minmax` finds minimum and maximum only.")
sources = []
for source in [variant["source"] for variant in variants] + [also["source"] for variant in variants for also in variant["also"]]:
    if source not in sources:
        sources.append(source)
for source in sources:
    print(f"\n## {source}\n")
    print("| variant | what it is | keys | sizes | blocks | 2^20 | 2^26 | largest |")
    print("|---|---|---|---|---|---|---|---|")
    for variant in variants:
        if variant["source"] == source or any(also["source"] == source for also in variant["also"]):
            print(row(variant))

print("\n## Made for tests of analyses\n")
print("`sortscope variants --family faults`: run only where they are asked for by name, or all of them by `--variant faults`. Each `fault-` moves keys with one")
print("fault that slows kernels down, each `mended-` does the same work without it; advice is held to them. Times of both on a GPU: docs/measurements.\n")
print("| variant | what it is |")
print("|---|---|")
for variant in ask("variants", "--family", "faults"):
    print(f"| `{variant['name']}` | {variant['summary']} |")
