#!/bin/sh
# Roles and a database, once, on a PostgreSQL of one's own; a superuser runs it:
#   PGUSER=postgres OWNER_PASSWORD=… APP_PASSWORD=… sh deploy/database.sh
# DATABASE=okaeri2 makes another one for the same roles, for example to restore into; roles that are there stay as they are.
set -eu
DATABASE="${DATABASE:-okaeri}"
export OWNER_PASSWORD="${OWNER_PASSWORD:-}" APP_PASSWORD="${APP_PASSWORD:-}"
# Passwords come by the environment, for everybody on the machine reads the words of a command.
psql -v ON_ERROR_STOP=1 -v database="$DATABASE" -d postgres <<'SQL'
\getenv owner OWNER_PASSWORD
\getenv app APP_PASSWORD
select format('create role okaeri_owner login nosuperuser nobypassrls createdb nocreaterole password %L', :'owner')
  where not exists (select from pg_roles where rolname = 'okaeri_owner') \gexec
select format('create role okaeri_app login nosuperuser nobypassrls nocreatedb nocreaterole password %L', :'app')
  where not exists (select from pg_roles where rolname = 'okaeri_app') \gexec
create database :"database" owner okaeri_owner;
SQL
psql -v ON_ERROR_STOP=1 -d "$DATABASE" <<'SQL'
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists btree_gist;
alter function pg_catalog.textlike(text, text) leakproof;
SQL
