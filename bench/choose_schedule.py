"""Learns an order, slices and shares of strategies from the times that each of them needs alone.

`times` maps a question to the seconds each strategy needs; one that does not answer is missing. All functions are
deterministic.
"""
SLICES = (0.01, 0.03, 0.1, 0.3, 1, 3, 10)
IMAGINED = 0.05  # seconds that each strategy needs alone for a question which nobody else answers
STEPS = (4, 2, 1.5, 1.2)  # shares are changed by these factors, and their inverses


def strategies_of(times):
    return sorted({strategy for row in times.values() for strategy in row})


def greedy_order(times):
    """Slices in the order in which they answer most further questions for their length (Streeter and Golovin's greedy
    schedule): pairs of a strategy and seconds. A strategy goes on where its earlier slice ended."""
    left = dict(times)
    reached = dict.fromkeys(strategies_of(times), 0.0)
    order = []

    def answered(choice):
        strategy, slice_ = choice
        return [name for name, row in left.items() if row.get(strategy, float("inf")) <= reached[strategy] + slice_]

    while True:
        choices = [(strategy, slice_) for strategy in reached for slice_ in SLICES]
        best = max(choices, key=lambda choice: len(answered(choice)) / choice[1], default=None)
        if best is None or not answered(best):
            return order
        names = answered(best)
        reached[best[0]] += best[1]
        order.append((*best, len(names)))
        for name in names:
            del left[name]


def time_by_shares(row, shares, limit):
    """Until the first strategy of those that take turns answers, at most `limit`."""
    return min([limit, *(seconds / shares[strategy] for strategy, seconds in row.items() if shares.get(strategy, 0) > 0)])


def total(times, shares, limit):
    return sum(time_by_shares(row, shares, limit) for row in times.values())


def normal(shares):
    whole = sum(shares.values())
    return {strategy: share / whole for strategy, share in shares.items()}


def equal_shares(times):
    return normal(dict.fromkeys(strategies_of(times), 1.0))


def regular(times, shares, limit):
    """The total time, and that of an imagined question for each strategy which it alone answers: one that was of no use here may be of use elsewhere, and keeps a small share."""
    return total(times, shares, limit) + sum(IMAGINED / share for share in shares.values())


def learned_shares(times, limit):
    """Of least total time: from equal shares, one share after the other is changed as long as that helps."""
    shares = equal_shares(times)
    cost = regular(times, shares, limit)
    for step in STEPS:
        improved = True
        while improved:
            improved = False
            for strategy in list(shares):
                for factor in (step, 1 / step):
                    other = normal({**shares, strategy: shares[strategy] * factor})
                    if regular(times, other, limit) < cost * 0.9999:
                        shares, cost, improved = other, regular(times, other, limit), True
    return shares


def left_out(times, families, limit):
    """What learning is worth on families it has not seen: for each the total time with the shares learned from all
    others."""
    found = {}
    for family in sorted(set(families.values())):
        inside = {name: row for name, row in times.items() if families[name] == family}
        outside = {name: row for name, row in times.items() if families[name] != family}
        if inside and outside:
            found[family] = (total(inside, learned_shares(outside, limit), limit), inside)
    return found
