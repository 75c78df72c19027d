import type pg from "pg";
import { startChild } from "./child.ts";
import { type BenchDatabase, openBench, withPool } from "./cluster.ts";
import { NOW } from "./customers-data.ts";
import { fillOrganisation } from "./data.ts";
import { type BenchSettings, type FigureLine, inPairs, lineText, median, rounded } from "./figures.ts";
import { MAIL } from "./mail-document.ts";

const GUESTS = 10_000;
type Side = { seconds: number };

/** quality.md, row "send": mails that are remembered one by one, with their outcomes, beside the same mails by a library without memory. */
export async function sendBench(settings: BenchSettings): Promise<FigureLine[]> {
  const bench = await openBench({ fresh: settings.fresh });
  const [sink, product] = [startChild("send-sink.ts"), startChild("send-product.ts")];
  try {
    const data = await bench.database("send", fill);
    const { url: smtpUrl } = await sink.ask<{ url: string }>("open");
    await product.ask("open", { url: data.app, smtpUrl });
    const pairs = await withPool(data.superuser, (pool) =>
      inPairs(
        {
          product: async () => {
            const side = await product.ask<Side>("send", { pushId: await frozen(pool) });
            await mustHaveAll(sink);
            return side;
          },
          limit: async () => {
            const side = await product.ask<Side>("byLibrary", { mails: GUESTS });
            await mustHaveAll(sink);
            return side;
          },
        },
        { pairs: settings.pairs, warmUp: true, seconds: 240 },
      ),
    );
    const rate = (side: Side) => GUESTS / side.seconds;
    const ratio = median(pairs.map((pair) => rate(pair.product) / rate(pair.limit)));
    const line: FigureLine = {
      bench: "send",
      work: "mails of a campaign into a mail server",
      size: GUESTS,
      unit: "mails/s",
      product: Math.round(median(pairs.map((pair) => rate(pair.product)))),
      limit: Math.round(median(pairs.map((pair) => rate(pair.limit)))),
      ratio: rounded(ratio),
      goal: "≥ 0.7 of a pool without memory",
      reached: ratio >= 0.7,
      pairs: pairs.length,
    };
    settings.say(lineText(line));
    return [line];
  } finally {
    await Promise.all([sink.stop(), product.stop()]);
    await bench.close();
  }
}

/** @throws Error unless each guest got one mail. */
async function mustHaveAll(sink: ReturnType<typeof startChild>): Promise<void> {
  const { mails, guests } = await sink.ask<{ mails: number; guests: number }>("taken");
  if (mails !== GUESTS || guests !== GUESTS) throw new Error(`${mails} mails to ${guests} guests of ${GUESTS}`);
}

/** The next send of the campaign to all guests, fixed and not begun. */
async function frozen(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into push_actions (account_id, campaign_id, campaign_segment_id, campaign_action_id, channel, started_by, trigger_key,
       frozen_at, target_count, wave, push_scheduled_time)
     select 1, segment.campaign_id, segment.id, action.id, 'mail', 'by_hand', 'bench:' || gen_random_uuid(), now(), ${GUESTS}, 2, $1
     from campaign_actions action
     join campaign_segments segment on segment.account_id = action.account_id and segment.id = action.campaign_segment_id
     where action.account_id = 1 returning id`,
    [NOW],
  );
  const id = Number(rows[0]?.id);
  await pool.query(
    `insert into push_action_targets (account_id, push_action_id, campaign_id, campaign_segment_id, customer_id)
     select 1, push.id, push.campaign_id, push.campaign_segment_id, customer.id
     from push_actions push, customers customer
     where push.account_id = 1 and push.id = $1 and customer.account_id = 1`,
    [id],
  );
  await pool.query("analyze push_action_targets, push_actions, customers");
  return id;
}

/** Guests who agreed to mails, and a campaign with the benches' mail. */
async function fill(urls: BenchDatabase): Promise<void> {
  await fillOrganisation(urls);
  await withPool(urls.superuser, async (pool) => {
    await pool.query(`insert into customers (account_id, name, email, email_state, last_stay_on, stay_count)
      select 1, '山田 ' || n || '子', 'g' || n || '@example.jp', 'valid', '2026-05-01', 1 from generate_series(1, ${GUESTS}) n`);
    await pool.query(`insert into customer_consents (account_id, customer_id, channel, state, source)
      select 1, id, 'mail', 'given', 'staff' from customers where account_id = 1`);
    await pool.query(`insert into account_settings (account_id, legal_sender_name, legal_sender_address, mail_from_name, mail_from_address,
        mail_from_confirmed, quiet_from, quiet_until)
      values (1, '宿株式会社', '東京都千代田区1-1', '宿', 'info@inn.example', 'info@inn.example', null, null)
      on conflict (account_id) do update set legal_sender_name = excluded.legal_sender_name,
        legal_sender_address = excluded.legal_sender_address, mail_from_address = excluded.mail_from_address,
        mail_from_confirmed = excluded.mail_from_confirmed, quiet_from = null, quiet_until = null`);
    await pool.query(`with c as (
        insert into campaigns (account_id, name, type, status) values (1, '紅葉', 'repeat_promotion', 'active') returning id
      ), s as (
        insert into campaign_segments (account_id, campaign_id, priority_seq) select 1, id, 1 from c returning id
      ), a as (
        insert into campaign_actions (account_id, campaign_segment_id, seq, type) select 1, id, 1, 'mail' from s returning id
      )
      insert into mails (account_id, campaign_action_id, title, preheader) select 1, id, '', '' from a`);
    await pool.query("update mails set title = $1, preheader = $2 where account_id = 1", [MAIL.title, MAIL.preheader]);
    await pool.query(
      `insert into mail_blocks (account_id, mail_id, seq, kind, text, label, url)
       select 1, mail.id, b.seq, b.kind, b.text, b.label, b.url
       from mails mail, jsonb_to_recordset($1::jsonb) as b (seq int, kind text, text text, label text, url text)
       where mail.account_id = 1`,
      [JSON.stringify(MAIL.blocks)],
    );
    await pool.query("analyze");
  });
}
