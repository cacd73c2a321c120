// bt, fc, mac and gac in C++17, counting what docs/COUNTING.md defines.
//
// This is what the compiled kernels of futoshiki_lab are measured against: the same searches with
// the same integers, written for speed. A domain is a bit mask (bit v-1 stands for the value v),
// relations between neighbours lie in tables, a trail keeps what a value took away, and neither
// the search nor its looks recurse or allocate. What a look means is said in search.py and
// alldifferent.py of futoshiki_lab; here it is only done sooner.
//
//     g++ -std=c++17 -O3 -march=native peer.cpp -o peer
//
// One request a line on standard input, one answer a line on standard output:
//
//     algorithm select node_limit milliseconds n grid signs
//
//     algorithm and select: one of the pairs in `searches`, below
//     node_limit    the search ends there, or at the first solution
//     milliseconds  the search is repeated until that takes at least so long
//     grid          n * n numbers, 0 is an empty cell
//     signs         their number m, then m pairs of cell numbers from 0, the smaller cell first
//
//     nodes accepted checks setup_checks prunes setup_prunes wipeouts backtracks max_depth
//     solutions nanoseconds
//
// `nanoseconds` is the mean processor time of one search. It covers all that a search does: domains
// are laid out anew, givens placed, counters cleared. It does not cover the tables that a puzzle's
// size and signs determine (who is whose neighbour, by which relation), built once per request.

#include <ctime>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "search.hpp"

namespace {

template <Algorithm algorithm, Select select>
void answer(const Puzzle& puzzle, Count node_limit, double milliseconds) {
    const Tables tables(puzzle);
    const auto search = std::make_unique<Search<algorithm, select>>(tables, node_limit);
    std::int64_t rounds = 1;
    double spent = 0;
    for (;; rounds *= 2) {  // the first, cold one is taken only if it alone lasts long enough
        const std::clock_t start = std::clock();
        for (std::int64_t k = 0; k < rounds; ++k) search->run();
        spent = double(std::clock() - start) / CLOCKS_PER_SEC * 1e9;
        if (spent >= milliseconds * 1e6) break;
    }
    const Counts& c = search->counts;
    std::cout << c.nodes << ' ' << c.accepted << ' ' << c.checks << ' ' << c.setup_checks << ' '
              << c.prunes << ' ' << c.setup_prunes << ' ' << c.wipeouts << ' ' << c.backtracks
              << ' ' << c.max_depth << ' ' << c.solutions << ' ' << spent / double(rounds)
              << std::endl;
}

const std::map<std::string, void (*)(const Puzzle&, Count, double)> searches = {
    {"bt reading", answer<Algorithm::bt, Select::reading>},
    {"fc reading", answer<Algorithm::fc, Select::reading>},
    {"fc mrv", answer<Algorithm::fc, Select::mrv>},
    {"fc dom_wdeg", answer<Algorithm::fc, Select::dom_wdeg>},
    {"mac mrv", answer<Algorithm::mac, Select::mrv>},
    {"mac dom_wdeg", answer<Algorithm::mac, Select::dom_wdeg>},
    {"gac mrv", answer<Algorithm::gac, Select::mrv>},
    {"gac dom_wdeg", answer<Algorithm::gac, Select::dom_wdeg>},
};

}  // namespace

int main() {
    std::string algorithm, select;
    Count node_limit;
    double milliseconds;
    Puzzle puzzle;
    while (std::cin >> algorithm >> select >> node_limit >> milliseconds >> puzzle.n) {
        puzzle.grid.resize(std::size_t(puzzle.n) * puzzle.n);
        for (int& value : puzzle.grid) std::cin >> value;
        std::size_t signs;
        std::cin >> signs;
        puzzle.signs.resize(signs);
        for (auto& [small, large] : puzzle.signs) std::cin >> small >> large;
        searches.at(algorithm + " " + select)(puzzle, node_limit, milliseconds);
    }
}
