#!/bin/sh
# Runs one container's command and leaves its exit status in a file, so that a jobs server which was killed and started
# again still learns how an execution ended. The stop signal goes to the command alone, as to a container's first process.
exit_file=$1
shift
asked=
child=
# Before the start: a signal in the moment between the two would end this shell, and the command unasked.
trap 'asked=yes; kill -TERM "$child" 2>/dev/null' TERM
"$@" &
child=$!
[ -z "$asked" ] || kill -TERM "$child" 2>/dev/null
while :; do
  wait "$child"
  status=$?
  kill -0 "$child" 2>/dev/null || break
done
printf %s "$status" >"$exit_file.part" && mv "$exit_file.part" "$exit_file"
