-- campaigns/campaigns.queries.ts
-- pushes/send-figures.read.ts
-- conversions/attributed.read.ts
-- pushes/control.ts
-- pushes/pushes.read.ts
-- pushes/open-sends.read.ts
-- campaigns/schedule/plan-runs.ts
-- points/campaign-figures.read.ts

select
  campaign.id,
  "campaign"."name",
  "campaign"."type",
  "campaign"."preset_type",
  "campaign"."campaign_start_dt",
  "campaign"."campaign_end_dt",
  "campaign"."purpose",
  "campaign"."priority",
  "campaign"."control_rate",
  campaign.status,
  campaign.version,
  campaign.updated_at,
  coalesce(acts.action_types, '{}') as action_types,
  coalesce(acts.automatic, false) as automatic,
  sends.sending,
  sends.held_for,
  sends.has_open_push,
  sends.pushes = 0
  and stays.entries is null
  and not exists (
    select
    from
      campaign_rule_versions rule_version
    where
      rule_version.account_id = campaign.account_id
      and rule_version.campaign_id = campaign.id
  ) as is_removable,
  sends.last_sent_at,
  next_run.action_id as next_action_id,
  next_run.at as next_run_at,
  next_run.planned_at as next_planned_at,
  (
    select
      to_jsonb(f) - 'campaign_id'
    from
      (
        select
          s.campaign_id,
          count(distinct s.trigger_key)::int as sends,
          sum(s.targets)::int as targets,
          sum(s.sent)::int as reached,
          sum(s.benefits_only)::int as benefits_only,
          sum(s.targets - s.sent - s.failed - s.unknown - s.waiting - s.benefits_only - s.called_off)::int as omitted,
          sum(s.failed)::int as failed,
          sum(s.unknown)::int as unknown,
          sum(s.waiting)::int as waiting,
          sum(s.called_off)::int as called_off,
          sum("s"."opened")::int as "opened",
          sum("s"."machine_opened")::int as "machine_opened",
          sum("s"."clicked")::int as "clicked",
          sum("s"."unsubscribed")::int as "unsubscribed",
          sum("s"."bounced")::int as "bounced",
          sum("s"."complained")::int as "complained"
        from
          (
            select
              b.*,
              least(b.stopped, b.targets - b.sent - b.failed - b.unknown - b.waiting - b.benefits_only) as called_off
            from
              (
                select
                  t.campaign_id,
                  t.trigger_key,
                  t.targets,
                  t.sent,
                  t.failed,
                  t.unknown,
                  t.waiting,
                  t.stopped,
                  "t"."opened",
                  "t"."machine_opened",
                  "t"."clicked",
                  "t"."unsubscribed",
                  "t"."bounced",
                  "t"."complained",
                  case
                    when t.has_message then greatest(0, t.given - t.sent - t.failed - t.unknown - t.waiting)
                    else 0
                  end as benefits_only
                from
                  (
                    select
                      c.campaign_id,
                      c.trigger_key,
                      max(c.targets) as targets,
                      bool_or(c.channel = any ($1::text[])) as has_message,
                      coalesce(
                        max(c.sent) filter (
                          where
                            not c.channel = any ($2::text[])
                        ),
                        0
                      ) as given,
                      coalesce(
                        sum("c"."sent") filter (
                          where
                            c.channel = any ($3::text[])
                        ),
                        (
                          max(array["c"."sent", "c"."failed", "c"."unknown", "c"."waiting", "c"."called_off"]) filter (
                            where
                              not c.channel = any ($4::text[])
                          )
                        ) [1]
                      ) as sent,
                      coalesce(
                        sum("c"."failed") filter (
                          where
                            c.channel = any ($5::text[])
                        ),
                        (
                          max(array["c"."sent", "c"."failed", "c"."unknown", "c"."waiting", "c"."called_off"]) filter (
                            where
                              not c.channel = any ($6::text[])
                          )
                        ) [2]
                      ) as failed,
                      coalesce(
                        sum("c"."unknown") filter (
                          where
                            c.channel = any ($7::text[])
                        ),
                        (
                          max(array["c"."sent", "c"."failed", "c"."unknown", "c"."waiting", "c"."called_off"]) filter (
                            where
                              not c.channel = any ($8::text[])
                          )
                        ) [3]
                      ) as unknown,
                      coalesce(
                        sum("c"."waiting") filter (
                          where
                            c.channel = any ($9::text[])
                        ),
                        (
                          max(array["c"."sent", "c"."failed", "c"."unknown", "c"."waiting", "c"."called_off"]) filter (
                            where
                              not c.channel = any ($10::text[])
                          )
                        ) [4]
                      ) as waiting,
                      coalesce(
                        sum("c"."called_off") filter (
                          where
                            c.channel = any ($11::text[])
                        ),
                        (
                          max(array["c"."sent", "c"."failed", "c"."unknown", "c"."waiting", "c"."called_off"]) filter (
                            where
                              not c.channel = any ($12::text[])
                          )
                        ) [5]
                      ) as stopped,
                      sum("c"."opened")::int as "opened",
                      sum("c"."machine_opened")::int as "machine_opened",
                      sum("c"."clicked")::int as "clicked",
                      sum("c"."unsubscribed")::int as "unsubscribed",
                      sum("c"."bounced")::int as "bounced",
                      sum("c"."complained")::int as "complained"
                    from
                      (
                        select
                          push.campaign_id,
                          push.trigger_key,
                          push.campaign_segment_id,
                          push.channel,
                          counted.*
                        from
                          push_actions push
                          cross join lateral (
                            select
                              push.target_count as targets,
                              push.sent_count as sent,
                              push.failed_count as failed,
                              push.unknown_count as unknown,
                              push.target_count - push.sent_count - push.skipped_count - push.failed_count - push.unknown_count as waiting,
                              (
                                case
                                  when push.called_off_at is not null
                                  or (
                                    push.push_status = 'done'
                                    and push.error is not null
                                  ) then (
                                    select
                                      count(*)
                                    from
                                      push_action_targets target
                                    where
                                      target.account_id = push.account_id
                                      and target.push_action_id = push.id
                                      and target.outcome = 'skipped'
                                      and target.reason = 'stopped'
                                      and true
                                  )
                                  else 0
                                end
                              ) as called_off,
                              push."delivered_count" as "delivered",
                              push."opened_count" as "opened",
                              push."machine_opened_count" as "machine_opened",
                              push."clicked_count" as "clicked",
                              push."unsubscribed_count" as "unsubscribed",
                              push."bounced_count" as "bounced",
                              push."complained_count" as "complained"
                          ) counted
                        where
                          push.account_id = campaign.account_id
                          and push.campaign_id = campaign.id
                      ) c
                    group by
                      c.campaign_id,
                      c.trigger_key,
                      c.campaign_segment_id
                  ) t
              ) b
          ) s
        group by
          s.campaign_id
      ) f
  ) as figures,
  (
    select
      to_jsonb(b)
    from
      (
        select
          coalesce(sum(conversion.reserved), 0)::int as reserved,
          coalesce(sum(conversion.reserved_price), 0)::bigint as reserved_price,
          coalesce(sum(conversion.transacted), 0)::int as transacted,
          coalesce(sum(conversion.use_price), 0)::bigint as use_price
        from
          campaign_segments segment
          join campaign_actions action on action.account_id = segment.account_id
          and action.campaign_segment_id = segment.id
          join conversions conversion on conversion.account_id = action.account_id
          and conversion.campaign_action_id = action.id
        where
          segment.account_id = campaign.account_id
          and segment.campaign_id = campaign.id
      ) b
  ) as attributed,
  coalesce(stays.customers, 0)::int as paid_guests,
  (sends.points + stays.earned)::bigint as points_granted,
  stays.reversed as points_reversed,
  (
    select
      count(distinct coalesce(held_customer.merged_into, held_customer.id))::int
    from
      control_guests control_guest
      join customers held_customer on held_customer.account_id = control_guest.account_id
      and held_customer.id = control_guest.customer_id
    where
      control_guest.account_id = campaign.account_id
      and control_guest.campaign_id = campaign.id
  ) as control_count,
  confirming_person.name as text_confirmed_by_name,
  campaign.text_confirmed_at
from
  campaigns campaign
  left join lateral (
    select
      array_agg(distinct action.type) as action_types,
      bool_or(
        exists (
          select
          from
            schedules schedule
          where
            schedule.account_id = action.account_id
            and schedule.campaign_action_id = action.id
        )
        or exists (
          select
          from
            triggers trigger
          where
            trigger.account_id = action.account_id
            and trigger.campaign_action_id = action.id
        )
      ) as automatic
    from
      campaign_segments segment
      join campaign_actions action on action.account_id = segment.account_id
      and action.campaign_segment_id = segment.id
    where
      segment.account_id = campaign.account_id
      and segment.campaign_id = campaign.id
      and segment.active_status = 'active'
      and action.active_status = 'active'
  ) acts on true
  left join lateral (
    select
      count(*) as pushes,
      coalesce(
        bool_or(
          (
            (
              push.push_status in ('standby', 'doing')
              and not push.in_sets
            )
            or (
              push.push_status in ('standby', 'doing')
              and push.in_sets
              and push.held_for in ('approval', 'grace', 'canary')
            )
          )
          and not push.stop_requested
        ),
        false
      ) as sending,
      coalesce(bool_or(push.push_status in ('standby', 'doing')), false) as has_open_push,
      case
        when bool_and(push.held_for is not null) filter (
          where
            (
              (
                push.push_status in ('standby', 'doing')
                and not push.in_sets
              )
              or (
                push.push_status in ('standby', 'doing')
                and push.in_sets
                and push.held_for in ('approval', 'grace', 'canary')
              )
            )
            and not push.stop_requested
        ) then min(push.held_for) filter (
          where
            (
              (
                push.push_status in ('standby', 'doing')
                and not push.in_sets
              )
              or (
                push.push_status in ('standby', 'doing')
                and push.in_sets
                and push.held_for in ('approval', 'grace', 'canary')
              )
            )
            and not push.stop_requested
        )
      end as held_for,
      max(coalesce(push.push_sent_time, push.started_at)) as last_sent_at,
      coalesce(sum(push.granted_points), 0)::bigint as points
    from
      push_actions push
    where
      push.account_id = campaign.account_id
      and push.campaign_id = campaign.id
  ) sends on true
  left join lateral (
    select
      schedule.campaign_action_id as action_id,
      schedule.next_run_at as at,
      coalesce(
        (
          select
            campaign_run.planned_at
          from
            campaign_runs campaign_run
          where
            campaign_run.account_id = schedule.account_id
            and campaign_run.campaign_action_id = schedule.campaign_action_id
            and campaign_run.state = 'moved'
            and campaign_run.moved_to = schedule.next_run_at
          limit
            1
        ),
        schedule.next_run_at
      ) as planned_at
    from
      schedules schedule
      join campaign_actions action on action.account_id = schedule.account_id
      and action.id = schedule.campaign_action_id
      and action.active_status = 'active'
      join campaign_segments segment on segment.account_id = action.account_id
      and segment.id = action.campaign_segment_id
      and segment.active_status = 'active'
    where
      campaign.status = 'active'
      and schedule.account_id = campaign.account_id
      and segment.campaign_id = campaign.id
      and schedule.next_run_at is not null
    order by
      schedule.next_run_at,
      segment.priority_seq,
      action.seq
    limit
      1
  ) next_run on true
  left join lateral (
    select
      stay_figure.entries,
      stay_figure.customers,
      coalesce(stay_figure.points, 0) + coalesce(k.of_stays, 0) as earned,
      coalesce(k.points, 0)::bigint as reversed
    from
      (
        select
          coalesce(sum(reversal.points), 0) as points,
          coalesce(
            sum(reversal.points) filter (
              where
                reversal.push_action_id is null
            ),
            0
          ) as of_stays
        from
          campaign_reversals reversal
        where
          reversal.account_id = campaign.account_id
          and reversal.campaign_id = campaign.id
      ) k
      left join campaign_stay_figures stay_figure on stay_figure.account_id = campaign.account_id
      and stay_figure.campaign_id = campaign.id
  ) stays on true
  left join users confirming_person on confirming_person.id = campaign.text_confirmed_by
where
  campaign.account_id = $13
  and campaign.id = $14
