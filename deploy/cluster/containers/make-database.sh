#!/bin/sh
# Patroni runs this once, when it has made the first database, and says in $1 how its superuser connects.
exec psql "$1" -X -v ON_ERROR_STOP=1 -v password="'$DATABASE_PASSWORD'" -f /etc/forecourt/database.sql
