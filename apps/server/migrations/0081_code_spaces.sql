-- Codes are unique in the space of the channel that gives them (docs/adr/0080): reservation_system knows NONE and DYN_DI, and two of
-- the three channels would share NONE. CSV and plain are 'none', as everything so far.
alter table stay_reservations add column code_space text not null default 'none' check (code_space in ('none', 'dynalution', 's4'));
alter table stay_transactions add column code_space text not null default 'none' check (code_space in ('none', 'dynalution', 's4'));
alter table stay_reservations add constraint stay_reservations_code_space_system
  check ((code_space = 'dynalution') = (reservation_system = 'DYN_DI')) not valid;
alter table stay_reservations no force row level security;
update stay_reservations set code_space = 'dynalution' where reservation_system = 'DYN_DI';
alter table stay_reservations force row level security;
