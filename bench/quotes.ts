import type autocannon from "autocannon";
import { hashToken } from "../apps/server/src/session/session-store.ts";
import { startChild } from "./child.ts";
import { type BenchDatabase, withPool } from "./cluster.ts";
import { type BenchSettings, type FigureLine, inPairs, median, rounded } from "./figures.ts";
import { atEachSize, getting, type Load, load, type Side, searchPath } from "./list.ts";
import { searchTermsOf } from "./terms.ts";

// A key may ask so often, and the bench's clock stands still: every request takes the next of many keys.
const KEYS = 2_000;
const CODE = "BENCH-QUOTE";
const BOOKING = {
  reservation_code: "Q-1",
  check_in_date: "2026-12-04",
  check_out_date: "2026-12-06",
  use_price: 30_000,
  room_count: 1,
  adult_count: 2,
  child_count: 0,
};

/** Booking engines' quotes of points and coupons beside the search of the customer list, all over HTTP on one server. */
export const quotesBench = (settings: BenchSettings): Promise<FigureLine[]> => atEachSize(settings, "quotes", measure);

async function measure(settings: BenchSettings, data: BenchDatabase, size: number): Promise<FigureLine[]> {
  const members = await letEnginesIn(data);
  const searches = (await withPool(data.superuser, searchTermsOf)).map((term) => getting(searchPath(term)));
  const asks = (path: string, body: (member: string) => object) =>
    members.map((member, at) => asking(at % KEYS, path, body(member)));
  const points = asks("points/quote", (member_number) => ({ member_number, points: 100, reservation_code: "Q-1" }));
  const coupons = asks("coupons/quote", (member_number) => ({
    member_number,
    coupon_code: CODE,
    reservation: BOOKING,
  }));
  const child = startChild("list-product.ts", "web");
  try {
    const product = await child.ask<Side>("listen", { appUrl: data.app });
    const engines = { address: product.address };
    const pairs = await inPairs(
      {
        list: () => load(product, searches),
        points: () => load(engines, points),
        coupons: () => load(engines, coupons),
      },
      { pairs: settings.pairs, warmUp: true, seconds: 240 },
    );
    const lineOf = (work: string, pick: (pair: (typeof pairs)[number]) => Load): FigureLine => {
      const ratio = median(pairs.map((pair) => pick(pair).p99 / pair.list.p99));
      return {
        bench: "quotes",
        work: `${work}, 99th percentile`,
        size,
        unit: "ms",
        product: median(pairs.map((pair) => pick(pair).p99)),
        limit: median(pairs.map(({ list }) => list.p99)),
        ratio: rounded(ratio),
        goal: "≤ 3× of the list's search",
        reached: ratio <= 3,
        pairs: pairs.length,
        more: {
          per_second: Math.round(median(pairs.map((pair) => pick(pair).perSecond))),
          p50_ms: median(pairs.map((pair) => pick(pair).p50)),
        },
      };
    };
    return [lineOf("quotes of points", (pair) => pair.points), lineOf("quotes of a coupon", (pair) => pair.coupons)];
  } finally {
    await child.stop();
  }
}

const keyOf = (at: number) => `okp_${String(at).padStart(43, "0")}`;

function asking(key: number, path: string, body: object): autocannon.Request {
  const headers = { authorization: `Bearer ${keyOf(key)}`, "content-type": "application/json" };
  return { method: "POST", path: `/partner/${path}`, headers, body: JSON.stringify(body) };
}

/** Keys and one coupon by code, the same in every run. Gives member numbers of guests of the first programme. */
async function letEnginesIn(data: BenchDatabase): Promise<string[]> {
  return withPool(data.superuser, async (pool) => {
    const hashes = Array.from({ length: KEYS }, (_, at) => hashToken(keyOf(at)));
    await pool.query(
      `insert into partner_keys (account_id, facility_account_id, name, key_hash, key_hint)
       select 1, 101, 'bench', h, 'okp_' from unnest($1::bytea[]) h on conflict (key_hash) do nothing`,
      [hashes],
    );
    await pool.query(
      `insert into coupons (account_id, name, type, code, discount_type, absolute_type, discount_absolute, issued_at)
       select 1, '試験', 'code', $1::text, 'absolute', 'action', 2000, now() where not exists (select from coupons where account_id = 1
         and code = $1::text)`,
      [CODE],
    );
    const { rows } = await pool.query<{ member_number: string }>(
      `select member_number from customers where account_id = 1 and member_number is not null order by id limit ${KEYS}`,
    );
    return rows.map((row) => row.member_number);
  });
}
