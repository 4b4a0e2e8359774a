"""Discrete systems of any size: an UPPAAL model for Crowfly and, with the same states and transitions, a hand-written search.

The sizes run from ten thousand states to more than fifty million. `states` is what both must find: for the scheduler by
a formula, for the bakery counted by the hand-written search.
"""
import dataclasses
import typing

SCHEDULER = """// Milner's cyclic scheduler: a ring of cells hands on one token; whoever gets it starts a task.
const int N = {};
typedef int[0, N - 1] cell_t;
chan pass[cell_t];

process First(const int[0, 0] me) {{
    state idle, called, working, leading, finished;
    init called;
    trans {};
}}

process Other(const int[1, N - 1] me) {{
    state idle, called, working, leading, finished;
    init idle;
    trans {};
}}

system First, Other;
"""
# A leading cell works and has the token; a finished one has the token and does not work any more.
SCHEDULER_EDGES = """
        idle -> called { sync pass[me]?; },
        called -> leading { },
        leading -> finished { },
        leading -> working { sync pass[(me + 1) % N]!; },
        finished -> idle { sync pass[(me + 1) % N]!; },
        working -> idle { }"""

BAKERY = """// Lamport's bakery with a bounded number of tickets; looking for the highest and writing one's own are two steps.
const int N = {};
const int TICKETS = {};
typedef int[0, N - 1] pid_t;
typedef int[0, TICKETS] ticket_t;

bool choosing[pid_t];
ticket_t ticket[pid_t];

ticket_t highest() {{
    ticket_t found = 0;
    for (p : pid_t)
        if (ticket[p] > found) found = ticket[p];
    return found;
}}

bool comes_first(pid_t other, pid_t me) {{
    return ticket[other] != 0 && (ticket[other] < ticket[me] || (ticket[other] == ticket[me] && other < me));
}}

process Customer(const pid_t me) {{
    int[0, N] other;
    ticket_t seen;
    state idle, choose, write, look, wait, critical;
    init idle;
    trans
        idle -> choose {{ assign choosing[me] = true; }},
        choose -> write {{ guard highest() < TICKETS; assign seen = highest(); }},
        write -> look {{ assign ticket[me] = seen + 1, seen = 0, choosing[me] = false; }},
        look -> wait {{ guard other < N && !choosing[other]; }},
        wait -> look {{ guard !comes_first(other, me); assign other = other + 1; }},
        look -> critical {{ guard other == N; assign other = 0; }},
        critical -> idle {{ assign ticket[me] = 0; }};
}}

system Customer;
"""


@dataclasses.dataclass
class Size:
    parameters: tuple
    states: int


@dataclasses.dataclass
class Family:
    name: str
    reference: str  # the name of the hand-written search, which takes the parameters
    model: typing.Callable
    sizes: list

    def title(self, size):
        return f"{self.name}_{'_'.join(map(str, size.parameters))}"

    def between(self, least, most):
        """The sizes with that many states."""
        return [size for size in self.sizes if least <= size.states <= most]


def scheduler_states(cells):
    """One cell has the token, in one of three locations; each of the others works or is idle."""
    return 3 * cells * 2 ** (cells - 1)


FAMILIES = {family.name: family for family in (
    Family("scheduler", "reference_scheduler", lambda cells: SCHEDULER.format(cells, SCHEDULER_EDGES, SCHEDULER_EDGES),
           [Size((cells,), scheduler_states(cells)) for cells in (3, 10, 12, 14, 16, 17, 18, 19, 20, 21)]),
    Family("bakery", "reference_bakery", BAKERY.format,
           [Size((2, 2), 131), Size((3, 4), 10183), Size((4, 2), 24678), Size((4, 3), 102494), Size((4, 5), 531668),
            Size((5, 3), 2145776), Size((5, 4), 7684204), Size((5, 5), 19081727), Size((5, 6), 36134219),
            Size((5, 7), 56951724)]),
)}
