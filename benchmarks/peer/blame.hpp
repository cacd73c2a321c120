// Who is to blame for a dead end: conflict sets, for a search that jumps back (Prosser 1993).
//
// A searched cell stands in a set by the depth at which it is visited, one bit in 64-bit words. In
// the conflict set of a depth only smaller depths mean anything; a given counts as a depth that no
// cell has.

#pragma once

#include <cstdint>
#include <vector>

#include "tables.hpp"

class Blame {
public:
    void reset(int cells, int searched) {
        words = searched / 64 + 1;
        visited_at.assign(cells, searched);
        removers.assign(std::size_t(cells) * words, 0);
        conflicts.resize(std::size_t(searched + 1) * words);
    }

    // Begins the conflict set of a depth: the cells that removed values of the one visited there.
    void visit(int depth, int cell) {
        visited_at[cell] = depth;
        const Word* from = of_cell(cell);
        Word* set = of_depth(depth);
        for (int w = 0; w <= depth / 64; ++w) set[w] = from[w];
    }

    void accuse(int depth, int cell) {
        const unsigned culprit = visited_at[cell];
        of_depth(depth)[culprit / 64] |= bit(culprit);
    }

    void accuse_removers_of(int cell, int depth) { add(of_depth(depth), of_cell(cell), depth); }

    void hand_over(int depth, int culprit) { add(of_depth(culprit), of_depth(depth), culprit); }

    // The value at a depth removes values of a cell, or no longer does.
    void flip_remover(int cell, int depth) { of_cell(cell)[depth / 64] ^= bit(depth); }

    // The last depth in a conflict set; -1 if there is none.
    int last_culprit(int depth) {
        const Word* set = of_depth(depth);
        int w = depth / 64;
        Word rest = set[w] & (bit(depth) - 1);
        while (!rest && w > 0) rest = set[--w];
        return rest ? 64 * w + 63 - __builtin_clzll(rest) : -1;
    }

private:
    using Word = std::uint64_t;

    static Word bit(unsigned depth) { return Word{1} << depth % 64; }
    static void add(Word* set, const Word* more, int depth) {
        for (int w = 0; w <= depth / 64; ++w) set[w] |= more[w];
    }
    Word* of_cell(int cell) { return removers.data() + cell * words; }
    Word* of_depth(int depth) { return conflicts.data() + depth * words; }

    int words = 1;
    std::vector<std::uint16_t> visited_at;  // per cell
    std::vector<Word> removers;             // per cell, the depths whose looks removed values of it
    std::vector<Word> conflicts;            // per depth
};
