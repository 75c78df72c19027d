-- Lines about things that people name, of which an erasure looks through all of a programme's (0871). Batches of feeds have no names.
create index concurrently audit_logs_named on audit_logs (account_id)
  where entity in ('accounts', 'campaigns', 'coupons', 'import_batches', 'mail_templates', 'saved_conditions', 'saved_views')
    and action <> 'receive';
