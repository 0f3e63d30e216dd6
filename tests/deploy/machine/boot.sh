#!/bin/sh
# Run by root in namespaces of its own (processes, mounts, network, cgroups): boot.sh UNITS SETTINGS PROGRAMS SEEN
# starts systemd with the units of a folder and no others, SETTINGS as /etc/galaxytables and the virtual environment
# PROGRAMS as /opt/galaxytables. Services find SEEN at /run/trial. It ends when `trial.service` does.
# The machine's own files can be read and not written: nothing changes outside of SEEN.
set -eu
mount --make-rprivate /
mount -t tmpfs tmpfs /run
mkdir /run/lock /run/etc /run/work /run/units /run/settings /run/trial
mount --bind "$1" /run/units
mount --bind "$2" /run/settings
mount --bind "$4" /run/trial
cd /
for folder in opt tmp var; do
    mount -t tmpfs -o mode=1777 tmpfs "$folder"
done
mkdir -p /opt/galaxytables /var/lib /var/tmp
mount --bind "$3" /opt/galaxytables
mount -t overlay -o lowerdir=/etc,upperdir=/run/etc,workdir=/run/work overlay /etc
mkdir -p /etc/galaxytables
mount --bind /run/settings /etc/galaxytables
mount -o remount,bind,ro /
umount -R /sys/fs/cgroup 2>/dev/null || umount -l -R /sys/fs/cgroup
mount -t cgroup2 cgroup2 /sys/fs/cgroup
# A service's credentials are mounted by a process of systemd's: they come here as mounts are shared within.
mount --make-rshared /
exec env -i container=trial PATH=/usr/sbin:/usr/bin:/sbin:/bin SYSTEMD_UNIT_PATH=/run/units \
    /lib/systemd/systemd --system --log-target=console --log-level=notice --show-status=0 --unit=trial.target
