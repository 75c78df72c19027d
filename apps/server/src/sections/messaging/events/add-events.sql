-- messaging/events/record-message-events.ts
-- messaging/events/delivery-outcomes.ts
-- pushes/keep-reactions.ts
-- pushes/reactions.read.ts
-- pushes/push-route.ts

with
  told as (
    select
      *
    from
      jsonb_to_recordset($1::jsonb) as t (
        provider_event_id text,
        kind text,
        happened_at timestamptz,
        push_action_id bigint,
        customer_id bigint,
        message_job_id bigint,
        mail_id bigint,
        link_no smallint,
        is_machine boolean,
        detail jsonb
      )
  ),
  added as (
    insert into
      message_events (
        account_id,
        provider_event_id,
        kind,
        happened_at,
        push_action_id,
        customer_id,
        message_job_id,
        mail_id,
        link_no,
        is_machine,
        detail
      )
    select
      $2,
      provider_event_id,
      kind,
      happened_at,
      push_action_id,
      customer_id,
      message_job_id,
      mail_id,
      link_no,
      is_machine,
      detail
    from
      told
    on conflict (account_id, provider_event_id) do nothing
    returning
      *
  ),
  earlier as materialized (
    select
      message_event.*
    from
      (
        select distinct
          push_action_id,
          customer_id
        from
          added
        where
          mail_id is not null
      ) touched
      join message_events message_event on message_event.account_id = $3
      and message_event.push_action_id = touched.push_action_id
      and message_event.customer_id = touched.customer_id
  ),
  counted as (
    insert into
      mail_stats (
        account_id,
        mail_id,
        stat_date,
        "delivered",
        "bounced",
        "machine_open_false",
        "machine_open_true",
        "clicked",
        "complained",
        "unsubscribed"
      )
    select
      $4,
      t.mail_id,
      t.stat_date,
      coalesce(max(mail_stat."delivered"), 0) + coalesce(sum(t."delivered"), 0),
      coalesce(max(mail_stat."bounced"), 0) + coalesce(sum(t."bounced"), 0),
      coalesce(max(mail_stat."machine_open_false"), 0) + coalesce(sum(t."machine_open_false"), 0),
      coalesce(max(mail_stat."machine_open_true"), 0) + coalesce(sum(t."machine_open_true"), 0),
      coalesce(max(mail_stat."clicked"), 0) + coalesce(sum(t."clicked"), 0),
      coalesce(max(mail_stat."complained"), 0) + coalesce(sum(t."complained"), 0),
      coalesce(max(mail_stat."unsubscribed"), 0) + coalesce(sum(t."unsubscribed"), 0)
    from
      (
        select
          mail_id,
          stat_date,
          + "delivered" as "delivered",
          + "bounced" as "bounced",
          + "machine_open_false" as "machine_open_false",
          + "machine_open_true" as "machine_open_true",
          + "clicked" as "clicked",
          + "complained" as "complained",
          + "unsubscribed" as "unsubscribed"
        from
          (
            select
              d.mail_id,
              d.stat_date,
              sum(d.n) filter (
                where
                  d.figure = 'delivered'
              ) as "delivered",
              sum(d.n) filter (
                where
                  d.figure = 'bounced'
              ) as "bounced",
              sum(d.n) filter (
                where
                  d.figure = 'machine_open_false'
              ) as "machine_open_false",
              sum(d.n) filter (
                where
                  d.figure = 'machine_open_true'
              ) as "machine_open_true",
              sum(d.n) filter (
                where
                  d.figure = 'clicked'
              ) as "clicked",
              sum(d.n) filter (
                where
                  d.figure = 'complained'
              ) as "complained",
              sum(d.n) filter (
                where
                  d.figure = 'unsubscribed'
              ) as "unsubscribed"
            from
              (
                select
                  row_outcome.mail_id,
                  m.stat_date,
                  m.figure,
                  1 as n
                from
                  (
                    select
                      e.mail_id,
                      e.push_action_id,
                      e.customer_id,
                      case
                        when not bool_or(e.kind = 'bounced') then min(e.happened_at) filter (
                          where
                            e.kind = 'delivered'
                        )
                      end as delivered_at,
                      min(e.happened_at) filter (
                        where
                          e.kind = 'bounced'
                      ) as bounced_at,
                      min(e.happened_at) filter (
                        where
                          e.kind = 'opened'
                          and not e.by_machine
                      ) as opened_at,
                      min(e.happened_at) filter (
                        where
                          e.kind = 'opened'
                          and e.by_machine
                      ) as machine_opened_at,
                      min(e.happened_at) filter (
                        where
                          e.kind = 'clicked'
                          and not e.by_machine
                      ) as clicked_at,
                      min(e.happened_at) filter (
                        where
                          e.kind = 'complained'
                      ) as complained_at,
                      min(e.happened_at) filter (
                        where
                          e.kind = 'unsubscribed'
                      ) as unsubscribed_at
                    from
                      (
                        select
                          j.*,
                          j.is_machine
                          or coalesce(j.happened_at <= j.first_delivered_at + make_interval(secs => 60), false) as by_machine
                        from
                          (
                            select
                              known.*,
                              min(known.happened_at) filter (
                                where
                                  known.kind = 'delivered'
                              ) over (
                                partition by
                                  known.mail_id,
                                  known.push_action_id,
                                  known.customer_id
                              ) as first_delivered_at
                            from
                              (
                                select
                                  mail_id,
                                  push_action_id,
                                  customer_id,
                                  kind,
                                  happened_at,
                                  is_machine,
                                  link_no
                                from
                                  earlier
                                union all
                                select
                                  mail_id,
                                  push_action_id,
                                  customer_id,
                                  kind,
                                  happened_at,
                                  is_machine,
                                  link_no
                                from
                                  added
                              ) known
                          ) j
                      ) e
                    group by
                      e.mail_id,
                      e.push_action_id,
                      e.customer_id
                  ) row_outcome
                  cross join lateral (
                    values
                      ('delivered', ("row_outcome"."delivered_at" at time zone 'Asia/Tokyo')::date),
                      ('bounced', ("row_outcome"."bounced_at" at time zone 'Asia/Tokyo')::date),
                      ('machine_open_false', ("row_outcome"."opened_at" at time zone 'Asia/Tokyo')::date),
                      ('machine_open_true', ("row_outcome"."machine_opened_at" at time zone 'Asia/Tokyo')::date),
                      ('complained', ("row_outcome"."complained_at" at time zone 'Asia/Tokyo')::date),
                      ('unsubscribed', ("row_outcome"."unsubscribed_at" at time zone 'Asia/Tokyo')::date)
                  ) m (figure, stat_date)
                where
                  m.stat_date is not null
                union all
                select
                  c.mail_id,
                  c.day,
                  'clicked',
                  c.clicks
                from
                  (
                    select
                      e.mail_id,
                      e.push_action_id,
                      e.customer_id,
                      (e.happened_at at time zone 'Asia/Tokyo')::date as day,
                      greatest(count(distinct e.link_no), 1) as clicks,
                      max(e.happened_at) as last_at
                    from
                      (
                        select
                          j.*,
                          j.is_machine
                          or coalesce(j.happened_at <= j.first_delivered_at + make_interval(secs => 60), false) as by_machine
                        from
                          (
                            select
                              known.*,
                              min(known.happened_at) filter (
                                where
                                  known.kind = 'delivered'
                              ) over (
                                partition by
                                  known.mail_id,
                                  known.push_action_id,
                                  known.customer_id
                              ) as first_delivered_at
                            from
                              (
                                select
                                  mail_id,
                                  push_action_id,
                                  customer_id,
                                  kind,
                                  happened_at,
                                  is_machine,
                                  link_no
                                from
                                  earlier
                                union all
                                select
                                  mail_id,
                                  push_action_id,
                                  customer_id,
                                  kind,
                                  happened_at,
                                  is_machine,
                                  link_no
                                from
                                  added
                              ) known
                          ) j
                      ) e
                    where
                      e.kind = 'clicked'
                      and not e.by_machine
                    group by
                      e.mail_id,
                      e.push_action_id,
                      e.customer_id,
                      (e.happened_at at time zone 'Asia/Tokyo')::date
                  ) c
              ) d
            where
              d.mail_id is not null
            group by
              d.mail_id,
              d.stat_date
          ) a
        union all
        select
          mail_id,
          stat_date,
          - "delivered" as "delivered",
          - "bounced" as "bounced",
          - "machine_open_false" as "machine_open_false",
          - "machine_open_true" as "machine_open_true",
          - "clicked" as "clicked",
          - "complained" as "complained",
          - "unsubscribed" as "unsubscribed"
        from
          (
            select
              d.mail_id,
              d.stat_date,
              sum(d.n) filter (
                where
                  d.figure = 'delivered'
              ) as "delivered",
              sum(d.n) filter (
                where
                  d.figure = 'bounced'
              ) as "bounced",
              sum(d.n) filter (
                where
                  d.figure = 'machine_open_false'
              ) as "machine_open_false",
              sum(d.n) filter (
                where
                  d.figure = 'machine_open_true'
              ) as "machine_open_true",
              sum(d.n) filter (
                where
                  d.figure = 'clicked'
              ) as "clicked",
              sum(d.n) filter (
                where
                  d.figure = 'complained'
              ) as "complained",
              sum(d.n) filter (
                where
                  d.figure = 'unsubscribed'
              ) as "unsubscribed"
            from
              (
                select
                  row_outcome.mail_id,
                  m.stat_date,
                  m.figure,
                  1 as n
                from
                  (
                    select
                      e.mail_id,
                      e.push_action_id,
                      e.customer_id,
                      case
                        when not bool_or(e.kind = 'bounced') then min(e.happened_at) filter (
                          where
                            e.kind = 'delivered'
                        )
                      end as delivered_at,
                      min(e.happened_at) filter (
                        where
                          e.kind = 'bounced'
                      ) as bounced_at,
                      min(e.happened_at) filter (
                        where
                          e.kind = 'opened'
                          and not e.by_machine
                      ) as opened_at,
                      min(e.happened_at) filter (
                        where
                          e.kind = 'opened'
                          and e.by_machine
                      ) as machine_opened_at,
                      min(e.happened_at) filter (
                        where
                          e.kind = 'clicked'
                          and not e.by_machine
                      ) as clicked_at,
                      min(e.happened_at) filter (
                        where
                          e.kind = 'complained'
                      ) as complained_at,
                      min(e.happened_at) filter (
                        where
                          e.kind = 'unsubscribed'
                      ) as unsubscribed_at
                    from
                      (
                        select
                          j.*,
                          j.is_machine
                          or coalesce(j.happened_at <= j.first_delivered_at + make_interval(secs => 60), false) as by_machine
                        from
                          (
                            select
                              known.*,
                              min(known.happened_at) filter (
                                where
                                  known.kind = 'delivered'
                              ) over (
                                partition by
                                  known.mail_id,
                                  known.push_action_id,
                                  known.customer_id
                              ) as first_delivered_at
                            from
                              (
                                select
                                  mail_id,
                                  push_action_id,
                                  customer_id,
                                  kind,
                                  happened_at,
                                  is_machine,
                                  link_no
                                from
                                  earlier
                              ) known
                          ) j
                      ) e
                    group by
                      e.mail_id,
                      e.push_action_id,
                      e.customer_id
                  ) row_outcome
                  cross join lateral (
                    values
                      ('delivered', ("row_outcome"."delivered_at" at time zone 'Asia/Tokyo')::date),
                      ('bounced', ("row_outcome"."bounced_at" at time zone 'Asia/Tokyo')::date),
                      ('machine_open_false', ("row_outcome"."opened_at" at time zone 'Asia/Tokyo')::date),
                      ('machine_open_true', ("row_outcome"."machine_opened_at" at time zone 'Asia/Tokyo')::date),
                      ('complained', ("row_outcome"."complained_at" at time zone 'Asia/Tokyo')::date),
                      ('unsubscribed', ("row_outcome"."unsubscribed_at" at time zone 'Asia/Tokyo')::date)
                  ) m (figure, stat_date)
                where
                  m.stat_date is not null
                union all
                select
                  c.mail_id,
                  c.day,
                  'clicked',
                  c.clicks
                from
                  (
                    select
                      e.mail_id,
                      e.push_action_id,
                      e.customer_id,
                      (e.happened_at at time zone 'Asia/Tokyo')::date as day,
                      greatest(count(distinct e.link_no), 1) as clicks,
                      max(e.happened_at) as last_at
                    from
                      (
                        select
                          j.*,
                          j.is_machine
                          or coalesce(j.happened_at <= j.first_delivered_at + make_interval(secs => 60), false) as by_machine
                        from
                          (
                            select
                              known.*,
                              min(known.happened_at) filter (
                                where
                                  known.kind = 'delivered'
                              ) over (
                                partition by
                                  known.mail_id,
                                  known.push_action_id,
                                  known.customer_id
                              ) as first_delivered_at
                            from
                              (
                                select
                                  mail_id,
                                  push_action_id,
                                  customer_id,
                                  kind,
                                  happened_at,
                                  is_machine,
                                  link_no
                                from
                                  earlier
                              ) known
                          ) j
                      ) e
                    where
                      e.kind = 'clicked'
                      and not e.by_machine
                    group by
                      e.mail_id,
                      e.push_action_id,
                      e.customer_id,
                      (e.happened_at at time zone 'Asia/Tokyo')::date
                  ) c
              ) d
            where
              d.mail_id is not null
            group by
              d.mail_id,
              d.stat_date
          ) b
      ) t
      left join mail_stats mail_stat on mail_stat.account_id = $5
      and mail_stat.mail_id = t.mail_id
      and mail_stat.stat_date = t.stat_date
    group by
      t.mail_id,
      t.stat_date
    on conflict (account_id, mail_id, stat_date) do update
    set
      (
        "delivered",
        "bounced",
        "machine_open_false",
        "machine_open_true",
        "clicked",
        "complained",
        "unsubscribed",
        updated_at
      ) = (
        excluded."delivered",
        excluded."bounced",
        excluded."machine_open_false",
        excluded."machine_open_true",
        excluded."clicked",
        excluded."complained",
        excluded."unsubscribed",
        now()
      )
  ),
  reacted as (
    update push_action_targets target
    set
      "delivered_at" = row_outcome."delivered_at",
      "opened_at" = row_outcome."opened_at",
      "machine_opened_at" = row_outcome."machine_opened_at",
      "clicked_at" = row_outcome."clicked_at",
      "unsubscribed_at" = row_outcome."unsubscribed_at",
      "bounced_at" = row_outcome."bounced_at",
      "complained_at" = row_outcome."complained_at"
    from
      (
        select
          f.push_action_id,
          f.customer_id,
          case
            when coalesce(push.mail_api_id = any ($6::text[]), false) then f.delivered_at
          end as delivered_at,
          "f"."opened_at",
          "f"."machine_opened_at",
          "f"."clicked_at",
          "f"."unsubscribed_at",
          "f"."bounced_at",
          "f"."complained_at"
        from
          (
            select
              e.mail_id,
              e.push_action_id,
              e.customer_id,
              case
                when not bool_or(e.kind = 'bounced') then min(e.happened_at) filter (
                  where
                    e.kind = 'delivered'
                )
              end as delivered_at,
              min(e.happened_at) filter (
                where
                  e.kind = 'bounced'
              ) as bounced_at,
              min(e.happened_at) filter (
                where
                  e.kind = 'opened'
                  and not e.by_machine
              ) as opened_at,
              min(e.happened_at) filter (
                where
                  e.kind = 'opened'
                  and e.by_machine
              ) as machine_opened_at,
              min(e.happened_at) filter (
                where
                  e.kind = 'clicked'
                  and not e.by_machine
              ) as clicked_at,
              min(e.happened_at) filter (
                where
                  e.kind = 'complained'
              ) as complained_at,
              min(e.happened_at) filter (
                where
                  e.kind = 'unsubscribed'
              ) as unsubscribed_at
            from
              (
                select
                  j.*,
                  j.is_machine
                  or coalesce(j.happened_at <= j.first_delivered_at + make_interval(secs => 60), false) as by_machine
                from
                  (
                    select
                      known.*,
                      min(known.happened_at) filter (
                        where
                          known.kind = 'delivered'
                      ) over (
                        partition by
                          known.mail_id,
                          known.push_action_id,
                          known.customer_id
                      ) as first_delivered_at
                    from
                      (
                        select
                          mail_id,
                          push_action_id,
                          customer_id,
                          kind,
                          happened_at,
                          is_machine,
                          link_no
                        from
                          earlier
                        union all
                        select
                          mail_id,
                          push_action_id,
                          customer_id,
                          kind,
                          happened_at,
                          is_machine,
                          link_no
                        from
                          added
                      ) known
                  ) j
              ) e
            group by
              e.mail_id,
              e.push_action_id,
              e.customer_id
          ) f
          join push_actions push on push.account_id = $7
          and push.id = f.push_action_id
      ) row_outcome
    where
      target.account_id = $8
      and target.push_action_id = row_outcome.push_action_id
      and target.customer_id = row_outcome.customer_id
      and (
        "target"."delivered_at",
        "target"."opened_at",
        "target"."machine_opened_at",
        "target"."clicked_at",
        "target"."unsubscribed_at",
        "target"."bounced_at",
        "target"."complained_at"
      ) is distinct from (
        "row_outcome"."delivered_at",
        "row_outcome"."opened_at",
        "row_outcome"."machine_opened_at",
        "row_outcome"."clicked_at",
        "row_outcome"."unsubscribed_at",
        "row_outcome"."bounced_at",
        "row_outcome"."complained_at"
      )
    returning
      new.push_action_id,
      ("new"."delivered_at" is not null)::int - ("old"."delivered_at" is not null)::int as "delivered",
      ("new"."opened_at" is not null)::int - ("old"."opened_at" is not null)::int as "opened",
      ("new"."machine_opened_at" is not null)::int - ("old"."machine_opened_at" is not null)::int as "machine_opened",
      ("new"."clicked_at" is not null)::int - ("old"."clicked_at" is not null)::int as "clicked",
      ("new"."unsubscribed_at" is not null)::int - ("old"."unsubscribed_at" is not null)::int as "unsubscribed",
      ("new"."bounced_at" is not null)::int - ("old"."bounced_at" is not null)::int as "bounced",
      ("new"."complained_at" is not null)::int - ("old"."complained_at" is not null)::int as "complained"
  ),
  reacted_pushes as (
    update push_actions push
    set
      "delivered_count" = push."delivered_count" + n."delivered",
      "opened_count" = push."opened_count" + n."opened",
      "machine_opened_count" = push."machine_opened_count" + n."machine_opened",
      "clicked_count" = push."clicked_count" + n."clicked",
      "unsubscribed_count" = push."unsubscribed_count" + n."unsubscribed",
      "bounced_count" = push."bounced_count" + n."bounced",
      "complained_count" = push."complained_count" + n."complained"
    from
      (
        select
          push_action_id,
          sum("delivered")::int as "delivered",
          sum("opened")::int as "opened",
          sum("machine_opened")::int as "machine_opened",
          sum("clicked")::int as "clicked",
          sum("unsubscribed")::int as "unsubscribed",
          sum("bounced")::int as "bounced",
          sum("complained")::int as "complained"
        from
          reacted
        group by
          push_action_id
      ) n
    where
      push.account_id = $9
      and push.id = n.push_action_id
  )
select
  provider_event_id
from
  added
