-- Few guests have any: a send looks through them at once.
create index concurrently customer_consents_preferences on customer_consents (account_id, purpose, customer_id, id desc) include (state, ends_on)
  where purpose in ('news', 'birthday', 'around_stays', 'pause');
