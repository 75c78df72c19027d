-- Whether a later import told a row too; without it every later import was looked into, row by row.
create index concurrently import_rows_entity on import_rows (account_id, entity, entity_id, import_batch_id);
