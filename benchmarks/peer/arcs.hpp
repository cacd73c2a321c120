// REVISE, with the number of checks that it takes, and a queue of cells.

#pragma once

#include <cstdint>

#include "tables.hpp"

// What is left of x beside y, adding the checks that looking for supports in ascending order
// takes: each value of x tries the values of y up to its first support.
inline Mask revised(Relation relation, Mask x, Mask y, Count& checks) {
    const int all = size_of(y), least = lowest(y);
    if (relation == unequal) {  // the least of y serves all but itself; the next serves that
        const Mask further = y & (y - 1);
        checks += size_of(x) + ((x >> least) & Mask(further != 0));
        return x & ~(further ? 0 : y);
    }
    if (relation == greater) {  // what is above the least of y is served by it
        const Mask left = x & ~(below(least) | only(least));
        checks += size_of(left) + Count(size_of(x ^ left)) * all;
        return left;
    }
    const int greatest = 31 - __builtin_clz(y);
    const Mask left = x & below(greatest);
    checks += Count(size_of(x ^ left)) * all;
    for (Mask rest = left; rest; rest &= rest - 1) {
        checks += size_of(y & (below(lowest(rest)) | only(lowest(rest)))) + 1;
    }
    return left;
}

// Cells that wait, first in first out, none of them twice.
class CellQueue {
public:
    bool empty() const { return begin == end; }
    void clear() {
        while (!empty()) take();
    }
    void add(int cell) {
        if (waits[cell]) return;
        waits[cell] = true;
        cells[end++ % max_cells] = std::uint16_t(cell);
    }
    int take() {
        const int cell = cells[begin++ % max_cells];
        waits[cell] = false;
        return cell;
    }

private:
    std::uint32_t begin = 0, end = 0;
    std::uint16_t cells[max_cells];
    bool waits[max_cells] = {};
};
