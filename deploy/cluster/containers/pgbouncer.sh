#!/bin/sh
# What is another in a container than in pgbouncer.ini: where the way to the primary is, who may come, and the password, which comes from the environment.
umask 077
printf '"forecourt" "%s"\n' "$DATABASE_PASSWORD" >/tmp/userlist.txt
cat >/tmp/pgbouncer.ini <<END
%include /etc/pgbouncer/pgbouncer.ini
[databases]
forecourt = host=$WAY port=5000 dbname=forecourt
[pgbouncer]
listen_addr = 0.0.0.0
auth_file = /tmp/userlist.txt
unix_socket_dir =
END
exec pgbouncer /tmp/pgbouncer.ini
