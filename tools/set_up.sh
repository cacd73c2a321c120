#!/bin/sh
# Make or mend the virtual environment .venv in this folder: every pinned package, and this
# package itself, editable. The Makefile calls it; PYTHON may name the interpreter to use.
#
#   tools/set_up.sh            everything
#   tools/set_up.sh lab        what the notebooks use
#   tools/set_up.sh uv         only what `make lock` needs
#   tools/set_up.sh site       everything and what builds the site, in an environment of its own
set -eu

venv=.venv
lists="-r requirements.lock"
package=.
if [ "${1:-}" = lab ]; then
    lists="-c requirements.lock" # the pins of what the package itself asks for
    package=".[all]"
elif [ "${1:-}" = site ]; then
    venv=build/site/venv
    lists="$lists -r tools/site/requirements.txt"
fi
newest_pinned=14 # requirements.lock holds wheels for Python 3.11 to 3.14

fail() {
    echo "futoshiki_lab: $1" >&2
    exit 1
}

python_says() { # python_says PYTHON EXPRESSION
    "$1" -c "import sys; print($2)" 2>/dev/null
}

# The first Python that the pins know; failing that, a newer one; never one that cannot make a
# virtual environment (Debian and Ubuntu package that part separately).
find_python() {
    without_venv=
    for newest in $newest_pinned 99; do
        for python in "$@"; do
            suits=$(python_says "$python" "(3, 11) <= sys.version_info[:2] <= (3, $newest)") || continue
            [ "$suits" = True ] || continue
            "$python" -c "import ensurepip, venv" 2>/dev/null && return
            without_venv=$python
        done
    done
    if [ -n "$without_venv" ]; then
        version=$(python_says "$without_venv" "'%d.%d' % sys.version_info[:2]")
        fail "Python $version is here without its venv part: install it (Debian, Ubuntu: apt-get install python$version-venv) and run make again."
    fi
    fail "no Python 3.11 or later found${PYTHON:+ at $PYTHON}: install one (Debian, Ubuntu: apt-get install python3 python3-venv; Fedora: dnf install python3; macOS: brew install python) or name it: make PYTHON=/path/to/python3"
}

# An environment is kept if it runs, has pip (one that uv made has not) and is of the wanted Python.
keep_environment() {
    "$venv/bin/python" -c "import pip" 2>/dev/null || return 1
    [ -n "${PYTHON:-}" ] || return 0
    [ "$(python_says "$PYTHON" "sys.version, sys.base_prefix")" = \
        "$(python_says "$venv/bin/python" "sys.version, sys.base_prefix")" ]
}

make_environment() {
    if [ -n "${PYTHON:-}" ]; then
        find_python "$PYTHON"
    else
        find_python python3 python3.14 python3.13 python3.12 python3.11 python
    fi
    echo "Making $venv with $python ($(python_says "$python" "sys.version.split()[0]"))"
    "$python" -m venv --clear "$venv" || fail "$python could not make the environment $venv; see above."
}

install_uv() {
    "$venv/bin/python" -m pip install $quiet "$(grep '^uv==' requirements.lock || echo uv)"
}

install_with_uv() {
    pass_on_the_certificate
    install_uv && "$venv/bin/python" -m uv pip install $quiet --python "$venv/bin/python" $lists -e "$package"
}

install_with_pip() {
    "$venv/bin/python" -m pip install $quiet $lists -e "$package"
}

pip_setting() { # pip_setting NAME: its value, from the environment or any of pip's files
    "$venv/bin/python" -m pip config list 2>/dev/null | sed -n "s/^.*\.$1='\(.*\)'\$/\1/p" | tail -n 1
}

# uv does not read pip's settings. Where pip has been sent to another index, and uv has not, it has
# to be pip; a certificate that pip was told to trust is passed on.
only_pip_knows_the_index() {
    [ -z "${UV_DEFAULT_INDEX:-}${UV_INDEX_URL:-}${UV_INDEX:-}${UV_CONFIG_FILE:-}" ] &&
        [ -n "$(pip_setting index-url)$(pip_setting no-index)" ]
}

pass_on_the_certificate() {
    certificate=$(pip_setting cert)
    [ -z "$certificate" ] || export SSL_CERT_FILE="${SSL_CERT_FILE:-$certificate}"
}

export PIP_DISABLE_PIP_VERSION_CHECK=1
export PIP_USER=0 # a user's "install into my home" setting makes no sense in an environment
quiet=--quiet
[ -t 2 ] && quiet= # progress is shown to a person only

keep_environment || make_environment
if [ "${1:-}" = uv ]; then
    install_uv
    exit
fi

echo "Installing the packages of requirements.lock"
if only_pip_knows_the_index; then
    install_with_pip
elif ! install_with_uv; then
    echo "uv could not install them; trying pip, which takes longer" >&2
    install_with_pip
fi || fail "installing failed, see above (this is Python $(python_says "$venv/bin/python" "sys.version.split()[0]"); requirements.lock is for 3.11 to 3.$newest_pinned, on Linux with glibc, macOS and Windows)."

# A cell that runs too early, after a restart, say, names the one to run first: also before the
# package is imported. This environment is the project's own, so no other kernel hears of it.
mkdir -p "$venv/etc/ipython"
echo 'c.InteractiveShellApp.extensions = ["futoshiki_lab.support.out_of_order"]' \
    >"$venv/etc/ipython/ipython_kernel_config.py"
