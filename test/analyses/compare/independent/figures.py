"""Computes costs, calibration and intervals of made-up sessions by themselves, without elision.

    python3 test/analyses/compare/independent/figures.py > test/analyses/compare/independent/figures.json

The formulas are those of docs/compare.md; independent.test.ts holds elision against the numbers.
"""

import json
import random
from fractions import Fraction

SOURCE = random.Random(20261123)
TIERS = [
    {"above": 0, "input": 2, "write": 2.5, "read": 0.1, "output": 10},
    {"above": 100_000, "input": 4, "write": 5, "read": 0.2, "output": 20},
]


def cost(sizes, shared, again, overhead):
    """Cached and uncached dollars: the prefix that a prompt shares with the one before is read, the rest written."""
    cached = uncached = Fraction(0)
    for k, (size, same, more) in enumerate(zip(sizes, shared, again)):
        prompt = overhead + size
        rates = [tier for tier in TIERS if prompt > tier["above"]][-1]
        price = {key: Fraction(str(value)) for key, value in rates.items()}
        read = 0 if k == 0 else min(prompt, overhead + same)
        output = price["output"] * more
        cached += price["read"] * read + price["write"] * (prompt - read) + output
        uncached += price["input"] * prompt + output
    return float(cached / 10**6), float(uncached / 10**6)


def cost_case(turns):
    sizes, shared, again = [], [], []
    size = 2000
    for k in range(turns):
        # A window that moves now and then leaves less than all of the prompt before.
        cut = SOURCE.randrange(0, 4000) if k % 7 == 6 else 0
        shared.append(max(0, size - cut) if k else 0)
        size += SOURCE.randrange(100, 4000)
        sizes.append(size)
        again.append(SOURCE.choice([0, 0, 0, 300]))
    overhead = SOURCE.randrange(0, 20_000)
    cached, uncached = cost(sizes, shared, again, overhead)
    return {"sizes": sizes, "shared": shared, "again": again, "overheadTokens": overhead,
            "cached": cached, "uncached": uncached}


def offsets(sizes, counted):
    """What no message shows, the same from one jump of more than 5% to the next: least squares of relative errors."""
    stretches, first = [], 0
    for k in range(len(sizes)):
        if k:
            jump = (counted[k] - counted[k - 1]) - (sizes[k] - sizes[k - 1])
            if abs(jump) > 0.05 * counted[k]:
                first = k
        stretches.append(first)
    found = []
    for stretch in stretches:
        own = [k for k, each in enumerate(stretches) if each == stretch]
        weights = [1 / counted[k] ** 2 for k in own]
        errors = [counted[k] - sizes[k] for k in own]
        found.append(sum(w * e for w, e in zip(weights, errors)) / sum(weights))
    return stretches, found


def calibration_case(turns, jump):
    sizes, counted = [], []
    size, unseen = 1000, 9000
    for k in range(turns):
        size += SOURCE.randrange(200, 3000)
        if k == jump:
            unseen += 40_000
        sizes.append(size)
        counted.append(round((size + unseen) * SOURCE.uniform(0.99, 1.01)))
    stretches, overheads = offsets(sizes, counted)
    within = 0
    for k in range(turns):
        begins = k > 0 and stretches[k] == k
        grew = overheads[k] - overheads[k - 1] if begins else 0
        within += abs(overheads[k] + sizes[k] - grew - counted[k]) <= 0.05 * counted[k]
    return {"sizes": sizes, "counted": counted, "overheads": overheads, "within": within / turns}


def wilson(hits, trials):
    z = 1.959964
    share = hits / trials
    middle = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * (share * (1 - share) / trials + z * z / (4 * trials**2)) ** 0.5
    return {"low": max(0, middle - half), "high": min(1, middle + half)}


def interval_case(transcripts, resamples=20_000):
    """Transcripts drawn again with replacement, as many as there are: no Poisson numbers here."""
    trials = [SOURCE.randrange(1, 200) for _ in range(transcripts)]
    hits = [n - (SOURCE.randrange(0, n + 1) if SOURCE.random() < 0.15 else 0) for n in trials]
    shares = []
    for _ in range(resamples):
        drawn = SOURCE.choices(range(transcripts), k=transcripts)
        shares.append(sum(hits[k] for k in drawn) / sum(trials[k] for k in drawn))
    shares.sort()
    drawn = {"low": shares[int(0.025 * resamples)], "high": shares[int(0.975 * resamples)]}
    return {"hits": hits, "trials": trials, "wilson": wilson(sum(hits), sum(trials)), "drawn": drawn}


print(json.dumps({
    "tiers": TIERS,
    "costs": [cost_case(turns) for turns in (1, 12, 90)],
    "calibrations": [calibration_case(turns, jump) for turns, jump in ((5, 99), (30, 11), (60, 40))],
    "intervals": [interval_case(count) for count in (12, 60, 400)],
}))
