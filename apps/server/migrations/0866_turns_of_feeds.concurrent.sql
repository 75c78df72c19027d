-- What feeds reported since a file was read: one look for each batch of them since, not for each that ever came (docs/adr/0111).
create index concurrently import_batches_feeds_read on import_batches (account_id, (case when turn is null then id else turn end))
  where source <> 'csv';
