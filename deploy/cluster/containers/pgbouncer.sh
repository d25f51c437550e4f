#!/bin/sh
# What is another in a container than in pgbouncer.ini: where the way to the primary is, who may come, and the password, which comes from the environment.
# (A section that is begun again, after an %include, would set everything that it does not name back to PgBouncer's defaults.)
set -e
umask 077
printf '"forecourt" "%s"\n' "$DATABASE_PASSWORD" >/tmp/userlist.txt
sed -e "s/ host=127\.0\.0\.1 / host=$WAY /" \
  -e 's/^listen_addr = 127\.0\.0\.1$/listen_addr = 0.0.0.0/' \
  -e 's#^auth_file = /etc/pgbouncer/#auth_file = /tmp/#' \
  -e '$a unix_socket_dir =' /etc/pgbouncer/pgbouncer.ini >/tmp/pgbouncer.ini
exec pgbouncer /tmp/pgbouncer.ini
