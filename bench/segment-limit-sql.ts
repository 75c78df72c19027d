import { TODAY } from "./customers-data.ts";

// The best statements found for the target of measured.md §3 in the largest programme: the cheap conditions first, the rest asked of the few who are left.

const MATCHED = `customers customer
  join customer_ranks customer_rank on customer_rank.account_id = 1 and customer_rank.customer_id = customer.id
    and customer_rank.rank_type = 'auto' and customer_rank.expiration_date >= '${TODAY}'
  join rank_details tier on tier.account_id = 1 and tier.id = customer_rank.rank_detail_id and tier.priority = 1
  join point_accounts point_account on point_account.account_id = 1 and point_account.customer_id = customer.id
    and point_account.balance >= 1000
  where customer.account_id = 1 and customer.active_status = 'active' and customer.merged_into is null
    and customer.last_stay_on between date '${TODAY}' - 365 and date '${TODAY}' - 180 and customer.birth_month = 12
    and (select count(*) from stay_transactions stay
      where stay.account_id = 1 and stay.customer_id = customer.id and stay.reversed_at is null
        and stay.check_out_date >= date '${TODAY}' - interval '2 years') >= 3
    and not exists (select from push_action_targets target
      where target.account_id = 1 and target.customer_id = customer.id and target.outcome = 'sent'
        and target.sent_at >= (date '${TODAY}' - 30)::timestamp at time zone 'Asia/Tokyo')`;

export const COUNT = `select count(*)::int as count from ${MATCHED}`;
export const IDS = `select customer.id from ${MATCHED} order by customer.id`;

/** What Lua asks of each guest of the programme, as one line of text: nil is an empty part. */
export const FEATURES = `select concat_ws(',', customer.id, coalesce(customer_rank.rank_detail_id::text, ''),
    coalesce((date '${TODAY}' - customer.last_stay_on)::text, ''), coalesce(recent.stays, 0), coalesce(customer.birth_month::text, ''),
    coalesce(point_account.balance, 0), coalesce((date '${TODAY}' - (sent.at at time zone 'Asia/Tokyo')::date)::text, '')) as line
  from customers customer
  left join customer_ranks customer_rank on customer_rank.account_id = 1 and customer_rank.customer_id = customer.id
    and customer_rank.rank_type = 'auto' and customer_rank.expiration_date >= '${TODAY}'
  left join point_accounts point_account on point_account.account_id = 1 and point_account.customer_id = customer.id
  left join (select stay.customer_id, count(*) as stays from stay_transactions stay
    where stay.account_id = 1 and stay.reversed_at is null and stay.check_out_date >= date '${TODAY}' - interval '2 years'
    group by stay.customer_id) recent on recent.customer_id = customer.id
  left join (select target.customer_id, max(target.sent_at) as at from push_action_targets target
    where target.account_id = 1 and target.outcome = 'sent' group by target.customer_id) sent on sent.customer_id = customer.id
  where customer.account_id = 1 and customer.active_status = 'active' and customer.merged_into is null`;
