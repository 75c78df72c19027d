-- Mails and templates are made of blocks in one order across all kinds (docs/adr/0525): one table in place of three, which nothing wrote.
alter table mail_events drop column if exists mail_url_id;
drop table mail_texts;
drop table mail_images;
drop table mail_urls;

alter table mails add column preheader text not null default '',
  add column language text not null default 'ja' check (language in ('ja', 'en')),
  -- 1: the action's mail; others are the same mail in another language.
  add column seq smallint not null default 1 check (seq > 0),
  drop constraint mails_account_id_campaign_action_id_key,
  add constraint mails_of_action unique (account_id, campaign_action_id, language),
  drop constraint mails_account_id_mail_template_id_fkey,
  add foreign key (account_id, mail_template_id) references mail_templates (account_id, id) on delete set null (mail_template_id);

create table mail_blocks (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  mail_id bigint,
  mail_template_id bigint,
  seq smallint not null check (seq > 0),
  kind text not null check (kind in ('heading', 'text', 'url', 'image', 'divider', 'coupon', 'points', 'stay')),
  -- Null: for every guest. Else conditions as those of a segment.
  target jsonb,
  text text not null default '',
  label text not null default '',
  url text not null default '',
  image_hash text,
  alt text not null default '',
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, mail_id, seq) deferrable initially deferred,
  unique (account_id, mail_template_id, seq) deferrable initially deferred,
  check (num_nonnulls(mail_id, mail_template_id) = 1),
  foreign key (account_id, mail_id) references mails (account_id, id) on delete cascade,
  foreign key (account_id, mail_template_id) references mail_templates (account_id, id) on delete cascade
);
create index mail_blocks_image on mail_blocks (account_id, image_hash) where image_hash is not null;
select protect_tenant_table('mail_blocks');
