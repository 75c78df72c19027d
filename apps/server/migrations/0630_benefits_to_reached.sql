-- Campaigns that exist go on giving to everybody whom their segments mean; segments from now on say it.
alter table campaign_segments add column benefits_to_reached boolean not null default false;
alter table campaign_segments alter column benefits_to_reached set default true;
