-- Once, on the primary: the role and the database of Forecourt.
--
--   psql -h 10.0.0.11 -U postgres -v password="'…'" -f database.sql
create role forecourt login password :password;
-- Behind PgBouncer nothing is set for a connection: the role carries it.
alter role forecourt set statement_timeout = '5500ms';
alter role forecourt set jit = off;
alter role forecourt set max_parallel_workers_per_gather = 0;
create database forecourt owner forecourt;
