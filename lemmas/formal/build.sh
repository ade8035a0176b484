#!/bin/sh
# Compile the development, in the order of _CoqProject, into a directory of its own (default: _build beside this
# file). Writes assumptions.txt there: each main theorem with the axioms it rests on.
#
#   sh build.sh [DIR]
#
# Exit status 0 only if every file compiles.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=${1:-$here/_build}
mkdir -p "$build/instances"
build=$(cd "$build" && pwd)

files=$(grep '\.v$' "$here/_CoqProject")
for file in $files; do cp "$here/$file" "$build/$file"; done
cd "$build"

for file in $files; do
    start=$(date +%s%N)
    coqc -w -ambiguous-paths -Q . AdvancedComposition "$file" >output.txt
    stop=$(date +%s%N)
    printf '%-32s %5d ms\n' "$file" $(((stop - start) / 1000000))
done

# The last file prints "== theorem" lines and Coq's own lists; keep the names, drop the types.
awk '
    /^== /                    { print $2; next }
    /^Axioms:/                { next }
    /^Closed under the global/ { print "  none"; next }
    /^[A-Za-z]/               { print "  " $1 }
' output.txt >assumptions.txt
rm output.txt
