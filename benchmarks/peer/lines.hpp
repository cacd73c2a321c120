// All-different on one line of n places (Régin 1994), on the masks of the places alone.

#pragma once

#include <cstdint>

#include "tables.hpp"

struct Line {
    int n;
    std::int8_t* held;    // the value that each place held when the line was last looked at, or -1
    Mask left[max_size];  // the domain of each place
    Mask several = 0;     // the places that have more than one value
    int holder[max_size];  // the place that holds a value, for values not in `unheld`
    Mask unheld = 0;

    Line(int n, std::int8_t* held) : n(n), held(held) {}

    // Leaves the values that some way of filling the whole line contains. False: there is no way.
    bool filter() {
        if (!take_singles() || !match()) return false;
        if (several) keep_components();
        return true;
    }

    // The places that have too few values between them: those reached from the first place that
    // cannot have one. For a line on which `filter` failed, its domains as they were before.
    Mask crowded() {
        unheld = full(n);
        int start = 0;
        while (augment(start)) ++start;
        Mask places = only(start), values = left[start];
        for (Mask before = 0; before != places;) {
            before = places;
            for (Mask rest = values; rest; rest &= rest - 1) places |= only(holder[lowest(rest)]);
            for (Mask rest = places; rest; rest &= rest - 1) values |= left[lowest(rest)];
        }
        return places;
    }

private:
    // Takes the value of a place that has no other from all other places, until nothing changes.
    bool take_singles() {
        Mask fresh = 0;
        for (int place = 0; place < n; ++place) {
            if (left[place] & (left[place] - 1)) {
                several |= only(place);
            } else {
                if (fresh & left[place]) return false;
                fresh |= left[place];
            }
        }
        while (fresh) {
            Mask found = 0;
            for (Mask rest = several; rest; rest &= rest - 1) {
                const int place = lowest(rest);
                const Mask values = left[place] &= ~fresh;
                if (values & (values - 1)) continue;
                if (!values || (found & values)) return false;
                found |= values;
                several &= ~only(place);
            }
            fresh = found;
        }
        return true;
    }

    // Gives every place that has several values one of them: as last time where that is possible.
    bool match() {
        for (Mask rest = several; rest; rest &= rest - 1) unheld |= left[lowest(rest)];
        Mask unmatched = 0;
        for (Mask rest = several; rest; rest &= rest - 1) {
            const int place = lowest(rest), value = held[place];
            if (value >= 0 && (left[place] & unheld & only(value))) {
                holder[value] = place;
                unheld &= ~only(value);
            } else {
                unmatched |= only(place);
            }
        }
        for (; unmatched; unmatched &= unmatched - 1) {
            if (!augment(lowest(unmatched))) return false;
        }
        return true;
    }

    // Lets one more place hold a value, others handing theirs on along a shortest path.
    bool augment(int start) {
        int asker[max_size], asking[max_size];
        int begin = 0, end = 0;
        Mask seen = 0;
        asking[end++] = start;
        while (begin != end) {
            const int place = asking[begin++];
            if (const Mask free_values = left[place] & unheld) {
                hand_on(asker, start, place, lowest(free_values));
                return true;
            }
            for (Mask fresh = left[place] & ~seen; fresh; fresh &= fresh - 1) {
                const int value = lowest(fresh);
                asker[value] = place;
                asking[end++] = holder[value];
            }
            seen |= left[place];
        }
        return false;
    }

    void hand_on(const int* asker, int start, int place, int value) {
        unheld &= ~only(value);
        for (;;) {
            const int before = held[place];
            held[place] = std::int8_t(value);
            holder[value] = place;
            if (place == start) return;
            value = before;
            place = asker[value];
        }
    }

    // An arrow leads from each held value to the other values of its holder. A value goes that lies
    // in another strongly connected component than the one its cell holds. The components are found
    // along one path of arrows (Purdom 1970, Munro 1971): a stack of sets of values, of which the
    // last two are merged as long as an arrow leads from the last one back.
    void keep_components() {
        Mask component[max_size], arrows[max_size];
        Mask unseen = 0, path = 0;
        for (Mask rest = several; rest; rest &= rest - 1) unseen |= only(held[lowest(rest)]);
        int top = -1;
        while (unseen || path) {
            const Mask out = top < 0 ? unseen : arrows[top] & ~component[top];
            if (out & path) {
                component[top - 1] |= component[top];
                arrows[top - 1] |= arrows[top];
                --top;
            } else if (const Mask next = out & unseen) {
                const int value = lowest(next);
                component[++top] = only(value);
                arrows[top] = left[holder[value]];
                unseen ^= only(value);
                path |= only(value);
            } else {
                const Mask done = component[top--];
                path ^= done;
                for (Mask rest = done; rest; rest &= rest - 1) left[holder[lowest(rest)]] &= done;
            }
        }
    }
};
