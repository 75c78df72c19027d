create index concurrently import_rows_guest on import_rows (account_id, ((before -> 'reservation' ->> 'customer_id')::bigint))
  where entity = 'reservation' and before is not null;
