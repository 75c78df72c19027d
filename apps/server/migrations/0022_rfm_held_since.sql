-- What stands is in customer_rfms alone, with the day since which score and group are as they are; the histories hold what stood
-- before, with both days. So a first scoring writes each customer once, and "the group on that day" is one condition on each table:
-- held_since <= day, and for a history day < held_until.
-- Rows are moved by the owner, who is under the policies too while they are forced.
alter table customer_rfms no force row level security;
alter table customer_rfm_histories no force row level security;

alter table customer_rfms add held_since date;
update customer_rfms r set held_since = coalesce((select max(h.scored_on) from customer_rfm_histories h
  where h.account_id = r.account_id and h.customer_id = r.customer_id), r.scored_on);
alter table customer_rfms alter held_since set not null;

alter table customer_rfm_histories rename scored_on to held_since;
alter table customer_rfm_histories add held_until date;
update customer_rfm_histories h set held_until = n.held_until
from (select account_id, customer_id, held_since, lead(held_since) over (partition by account_id, customer_id order by held_since) as held_until
  from customer_rfm_histories) n
where (h.account_id, h.customer_id, h.held_since) = (n.account_id, n.customer_id, n.held_since);
delete from customer_rfm_histories where held_until is null;
alter table customer_rfm_histories alter held_until set not null, add check (held_until > held_since);
drop index customer_rfm_histories_day;
create index customer_rfm_histories_until on customer_rfm_histories (account_id, held_until);

alter table customer_rfms force row level security;
alter table customer_rfm_histories force row level security;
