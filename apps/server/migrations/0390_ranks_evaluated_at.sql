-- When a programme's guests were last judged to the end, by the database's clock: an evaluation that failed is told only until a later one
-- succeeded. The day (evaluated_on) is too coarse for it. Empty until the next night.
alter table ranks add column evaluated_at timestamptz;
