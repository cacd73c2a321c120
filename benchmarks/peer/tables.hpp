// Puzzles as bit masks and tables: what a search reads and never writes.

#pragma once

#include <cstdint>
#include <utility>
#include <vector>

constexpr int max_size = 32;
constexpr int max_cells = max_size * max_size;

using Mask = std::uint32_t;
using Count = std::int64_t;

enum class Algorithm { bt, fc, mac, gac };
enum class Select { reading, mrv, dom_wdeg };
enum Relation : std::uint8_t { unequal, less, greater };

inline int size_of(Mask domain) { return __builtin_popcount(domain); }
inline int lowest(Mask domain) { return __builtin_ctz(domain); }
inline Mask only(int value) { return Mask{1} << value; }
inline Mask below(int value) { return only(value) - 1; }
inline Mask full(int n) { return n == 32 ? ~Mask{0} : only(n) - 1; }

struct Puzzle {
    int n = 0;
    std::vector<int> grid;                   // 0 is an empty cell
    std::vector<std::pair<int, int>> signs;  // (smaller cell, larger cell)
};

// The constraint between two neighbours as the first of them sees it.
struct Arc {
    std::uint16_t from, to;
    std::uint16_t back;  // the number of the arc that leads from `to` to `from`
    Relation relation;   // what the value of `from` must be to the value of `to`
};

// All that does not change while a puzzle is searched. Arcs are numbered so that those of cell c
// are arcs[c * degree] and so on, their `to` in reading order.
struct Tables {
    int n, cells, degree;
    std::vector<Arc> arcs;
    std::vector<std::uint16_t> with_sign;     // the arcs along signs, by number
    std::vector<std::uint16_t> with_sign_from;  // per cell, where its arcs begin in there
    std::vector<std::uint8_t> row, column;      // per cell
    std::vector<std::uint16_t> given, free;   // cells with and without a given value
    std::vector<std::uint8_t> given_value;    // from 0
    Mask allowed[3][max_size];                // allowed[r][a]: all b so that a is r to b

    explicit Tables(const Puzzle& puzzle)
        : n(puzzle.n), cells(n * n), degree(2 * (n - 1)), arcs(cells * degree) {
        std::vector<Arc*> between(cells * cells);
        for (int cell = 0, next = 0; cell < cells; ++cell) {
            for (int other = 0; other < cells; ++other) {
                bool in_line = cell / n == other / n || cell % n == other % n;
                if (cell == other || !in_line) continue;
                arcs[next] = {std::uint16_t(cell), std::uint16_t(other), 0, unequal};
                between[cell * cells + other] = &arcs[next++];
            }
        }
        for (Arc& arc : arcs) {
            arc.back = std::uint16_t(between[arc.to * cells + arc.from] - arcs.data());
        }
        for (auto [small, large] : puzzle.signs) {
            between[small * cells + large]->relation = less;
            between[large * cells + small]->relation = greater;
        }
        for (int cell = 0; cell < cells; ++cell) {
            row.push_back(cell / n);
            column.push_back(cell % n);
            with_sign_from.push_back(with_sign.size());
            for (int arc = cell * degree; arc < (cell + 1) * degree; ++arc) {
                if (arcs[arc].relation != unequal) with_sign.push_back(arc);
            }
        }
        with_sign_from.push_back(with_sign.size());
        for (int cell = 0; cell < cells; ++cell) {
            if (int value = puzzle.grid[cell]) {
                given.push_back(cell);
                given_value.push_back(value - 1);
            } else {
                free.push_back(cell);
            }
        }
        for (int a = 0; a < n; ++a) {
            allowed[unequal][a] = full(n) & ~only(a);
            allowed[less][a] = full(n) & ~(below(a) | only(a));
            allowed[greater][a] = below(a);
        }
    }

    const Arc* arcs_of(int cell) const { return arcs.data() + cell * degree; }
    int arc_between(int cell, int other) const {
        const Arc* arcs = arcs_of(cell);
        int k = 0;
        while (arcs[k].to != other) ++k;
        return cell * degree + k;
    }
    const std::uint16_t* signed_arcs(int cell) const {
        return with_sign.data() + with_sign_from[cell];
    }
};

struct Counts {
    Count nodes, accepted, checks, setup_checks, prunes, setup_prunes, wipeouts, backtracks,
        max_depth, solutions;
};
