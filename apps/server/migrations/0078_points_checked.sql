-- Looks through the rows there are without shutting anybody out (docs/adr/0076).
alter table grant_points validate constraint grant_points_sign;
