-- What the six-condition target asks for besides the customers' data: mails sent in the last eight weeks.
set work_mem = '512MB';

insert into campaigns (account_id, name, type, status) select n, '季節のお知らせ', 'repeat_promotion', 'inactive' from generate_series(1, 100) n;
insert into campaign_segments (account_id, campaign_id, priority_seq) select account_id, id, 1 from campaigns;
insert into campaign_actions (account_id, campaign_segment_id, seq, type) select account_id, id, 1, 'mail' from campaign_segments;
-- One send a week, eight weeks back: a fifth of the guests with an address were in one of them.
insert into push_actions (account_id, campaign_action_id, campaign_id, campaign_segment_id, push_status, push_scheduled_time, push_sent_time,
  trigger_key, channel, started_by)
select action.account_id, action.id, segment.campaign_id, segment.id, 'done', sent.at, sent.at, 'week ' || sent.at, 'mail', 'by_hand'
from campaign_actions action
join campaign_segments segment on segment.account_id = action.account_id and segment.id = action.campaign_segment_id
cross join generate_series(timestamptz '2026-09-26 10:00+09', timestamptz '2026-11-14 10:00+09', interval '1 week') sent (at);
insert into push_action_targets (account_id, push_action_id, customer_id, outcome, sent_at, campaign_id)
select customer.account_id, push.id, customer.id, 'sent', push.push_sent_time, push.campaign_id
from (select account_id, id, campaign_id, push_sent_time, row_number() over (partition by account_id order by push_sent_time) as week
  from push_actions) push
join customers customer on customer.account_id = push.account_id and customer.id % 40 = push.week and customer.email is not null;

vacuum (analyze) push_action_targets;
