-- Nobody asked for these numbers, and while the table was small and new a plan took their index, which begins with the account alone, to
-- find one guest: each claim of a send then read everybody who was left out, for each of its guests.
alter table control_guests drop column id;
