-- Who decided to send the preset's own text, and when; null: nobody yet (docs/adr/0891).
alter table campaigns
  add column text_confirmed_by bigint,
  add column text_confirmed_at timestamptz;
