-- A line of the merge queue names the import, or the batch of a feed, that raised it, so that its result can say how many wait.
alter table customer_merge_candidates add column import_batch_id bigint;
