import { sql } from "kysely";
import { gotMailBefore, makeGuests } from "../campaigns.fixture.ts";
import type { Pipeline } from "../pipeline.fixture.ts";

/** Guests who drop out at every step, ids by what keeps them from a mail; the cap is one mail. The regulars stayed five times. */
export async function makeEverySort({ t, inn, query }: Pipeline) {
  const { accountId } = inn;
  const guests = (spec: Parameters<typeof makeGuests>[2]) => makeGuests(t.app, accountId, spec);
  const regular = await guests({ count: 4, mail: "regular", name: "常連 一子", stays: 5 });
  const fresh = await guests({ count: 3, mail: "fresh", name: "新規 二郎" });
  const sorts = {
    no_consent: await guests({ count: 2, mail: "silent", consent: null, name: "無言 三郎" }),
    opted_out: await guests({ count: 2, mail: "gone", consent: "withdrawn", name: "停止 四郎" }),
    no_address: await guests({ count: 2, mail: null, name: "無宛 五郎" }),
    bounced: await guests({ count: 1, mail: "broken", email_state: "bounced", name: "不達 六郎" }),
  };
  await query(sql`update account_settings set frequency_cap_count = 1`);
  await query(sql`insert into suppressions (account_id, channel, address, reason)
    values (${accountId}, 'mail', 'fresh1@example.jp', 'complained')`);
  const [capped = 0, ...mailed] = regular;
  await t.app.database.inScope({ accountIds: [accountId] }, (tx) => gotMailBefore(tx, accountId, capped));
  const [complained = 0, ...others] = fresh;
  return { ...sorts, opted_out: [complained, ...sorts.opted_out], capped: [capped], mailed, fresh: others };
}
