-- When everybody was last scored, by the database's clock: a job that failed is told only until a later scoring succeeded. The day
-- (scored_on) is too coarse for it. Empty until the next scoring.
alter table rfms add column scored_at timestamptz;
