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
//     algorithm select back node_limit milliseconds n grid signs
//
//     algorithm     bt, fc, mac or gac
//     select        reading, mrv, mrv_degree or dom_wdeg (bt: reading only)
//     back          step, or jump to the last cell to blame (bt and fc only)
//     node_limit    the search ends there, or at the first solution
//     milliseconds  the search is repeated until that takes at least so long; 0 runs it once
//     grid          n * n numbers, 0 is an empty cell
//     signs         their number m, then m pairs of cell numbers from 0, the smaller cell first
//
//     nodes accepted checks setup_checks prunes setup_prunes wipeouts backtracks max_depth
//     solutions skipped nanoseconds
//
// `nanoseconds` is the mean processor time of one search. It covers all that a search does: domains
// are laid out anew, givens placed, counters cleared. It does not cover the tables that a puzzle's
// size and signs determine (who is whose neighbour, by which relation), built once per request.

#include <ctime>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "search.hpp"

namespace {

template <Algorithm algorithm, Select select, bool jump = false>
void answer(const Puzzle& puzzle, const Settings& settings, double milliseconds) {
    if constexpr (!jump && (algorithm == Algorithm::bt || algorithm == Algorithm::fc)) {
        if (settings.jump) return answer<algorithm, select, true>(puzzle, settings, milliseconds);
    }
    const Tables tables(puzzle);
    const auto search = std::make_unique<Search<algorithm, select, jump>>(tables, settings);
    std::int64_t rounds = 1;
    double spent = 0;
    for (;; rounds *= 2) {  // the first, cold one is taken only if it alone lasts long enough
        const std::clock_t start = std::clock();
        for (std::int64_t k = 0; k < rounds; ++k) search->run();
        spent = double(std::clock() - start) / CLOCKS_PER_SEC * 1e9;
        if (spent >= milliseconds * 1e6) break;
    }
    const Counts& c = search->counts;
    std::cout << c.nodes << ' ' << c.accepted << ' ' << c.checks << ' '
              << c.setup_checks << ' ' << c.prunes << ' ' << c.setup_prunes << ' ' << c.wipeouts
              << ' ' << c.backtracks << ' ' << c.max_depth << ' ' << c.solutions << ' '
              << c.skipped << ' ' << spent / double(rounds) << std::endl;
}

template <Algorithm algorithm>
void answer(const Puzzle& puzzle, const Settings& settings, double milliseconds) {
    switch (settings.select) {
        case Select::reading:
            return answer<algorithm, Select::reading>(puzzle, settings, milliseconds);
        case Select::mrv:
            return answer<algorithm, Select::mrv>(puzzle, settings, milliseconds);
        case Select::mrv_degree:
            return answer<algorithm, Select::mrv_degree>(puzzle, settings, milliseconds);
        case Select::dom_wdeg:
            return answer<algorithm, Select::dom_wdeg>(puzzle, settings, milliseconds);
    }
}

int position(const std::string& name, const std::vector<std::string>& known) {
    for (std::size_t k = 0; k < known.size(); ++k) {
        if (known[k] == name) return int(k);
    }
    throw std::invalid_argument("unknown setting '" + name + "'");
}

void serve(const std::string& line) {
    std::istringstream in(line);
    std::string algorithm, select, back;
    Settings settings{};
    double milliseconds = 0;
    Puzzle puzzle;
    in >> algorithm >> select >> back >> settings.node_limit >> milliseconds >> puzzle.n;
    if (!in || puzzle.n < 1 || puzzle.n > max_size) {
        throw std::invalid_argument("four settings, milliseconds and a size 1..32 expected");
    }
    settings.algorithm = Algorithm(position(algorithm, {"bt", "fc", "mac", "gac"}));
    settings.select = Select(position(select, {"reading", "mrv", "mrv_degree", "dom_wdeg"}));
    settings.jump = position(back, {"step", "jump"}) == 1;
    if (settings.jump && settings.algorithm > Algorithm::fc) {
        throw std::invalid_argument("only bt and fc can jump");
    }
    puzzle.grid.resize(std::size_t(puzzle.n) * puzzle.n);
    for (int& value : puzzle.grid) in >> value;
    std::size_t signs = 0;
    in >> signs;
    puzzle.signs.resize(signs);
    for (auto& [small, large] : puzzle.signs) in >> small >> large;
    if (!in) throw std::invalid_argument("grid and signs expected");
    switch (settings.algorithm) {
        case Algorithm::bt:
            if (settings.select != Select::reading) throw std::invalid_argument("bt needs reading");
            return answer<Algorithm::bt, Select::reading>(puzzle, settings, milliseconds);
        case Algorithm::fc: return answer<Algorithm::fc>(puzzle, settings, milliseconds);
        case Algorithm::mac: return answer<Algorithm::mac>(puzzle, settings, milliseconds);
        case Algorithm::gac: return answer<Algorithm::gac>(puzzle, settings, milliseconds);
    }
}

}  // namespace

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        try {
            serve(line);
        } catch (const std::exception& error) {
            std::cout << "error " << error.what() << std::endl;
        }
    }
}
