import { calendarDate } from "@okaeri/domain/calendar-date";
import { beginStayChange, endStayChange } from "../apps/server/src/sections/stays/apply-stay.ts";
import { actAs } from "../apps/server/src/seed/demo-client.ts";
import { answer } from "./child.ts";
import { facilityOf, TODAY } from "./customers-data.ts";
import { openProduct } from "./product-app.ts";

// Confirmed stays of the largest programme with everything that follows from them. Each batch is rolled back, so that the data stays
// as it was made.
let open: Awaited<ReturnType<typeof openProduct>> | undefined;
const PROGRAMME = 1;
const NAME = "bench";
const today = calendarDate(TODAY);
/** Only to leave the transaction without a commit. */
class Done extends Error {}

function opened() {
  if (!open) throw new Error("not open yet");
  return open.app;
}

async function withRules(): Promise<void> {
  const app = opened();
  const known = await app.database.inScope(
    { accountIds: [PROGRAMME] },
    (tx) => tx.all`select 1 from campaigns where account_id = ${PROGRAMME} and name = ${NAME}`,
  );
  if (known.length > 0) return;
  await actAs(app, "bench1", PROGRAMME, async (calls) => {
    const point = {
      grant_type: "rate" as const,
      grant_absolute: null,
      grant_rate: 3,
      grant_condition: null,
      plan_code: [],
      expiration_type: "days_from_last_stay" as const,
      expiration_days_from_grant: null,
      expiration_days_from_last_stay: 365,
      expiration_date: null,
    };
    const action = { id: null, seq: 1, type: "point" as const, point };
    const { id } = await calls.campaigns.create({
      name: NAME,
      type: "basic",
      campaign_start_dt: null,
      campaign_end_dt: null,
      segments: [{ id: null, priority_seq: 1, target: { combinator: "and", rules: [] }, actions: [action] }],
    });
    const { version } = await calls.campaigns.get({ id });
    await calls.campaigns.activate({ id, version });
  });
}

answer(
  {
    async open({ url }: { url: string }) {
      open = await openProduct(url);
      await withRules();
    },
    /** One batch of guests who checked out today. Milliseconds, and how many stays counted. */
    async stays({ stays, skip }: { stays: number; skip: number }) {
      let answered = { ms: 0, counted: 0 };
      const work = opened().database.inScope({ accountIds: [PROGRAMME] }, async (tx) => {
        const run = { accountId: PROGRAMME, today, userId: null };
        const begun = performance.now();
        const written = await tx.all<{ id: number }>`with guests as materialized (
            select id from customers where account_id = ${PROGRAMME} and active_status = 'active' and merged_into is null
            order by id limit ${stays} offset ${skip}
          ), booked as (
            insert into stay_reservations (account_id, facility_account_id, customer_id, original_reservation_code, plan_code,
              reserved_price,
              reserved_payment_price, reserved_date, check_in_date, check_out_date)
            select ${PROGRAMME}, ${facilityOf(PROGRAMME, 1)}, id, 'BENCH-' || id, 'P1', 30000, 30000, ${today}, ${today}::date - 1,
              ${today}::date
            from guests returning id, customer_id
          )
          insert into stay_transactions (account_id, facility_account_id, stay_reservation_id, customer_id, transaction_code,
            confirmed_date,
            use_price, payment_price, check_in_date, check_out_date)
          select ${PROGRAMME}, ${facilityOf(PROGRAMME, 1)}, id, customer_id, 'BENCH-' || id, ${today}, 30000, 30000, ${today}::date - 1,
            ${today}::date
          from booked returning id`;
        const apply = written.map(({ id }) => id);
        const change = await beginStayChange(tx, run, { reverse: [], apply });
        const counted = await endStayChange(tx, run, change);
        answered = { ms: performance.now() - begun, counted };
        throw new Done();
      });
      await work.catch((error) => {
        if (!(error instanceof Done)) throw error;
      });
      return answered;
    },
  },
  async () => open?.close(),
);
