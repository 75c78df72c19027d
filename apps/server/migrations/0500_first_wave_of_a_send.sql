-- The rest of a large send waits once more before all of it goes out.
alter table push_actions drop constraint push_actions_held_for_check,
  add constraint push_actions_held_for_check check (held_for in ('approval', 'grace', 'first_wave', 'quiet_hours')) not valid;
-- Each push had a first wave of its own. Now a message of the first wave goes out before the rest has its points: of a send that is under
-- way, whoever waits for anything with the rest waits for all with the rest.
alter table push_actions no force row level security;
alter table push_action_targets no force row level security;
update push_action_targets t set wave = 2
from push_actions p
where p.push_status in ('standby', 'doing') and t.account_id = p.account_id and t.push_action_id = p.id and t.wave = 1 and t.outcome = 'waiting'
  and exists (select from push_actions q
    join push_action_targets o on o.account_id = q.account_id and o.push_action_id = q.id
    where q.account_id = p.account_id and q.campaign_id = p.campaign_id and q.trigger_key = p.trigger_key
      and q.push_status in ('standby', 'doing') and o.customer_id = t.customer_id and o.wave = 2 and o.outcome = 'waiting');
alter table push_actions force row level security;
alter table push_action_targets force row level security;
