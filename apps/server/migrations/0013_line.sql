-- LINE: the account's channel, messages of campaign actions, and statistics.

-- Credentials are encrypted and write-only. A webhook names its channel before a scope is known, hence the system reader.
create table line_channels (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  name text not null default '',
  channel_id text not null check (channel_id <> ''),
  channel_secret text not null,
  channel_access_token text not null,
  -- The bot's own user id: the webhook's destination.
  bot_user_id text unique,
  basic_id text,
  checked_at timestamptz,
  version integer not null default 1,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (channel_id)
);
create unique index line_channels_one on line_channels (account_id) where active_status = 'active';
select protect_tenant_table('line_channels');
select admit_system_reader('line_channels');

-- The LINE content of one campaign action.
create table lines (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  campaign_action_id bigint not null,
  -- Shown in the notification and where a message type cannot be shown.
  alt_text text not null default '' check (length(alt_text) <= 400),
  version integer not null default 1,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, campaign_action_id),
  foreign key (account_id, campaign_action_id) references campaign_actions (account_id, id)
);
select protect_tenant_table('lines');

create table line_messages (
  account_id bigint not null,
  id bigint generated always as identity,
  line_id bigint not null,
  -- A send carries at most five messages.
  seq smallint not null check (seq between 1 and 5),
  type text not null check (type in ('text', 'sticker', 'image', 'video', 'audio', 'location', 'template')),
  -- Types without an entity of their own: sticker, video, audio, location, as checked JSON.
  content jsonb,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, line_id, seq) deferrable initially deferred,
  foreign key (account_id, line_id) references lines (account_id, id)
);
select protect_tenant_table('line_messages');

alter table push_actions add foreign key (account_id, line_message_id) references line_messages (account_id, id);

create table line_text_messages (
  account_id bigint not null,
  id bigint generated always as identity,
  line_message_id bigint not null,
  text text not null,
  -- [{"index", "product_id", "emoji_id"}]
  emojis jsonb not null default '[]' check (jsonb_typeof(emojis) = 'array'),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, line_message_id),
  foreign key (account_id, line_message_id) references line_messages (account_id, id)
);
select protect_tenant_table('line_text_messages');

create table line_image_messages (
  account_id bigint not null,
  id bigint generated always as identity,
  line_message_id bigint not null,
  original_content_url text not null,
  preview_image_url text not null,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, line_message_id),
  foreign key (account_id, line_message_id) references line_messages (account_id, id)
);
select protect_tenant_table('line_image_messages');

create table line_template_messages (
  account_id bigint not null,
  id bigint generated always as identity,
  line_message_id bigint not null,
  type text not null check (type in ('buttons', 'confirm', 'carousel', 'image_carousel', 'flex')),
  -- Templates without an entity of their own, as checked JSON; flex is sent as the message type it is.
  content jsonb,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, line_message_id),
  foreign key (account_id, line_message_id) references line_messages (account_id, id)
);
select protect_tenant_table('line_template_messages');

create table line_buttons_templates (
  account_id bigint not null,
  id bigint generated always as identity,
  line_template_message_id bigint not null,
  image_aspect_ratio text not null default 'rectangle' check (image_aspect_ratio in ('rectangle', 'square')),
  image_size text not null default 'cover' check (image_size in ('cover', 'contain')),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, line_template_message_id),
  foreign key (account_id, line_template_message_id) references line_template_messages (account_id, id)
);
select protect_tenant_table('line_buttons_templates');

create table line_buttons_template_details (
  account_id bigint not null,
  id bigint generated always as identity,
  line_buttons_template_id bigint not null,
  seq smallint not null check (seq > 0),
  thumbnail_image_url text,
  image_background_color text check (image_background_color ~ '^#[0-9A-Fa-f]{6}$'),
  title text not null default '',
  text text not null,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, line_buttons_template_id, seq) deferrable initially deferred,
  foreign key (account_id, line_buttons_template_id) references line_buttons_templates (account_id, id)
);
select protect_tenant_table('line_buttons_template_details');

create table line_uri_action_objects (
  account_id bigint not null,
  id bigint generated always as identity,
  line_buttons_template_detail_id bigint not null,
  seq smallint not null check (seq between 1 and 4),
  label text not null check (label <> ''),
  uri text not null check (uri <> ''),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, line_buttons_template_detail_id, seq) deferrable initially deferred,
  foreign key (account_id, line_buttons_template_detail_id) references line_buttons_template_details (account_id, id)
);
select protect_tenant_table('line_uri_action_objects');

-- Statistics as LINE counts them. Small unique counts come back empty from LINE, hence nullable.
create table line_stats (
  account_id bigint not null,
  id bigint generated always as identity,
  line_id bigint not null,
  custom_aggregation_unit text not null,
  stat_unit text not null check (stat_unit in ('daily', 'weekly', 'monthly')),
  start_date date not null,
  end_date date not null,
  delivered integer not null default 0 check (delivered >= 0),
  impression integer not null default 0 check (impression >= 0),
  unique_impression integer check (unique_impression >= 0),
  click integer not null default 0 check (click >= 0),
  unique_click integer check (unique_click >= 0),
  media_played integer not null default 0 check (media_played >= 0),
  unique_media_played integer check (unique_media_played >= 0),
  unique_media_played_100_percent integer check (unique_media_played_100_percent >= 0),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, line_id, custom_aggregation_unit, stat_unit, start_date),
  foreign key (account_id, line_id) references lines (account_id, id),
  check (end_date >= start_date)
);
select protect_tenant_table('line_stats');

create table line_message_stats (
  account_id bigint not null,
  id bigint generated always as identity,
  line_message_id bigint not null,
  stat_unit text not null check (stat_unit in ('daily', 'weekly', 'monthly')),
  start_date date not null,
  end_date date not null,
  impression integer not null default 0 check (impression >= 0),
  unique_impression integer check (unique_impression >= 0),
  media_played integer not null default 0 check (media_played >= 0),
  unique_media_played integer check (unique_media_played >= 0),
  media_played_25_percent integer not null default 0 check (media_played_25_percent >= 0),
  media_played_50_percent integer not null default 0 check (media_played_50_percent >= 0),
  media_played_75_percent integer not null default 0 check (media_played_75_percent >= 0),
  media_played_100_percent integer not null default 0 check (media_played_100_percent >= 0),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, line_message_id, stat_unit, start_date),
  foreign key (account_id, line_message_id) references line_messages (account_id, id),
  check (end_date >= start_date)
);
select protect_tenant_table('line_message_stats');

create table line_click_stats (
  account_id bigint not null,
  id bigint generated always as identity,
  line_message_id bigint not null,
  line_uri_action_object_id bigint,
  url text not null,
  stat_unit text not null check (stat_unit in ('daily', 'weekly', 'monthly')),
  start_date date not null,
  end_date date not null,
  click integer not null default 0 check (click >= 0),
  unique_click integer check (unique_click >= 0),
  unique_click_of_request integer check (unique_click_of_request >= 0),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, line_message_id, url, stat_unit, start_date),
  foreign key (account_id, line_message_id) references line_messages (account_id, id),
  foreign key (account_id, line_uri_action_object_id) references line_uri_action_objects (account_id, id),
  check (end_date >= start_date)
);
select protect_tenant_table('line_click_stats');

-- Webhook events already handled: LINE may deliver one more than once.
create table line_webhook_events (
  account_id bigint not null references accounts (id),
  webhook_event_id text not null,
  type text not null,
  line_user_id text,
  happened_at timestamptz not null,
  received_at timestamptz not null default now(),
  primary key (account_id, webhook_event_id)
);
create index line_webhook_events_age on line_webhook_events (account_id, received_at);
select protect_tenant_table('line_webhook_events');
