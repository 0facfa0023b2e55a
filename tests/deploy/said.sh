# What the scripts beside this one read from answers, and how they hold it against what is expected. Sourced by them; `fail` is theirs.
is() { [ "$2" = "$3" ] || fail "$1: $2 instead of $3"; }
has() { case "$2" in *"$3"*) ;; *) fail "$1: no $3 in $2" ;; esac; }
# The text, or the number, behind a key of a JSON object.
word() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" <<<"$2"; }
number() { sed -n "s/.*\"$1\":\([0-9]*\)[,}].*/\1/p" <<<"$2"; }
