create index concurrently customer_merge_candidates_import on customer_merge_candidates (account_id, import_batch_id)
  where import_batch_id is not null;
