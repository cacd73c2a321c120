// The search and its looks.

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "arcs.hpp"
#include "lines.hpp"
#include "tables.hpp"

constexpr std::uint8_t taken = 50;  // stands for the size of an assigned cell's domain: never least

// What is known at one moment of a search, and the verbs that change it.
template <Algorithm algorithm, Select select>
class Search {
public:
    Search(const Tables& tables, Count node_limit) : t(tables), node_limit(node_limit) {
        trail.resize(std::size_t(t.cells) * (t.n + 1) + 1);
        queue.resize(t.arcs.size() + 1);
        waiting.resize(t.arcs.size());
        weight.resize(t.arcs.size());
    }

    // Searches from the start to the first solution; may be called again.
    void run() {
        reset();
        if (set_up()) search();
    }

    Counts counts;

private:
    struct Undo {
        std::uint16_t cell;
        Mask domain;
    };
    struct Frame {
        Mask untried;
        std::uint16_t cell;
        std::uint32_t mark;  // the length of the trail before a value was tried
    };

    const Tables& t;
    const Count node_limit;

    Mask domain[max_cells];                  // an assigned cell's domain is its one value
    Mask open[max_cells];                    // all ones if the cell is unassigned, else 0
    std::uint8_t size[max_cells];            // of the domain; `taken` if assigned
    std::uint8_t cost[max_cells][max_size];  // bt: checks that a value of the frame's cell needs
    Mask survivors[max_cells];               // bt: the values of the frame's cell that pass
    Frame frames[max_cells];

    std::vector<Undo> trail;
    std::uint32_t trail_end;
    std::vector<std::uint16_t> queue;         // mac: a ring of arcs
    std::vector<std::uint8_t> waiting;        // mac: per arc, whether it is in there
    std::vector<std::int32_t> weight;         // dom_wdeg: per arc, the same on its way back
    std::int64_t weighted_degree[max_cells];  // the sum of weights towards unassigned cells

    CellQueue waiting_cells;  // gac: whose signs have to be looked at
    std::int8_t match[2 * max_size][max_size];  // gac: of each line, see Line::held
    enum { rows, columns };

    static constexpr bool by_size = select == Select::mrv;

    // -- start ------------------------------------------------------------------------------------

    void reset() {
        counts = {};
        trail_end = 0;
        for (int cell = 0; cell < t.cells; ++cell) {
            domain[cell] = full(t.n);
            open[cell] = ~Mask{0};
        }
        for (std::size_t k = 0; k < t.given.size(); ++k) {
            domain[t.given[k]] = only(t.given_value[k]);
        }
        if constexpr (by_size) {
            for (int cell = 0; cell < t.cells; ++cell) size[cell] = size_of(domain[cell]);
        }
        if constexpr (algorithm == Algorithm::gac) std::memset(match, -1, 2 * t.n * max_size);
        if constexpr (select == Select::dom_wdeg) {
            std::fill(weight.begin(), weight.end(), 1);
            std::fill(weighted_degree, weighted_degree + t.cells, t.degree);
        }
    }

    bool set_up() {
        bool passed = true;
        for (std::size_t k = 0; passed && k < t.given.size(); ++k) {
            occupy(t.given[k]);
            passed = look(t.given[k], t.given_value[k]);
        }
        if (passed) passed = whole_board_consistent();
        std::swap(counts.checks, counts.setup_checks);
        std::swap(counts.prunes, counts.setup_prunes);
        trail_end = 0;
        return passed;
    }

    // Before the first node. What a look maintains has to be there first.
    bool whole_board_consistent() {
        if constexpr (algorithm == Algorithm::gac) {
            waiting_cells.clear();
            for (int cell = 0; cell < t.cells; ++cell) waiting_cells.add(cell);
            return propagate(full(t.n), full(t.n));
        } else {
            return algorithm != Algorithm::mac || all_arcs_consistent();
        }
    }

    // -- search -----------------------------------------------------------------------------------

    void search() {
        const int last = int(t.free.size());
        int depth = 0;  // frames in use
        if (last == 0) {
            ++counts.solutions;
            return;
        }
        enter(depth++);
        for (;;) {
            Frame& frame = frames[depth - 1];
            const int cell = frame.cell;
            if (!frame.untried) {
                restore(frame.mark);
                leave(cell);
                if (--depth == 0) return;
                ++counts.backtracks;
                continue;
            }
            if (counts.nodes == node_limit) return;
            restore(frame.mark);
            ++counts.nodes;
            const int value = lowest(frame.untried);
            frame.untried &= frame.untried - 1;
            if (depth > counts.max_depth) counts.max_depth = depth;
            if (!try_value(depth - 1, cell, value)) continue;
            ++counts.accepted;
            if (depth < last) {
                enter(depth++);
            } else {
                ++counts.solutions;
                return;
            }
        }
    }

    bool try_value(int depth, int cell, int value) {
        if constexpr (algorithm == Algorithm::bt) {
            counts.checks += cost[depth][value];
            if (!(survivors[depth] >> value & 1)) return false;
        }
        remember(cell, domain[cell]);
        domain[cell] = only(value);
        if constexpr (algorithm == Algorithm::bt) return true;
        return look(cell, value);
    }

    void enter(int depth) {
        const int cell = choose(depth);
        frames[depth] = {domain[cell], std::uint16_t(cell), trail_end};
        occupy(cell);
        if constexpr (algorithm == Algorithm::bt) look_back_at_all_values(depth, cell);
    }

    // -- which cell next --------------------------------------------------------------------------

    int choose(int depth) {
        if constexpr (select == Select::reading) return t.free[depth];
        if constexpr (select == Select::mrv) return smallest();
        int best = -1;
        std::int64_t best_size = 0, best_weight = 0;
        for (int cell : t.free) {
            if (!open[cell]) continue;
            const std::int64_t left = size_of(domain[cell]), sum = weighted_degree[cell];
            const bool smaller = best_weight == 0 || left * best_weight < best_size * sum;
            if (best < 0 || (sum > 0 && smaller)) best = cell, best_size = left, best_weight = sum;
        }
        return best;
    }

    int smallest() const {
        std::uint8_t least = 255;
        for (int cell = 0; cell < t.cells; ++cell) least = size[cell] < least ? size[cell] : least;
        return int(static_cast<const std::uint8_t*>(std::memchr(size, least, t.cells)) - size);
    }

    // A cell counts as assigned from `occupy` to `leave`, whichever of its values is tried.
    void occupy(int cell) {
        open[cell] = 0;
        if constexpr (by_size) size[cell] = taken;
        if constexpr (select == Select::dom_wdeg) shift_weights(cell, -1);
    }

    void leave(int cell) {
        open[cell] = ~Mask{0};
        if constexpr (by_size) size[cell] = size_of(domain[cell]);
        if constexpr (select == Select::dom_wdeg) shift_weights(cell, +1);
    }

    void shift_weights(int cell, int sign) {
        const Arc* arcs = t.arcs_of(cell);
        const std::int32_t* weights = weight.data() + cell * t.degree;
        for (int k = 0; k < t.degree; ++k) weighted_degree[arcs[k].to] += sign * weights[k];
    }

    // -- changes ----------------------------------------------------------------------------------

    void remember(int cell, Mask old) { trail[trail_end++] = {std::uint16_t(cell), old}; }

    void restore(std::uint32_t mark) {
        while (trail_end > mark) {
            const Undo& undo = trail[--trail_end];
            domain[undo.cell] = undo.domain;
            if constexpr (by_size) {
                if (open[undo.cell]) size[undo.cell] = size_of(undo.domain);
            }
        }
    }

    // Every constraint counts a wipe-out that it caused, from both its ends.
    void blame(int arc) {
        ++counts.wipeouts;
        make_heavier(arc);
    }

    void make_heavier(int arc) {
        if constexpr (select == Select::dom_wdeg) {
            const Arc& there = t.arcs[arc];
            ++weight[arc];
            ++weight[there.back];
            if (open[there.to]) ++weighted_degree[there.from];
            if (open[there.from]) ++weighted_degree[there.to];
        }
    }

    // -- looks ------------------------------------------------------------------------------------

    bool look(int cell, int value) {
        if constexpr (algorithm == Algorithm::bt) return look_back(cell, value);
        if constexpr (algorithm == Algorithm::fc) return look_ahead(cell, value);
        if constexpr (algorithm == Algorithm::mac) return look_everywhere(cell);
        waiting_cells.clear();
        waiting_cells.add(cell);
        return propagate(only(cell / t.n), only(cell % t.n));
    }

    // For a given: against those placed before it.
    bool look_back(int cell, int value) {
        const Arc* arcs = t.arcs_of(cell);
        for (int k = 0; k < t.degree; ++k) {
            if (open[arcs[k].to]) continue;
            ++counts.checks;
            if (!(t.allowed[arcs[k].relation][value] & domain[arcs[k].to])) return false;
        }
        return true;
    }

    // What surrounds a cell stays the same for all of its values. So one walk over the assigned
    // neighbours tells for each value at which of them its look ends; the look itself is then a
    // lookup.
    void look_back_at_all_values(int depth, int cell) {
        const Arc* arcs = t.arcs_of(cell);
        Mask left = domain[cell];
        int seen = 0;
        for (int k = 0; k < t.degree; ++k) {
            const int other = arcs[k].to;
            if (open[other]) continue;
            ++seen;
            const Relation seen_from_there = t.arcs[arcs[k].back].relation;
            Mask failing = left & ~t.allowed[seen_from_there][lowest(domain[other])];
            left ^= failing;
            for (; failing; failing &= failing - 1) cost[depth][lowest(failing)] = seen;
        }
        survivors[depth] = left;
        for (; left; left &= left - 1) cost[depth][lowest(left)] = seen;
    }

    // Forward checking. An assigned neighbour's domain reads as empty, costs nothing and loses
    // nothing, so the loop needs no branch for it.
    bool look_ahead(int cell, int value) {
        const Arc* arcs = t.arcs_of(cell);
        Count checks = 0, prunes = 0;
        std::uint32_t end = trail_end;
        bool passed = true;
        for (int k = 0; k < t.degree; ++k) {
            const int other = arcs[k].to;
            const Mask old = domain[other] & open[other];
            const Mask left = old & t.allowed[arcs[k].relation][value];
            const int before = size_of(old);
            checks += before;
            if (left == old) continue;
            const int after = size_of(left);
            prunes += before - after;
            trail[end++] = {std::uint16_t(other), old};
            domain[other] = left;
            if constexpr (by_size) size[other] = after;
            if (!left) {
                blame(cell * t.degree + k);
                passed = false;
                break;
            }
        }
        trail_end = end;
        counts.checks += checks;
        counts.prunes += prunes;
        return passed;
    }

    // AC-3 from the arcs that lead to the cell just assigned.
    bool look_everywhere(int cell) {
        std::size_t end = 0;
        const Arc* arcs = t.arcs_of(cell);
        for (int k = 0; k < t.degree; ++k) {
            if (open[arcs[k].to]) queue[end++] = arcs[k].back;
        }
        return consistent(end);
    }

    bool all_arcs_consistent() {
        std::size_t end = 0;
        for (std::size_t arc = 0; arc < t.arcs.size(); ++arc) {
            if (open[t.arcs[arc].from]) queue[end++] = arc;
        }
        return consistent(end);
    }

    // AC-3, first in first out; an arc that waits is not queued again. What the loop reads all the
    // time is held in locals: a write through a byte pointer might change any member.
    bool consistent(std::size_t end) {
        const Arc* const all = t.arcs.data();
        std::uint16_t* const ring = queue.data();
        std::uint8_t* const waits = waiting.data();
        const std::size_t capacity = queue.size();
        const int degree = t.degree;
        std::size_t begin = 0;
        for (std::size_t k = 0; k < end; ++k) waits[ring[k]] = 1;
        Count checks = 0, prunes = 0;
        bool passed = true;
        while (begin != end) {
            const int number = ring[begin];
            if (++begin == capacity) begin = 0;
            waits[number] = 0;
            const Arc arc = all[number];
            const Mask x = domain[arc.from];
            const Mask left = revised(arc.relation, x, domain[arc.to], checks);
            if (left == x) continue;
            prunes += size_of(x ^ left);
            remember(arc.from, x);
            domain[arc.from] = left;
            if constexpr (by_size) size[arc.from] = size_of(left);
            if (!left) {
                blame(number);
                passed = false;
                break;
            }
            // Each neighbour is written behind the end, and stays if it is to wait: no branch that
            // would be guessed wrong half of the time.
            const Arc* const arcs = all + arc.from * degree;
            for (int k = 0; k < degree; ++k) {
                const int back = arcs[k].back, other = arcs[k].to;
                const bool joins = (other != arc.to) & (open[other] != 0) & !waits[back];
                ring[end] = std::uint16_t(back);
                waits[back] |= joins;
                end += joins;
                if (end == capacity) end = 0;
            }
        }
        while (begin != end) {
            waits[ring[begin]] = 0;
            if (++begin == capacity) begin = 0;
        }
        counts.checks += checks;
        counts.prunes += prunes;
        return passed;
    }

    // Generalised arc consistency (Régin 1994 for the lines): the signs of all waiting cells, then
    // one line, the first row first and the last column last, until nothing waits.
    bool propagate(Mask rows_due, Mask columns_due) {
        Mask due[2] = {rows_due, columns_due};
        for (;;) {
            if (!waiting_cells.empty()) {
                if (!bounds_hold(waiting_cells.take(), due)) return false;
            } else if (due[rows] | due[columns]) {
                const int kind = due[rows] ? rows : columns;
                const int index = lowest(due[kind]);
                if (!filter_line(kind, index, due)) return false;
                due[kind] &= ~only(index);
            } else {
                return true;
            }
        }
    }

    void changed(int cell, Mask left, Mask* due) {
        const Mask old = domain[cell];
        counts.prunes += size_of(old ^ left);
        remember(cell, old);
        domain[cell] = left;
        if constexpr (by_size) size[cell] = size_of(left);
        waiting_cells.add(cell);
        due[rows] |= only(t.row[cell]);
        due[columns] |= only(t.column[cell]);
    }

    // What the bounds of y say about the cells that have a sign with it.
    bool bounds_hold(int y, Mask* due) {
        const Mask there = domain[y];
        const Mask above_least = ~(there ^ (there - 1));         // larger than y's smallest value
        const Mask below_greatest = below(31 - __builtin_clz(there));
        for (const std::uint16_t* arc = t.signed_arcs(y); arc != t.signed_arcs(y + 1); ++arc) {
            const int x = t.arcs[*arc].to;
            if (!open[x]) continue;
            const Mask old = domain[x];
            const Mask left = old & (t.arcs[*arc].relation == less ? above_least : below_greatest);
            counts.checks += size_of(old);
            if (left == old) continue;
            changed(x, left, due);
            if (!left) {
                blame(*arc);
                return false;
            }
        }
        return true;
    }

    // Leaves in a line's domains the values that some way of filling the whole line contains.
    bool filter_line(int kind, int index, Mask* due) {
        const int n = t.n, first = kind == rows ? index * n : index, step = kind == rows ? 1 : n;
        Line line(n, match[kind == rows ? index : n + index]);
        for (int place = 0; place < n; ++place) line.left[place] = domain[first + place * step];
        if (!line.filter()) return overfull(first, step);
        for (int place = 0; place < n; ++place) {
            const int cell = first + place * step;
            if (line.left[place] != domain[cell]) changed(cell, line.left[place], due);
        }
        return true;
    }

    // There is no way to fill a line: wipes out the last unassigned one of the cells that have too
    // few values between them. All of them are to blame.
    bool overfull(int first, int step) {
        std::int8_t held[max_size];
        Line line(t.n, held);
        for (int place = 0; place < t.n; ++place) line.left[place] = domain[first + place * step];
        const Mask crowded = line.crowded();
        int culprit = -1;
        for (Mask rest = crowded; rest; rest &= rest - 1) {
            const int cell = first + lowest(rest) * step;
            if (open[cell]) culprit = cell;
        }
        ++counts.wipeouts;
        counts.prunes += size_of(domain[culprit]);
        remember(culprit, domain[culprit]);
        domain[culprit] = 0;
        for (Mask rest = crowded; rest; rest &= rest - 1) {
            const int other = first + lowest(rest) * step;
            if (other != culprit) make_heavier(t.arc_between(culprit, other));
        }
        return false;
    }
};
