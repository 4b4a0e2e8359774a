#!/bin/sh
# run_in_containers.sh COUNT ARGUMENT...: crowfly on so many containers of compose.yaml, one rank each.
set -eu
count=$1
shift
# The name of a service stands for the addresses of all its containers.
hosts=$(getent ahostsv4 worker | awk '{print $1}' | sort -u | head -n "$count" | paste -s -d , -)
found=$(printf '%s\n' "$hosts" | tr , '\n' | wc -l)
if [ "$found" -lt "$count" ]; then
    echo "there are $found containers of the service \`worker\`, not $count" >&2
    exit 2
fi
exec mpirun -n "$count" --host "$hosts" --mca btl tcp,self crowfly "$@"
