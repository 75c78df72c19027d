#!/bin/sh
# Roles and database, once, on an empty PostgreSQL; a superuser runs it. On one of your own: PGUSER=postgres OWNER_PASSWORD=… APP_PASSWORD=… sh deploy/database.sh
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$OWNER_PASSWORD" -v app="$APP_PASSWORD" -d postgres <<'SQL'
create role okaeri_owner login nosuperuser nobypassrls createdb nocreaterole password :'owner';
create role okaeri_app login nosuperuser nobypassrls nocreatedb nocreaterole password :'app';
create database okaeri owner okaeri_owner;
SQL
psql -v ON_ERROR_STOP=1 -d okaeri <<'SQL'
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists btree_gist;
alter function pg_catalog.textlike(text, text) leakproof;
SQL
