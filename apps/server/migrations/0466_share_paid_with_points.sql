-- Which share of a booking's price points may pay, in percent.
alter table account_settings add column point_share_percent smallint not null default 100
  constraint account_settings_point_share_percent_check check (point_share_percent between 1 and 100);
