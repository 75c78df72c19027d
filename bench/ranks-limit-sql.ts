// What a hand would write, past all policies: stays of two years counted, the tier, and beside what is held.
const decided = (silver: number) => `
  select customer.id, customer_rank.rank_detail_id as before, tier.id as after, tier.priority, held_tier.priority as held
  from customers customer
  left join (select customer_id, count(*) as n from stay_transactions where account_id = 1 and reversed_at is null
    and check_out_date > $1::date - interval '24 months' and check_out_date <= $1::date group by 1) s on s.customer_id = customer.id
  join rank_details tier on tier.account_id = 1
    and tier.priority = case when s.n >= 10 then 1 when s.n >= ${silver} then 2 else 3 end
  left join customer_ranks customer_rank on customer_rank.account_id = 1 and customer_rank.customer_id = customer.id
    and customer_rank.rank_type = 'auto'
  left join rank_details held_tier on held_tier.account_id = 1 and held_tier.id = customer_rank.rank_detail_id
  where customer.account_id = 1 and customer.merged_into is null and customer.active_status = 'active'`;
export const NIGHT = `insert into customer_ranks (account_id, customer_id, rank_detail_id, rank_type, expiration_date, since_date)
  select 1, id, after, 'auto', case when priority < 3 then ($1::date + interval '12 months')::date end, $1::date
  from (${decided(5)}) d where held is null or priority <= held
  on conflict (account_id, customer_id, rank_type) do update
    set rank_detail_id = excluded.rank_detail_id, expiration_date = excluded.expiration_date`;
export const TRIED = `select n.before, n.after, o.after as as_is, count(*) from (${decided(4)}) n join (${decided(5)}) o using (id)
  group by 1, 2, 3`;
/** Who rises and who falls, out of what TRIED has found: a held rank stays until it runs out, so a fall is one beneath what is earned now. */
export const RANK_OUTCOMES = `select sum(count)::int as customers, coalesce(sum(count) filter (where tier.priority < before_tier.priority),
  0)::int as up,
  coalesce(sum(count) filter (where tier.priority > before_tier.priority and tier.priority > held_tier.priority), 0)::int as down
  from (${TRIED}) t join rank_details tier on tier.account_id = 1 and tier.id = t.after
    join rank_details before_tier on before_tier.account_id = 1 and before_tier.id = t.before
  join rank_details held_tier on held_tier.account_id = 1 and held_tier.id = t.as_is`;
/** What everybody holds after the night. */
export const HELD = `select rank_detail_id as rank, count(*)::int as customers from customer_ranks where account_id = 1
  and rank_type = 'auto'
  group by 1 order by 1`;
