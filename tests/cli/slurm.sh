#!/usr/bin/env bash
# Slurm with four nodes on this machine, for tests: no systemd, nothing outside the folder.
#
# usage: slurm.sh start FOLDER; export SLURM_CONF=FOLDER/slurm.conf ...; slurm.sh stop FOLDER
#        slurm.sh kill FOLDER NODE     the node and all that runs on it die
#        slurm.sh restart FOLDER NODE
set -euo pipefail
export PATH="$PATH:/usr/sbin:/sbin"
folder=$(realpath "$2")
export SLURM_CONF=$folder/slurm.conf

start() {
    local host port
    host=$(hostname -s)
    port=$((20000 + RANDOM % 20000))
    mkdir -p "$folder"/{state,n1,n2,n3,n4}
    (umask 077 && head -c 1024 /dev/urandom >"$folder/munge.key")
    cat >"$SLURM_CONF" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthInfo=socket=$folder/munge.socket,cred_expire=5
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/%n.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/%n.log
ProctrackType=proctrack/pgid
SelectType=select/linear
SchedulerType=sched/builtin
MpiDefault=none
ReturnToService=2
SlurmdTimeout=5
SlurmdParameters=config_overrides
NodeName=n[1-4] NodeHostname=$host NodeAddr=127.0.0.1 Port=[$((port + 1))-$((port + 4))] CPUs=1
PartitionName=all Nodes=n[1-4] Default=YES
END
    munged --force --socket="$folder/munge.socket" --key-file="$folder/munge.key" --pid-file="$folder/munged.pid" \
        --log-file="$folder/munged.log" --seed-file="$folder/munge.seed"
    slurmctld -c
    for node in n1 n2 n3 n4; do slurmd -N $node; done
    for _ in {1..300}; do
        if [[ $(sinfo -h -t idle -o %D) == 4 ]]; then return; fi
        sleep 0.1
    done
    sinfo && tail "$folder"/*.log && return 1
}

# Processes of a node carry its name; those of another test have another configuration.
processes_of() {
    grep -lzx "SLURMD_NODENAME=$1" /proc/[0-9]*/environ 2>/dev/null | xargs -r grep -lzx "SLURM_CONF=$SLURM_CONF" 2>/dev/null |
        cut -d/ -f3 || true  # processes end meanwhile
}

case $1 in
    start) start ;;
    kill)
        # The daemon of a step is the parent of its programs.
        kill -9 "$(<"$folder/$3.pid")" $(processes_of "$3" | while read -r id; do
            parent=$(ps -o ppid= -p "$id")
            if [[ $(ps -o args= -p "$parent") == slurmstepd:* ]]; then echo "$parent"; fi
            echo "$id"
        done)
        # The controller itself would need a minute to see it.
        scontrol update "nodename=$3" state=down reason=killed
        ;;
    restart) slurmd -N "$3" ;;
    stop)
        for file in "$folder"/*.pid; do kill -9 "$(<"$file")" 2>/dev/null || true; done
        for node in n1 n2 n3 n4; do processes_of $node; done | xargs -r kill -9
        ;;
esac
