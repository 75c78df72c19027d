-- What a template said before each save, so that it can be looked at and put back; and what a whole mail holds beside title and body.
alter table mail_templates
  add column if not exists preheader text not null default '',
  add column if not exists signature text not null default '',
  add column if not exists from_address text not null default '',
  add column if not exists language text not null default 'ja' check (language in ('ja', 'en'));

create table mail_template_versions (
  account_id bigint not null,
  mail_template_id bigint not null,
  version integer not null,
  -- As the call says it, its blocks too.
  document jsonb not null,
  saved_by bigint,
  saved_at timestamptz not null,
  replaced_at timestamptz not null,
  primary key (account_id, mail_template_id, version),
  foreign key (account_id, mail_template_id) references mail_templates (account_id, id)
);
select protect_tenant_table('mail_template_versions');
