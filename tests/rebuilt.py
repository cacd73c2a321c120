"""What the browser's run.js rebuilds of a trace, under Node, beside what Python replays."""

from dataclasses import astuple

from npm import run_node
from steppers import sent


def rebuild(*traces):
    """What run.js makes of traces, under Node."""
    return run_node("stepper_states.mjs", [*map(sent, traces)])


def state_of(trace, step):
    """A state in the shape in which the JavaScript tells it."""
    state, number = trace.state(step), trace.recorder.meant.index
    return {
        "values": {str(cell): number(value) for cell, value in state.values.items()},
        "domains": {str(cell): [*map(number, left)] for cell, left in state.domains.items()},
        "counts": list(astuple(state.counts)),
        "path": [str(cell) for cell in state.path],
        "node": state.node,
        "sentence": trace.reason(step),
    }


def tree_of(trace):
    sizes = trace.tree.subtree_sizes
    return [
        {
            "parent": node.parent,
            "label": node.label,
            "kind": node.kind,
            "first": node.first,
            "last": node.last or 0,
            "depth": node.depth,
            "below": sizes[node.number],
        }
        for node in trace.tree
    ]


def blame_of(trace):
    """The books of blame in that shape; None if nobody knows who is to blame."""
    try:
        books = trace.blame
    except ValueError:
        return None
    steps = map(books.conflicts, range(len(trace) + 1))
    return {
        "conflicts": [{str(cell): names(found) for cell, found in at.items()} for at in steps],
        "ofNode": {str(node): names(found) for node, found in books.of_node.items()},
        "jumpTo": {str(node): names([books.jump_to(node)]) for node in books.visits},
    }


def names(cells):
    return {str(cell) for cell in cells if cell}


def agree(*traces):
    """Node takes longer to start than for most runs: it is given several at once."""
    for trace, found in zip(traces, rebuild(*traces)["answers"], strict=True):
        told = found["blame"]
        if told:
            told = {
                "conflicts": [as_sets(conflicts) for conflicts in told["conflicts"]],
                "ofNode": as_sets(told["ofNode"]),
                "jumpTo": as_sets(told["jumpTo"]),
            }
        assert told == blame_of(trace), trace
        assert len(found["states"]) == len(trace) + 1
        for step, state in enumerate(found["states"]):
            assert state == state_of(trace, step), f"step {step} of {trace}"
        assert found["tree"] == tree_of(trace), trace
        moves = found["moves"]
        moves.pop("move")  # steps of the browser's own
        for what, steps in moves.items():
            assert steps == list(trace.steps(what)), f"{what} of {trace}"


def as_sets(lists):
    return {key: set(names) for key, names in lists.items()}
