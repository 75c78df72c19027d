import { type List, type ListFilterDefinition, parametersOf } from "@okaeri/contract/lists/list";
import { callOfList, LIST_NAMES, LISTS, type ListName, RECORDS, type RecordKind } from "@okaeri/contract/lists/lists";
import type { GrowingAccount } from "./growing-account.fixture.ts";
import { importGuests, sendOffers, sixConditions } from "./jobs-at-size.fixture.ts";

/** A question of a page, under the name by which both sizes are compared. */
export type Question = {
  name: string;
  /** Asked also where only some are. */
  isAlways?: true;
  ask(a: GrowingAccount): Promise<unknown>;
};

const DAYS = { from: "2026-11-01", to: "2026-12-31" };

/** Guests right after their import and scoring, with a send and a queue of likely duplicates. */
export async function makeRows(a: GrowingAccount): Promise<void> {
  await importGuests(a);
  const { campaignId } = await sendOffers(a);
  a.campaignId = campaignId;
  await a.past(`insert into customer_merge_candidates (account_id, customer_id, other_customer_id, score, reasons)
    select account_id, id, lead(id) over (order by id), 10 + id % 80, '["same_mail"]'
    from customers where account_id = $1 order by id limit (select count(*) - 1 from customers where account_id = $1)`);
}

/** Each list without and with each of its conditions and sorts, what is asked together, the audience and the reports. */
export function questions(): Question[] {
  const lists = LIST_NAMES.flatMap((name) => {
    const list: List = LISTS[name];
    const searches = [
      "",
      ...parametersOf(list).flatMap(([parameter, filter]) =>
        valuesOf(parameter, filter).map((value) => `${parameter}=${value}`),
      ),
      ...list.sorts.flatMap((sort) => [`sort=${sort}`, `sort=-${sort}`]),
    ];
    return searches.map((search) => listed(name, search));
  });
  return [
    ...lists,
    { ...listed("customers", "recency_score=5&frequency_score=3&monetary_score=4"), isAlways: true },
    { name: "audience of six conditions", isAlways: true, ask: countSix },
    { name: "reports", ask: (a) => a.call("GET", `/reports?account_id=${a.accountId}&from=2026-11-01&to=2026-11-30`) },
  ];
}

const countSix = (a: GrowingAccount) =>
  a.call("POST", `/campaigns/audience?account_id=${a.accountId}`, {
    segments: [{ target: sixConditions(a.rankDetailId), types: ["mail", "point"] }],
  });

function listed(name: ListName, search: string): Question {
  return {
    name: `${name}?${search}`,
    async ask(a) {
      const ids = await idsOf(a);
      const id = callOfList(name).startsWith("/campaigns") ? a.campaignId : ids.customer;
      const place = callOfList(name).replace("{id}", String(id));
      const named = search.replace(/<(\w+)>/, (_, kind: keyof typeof ids) => String(ids[kind]));
      return a.call("GET", `${place}?${new URLSearchParams(`account_id=${a.accountId}&size=100&${named}`)}`);
    },
  };
}

/** Values that many rows have. */
function valuesOf(parameter: string, filter: ListFilterDefinition): string[] {
  switch (filter.kind) {
    case "words":
      return ["客 1"];
    case "choice":
      return [...filter.of];
    case "number":
    case "numbers":
      return [String(filter.max), String(filter.min)];
    case "record":
    case "records":
      return [`<${RECORDS[parameter as keyof typeof RECORDS] satisfies RecordKind}>`];
    case "days":
      return [parameter === filter.from ? DAYS.from : DAYS.to];
    case "counts":
    case "money":
      return [parameter === filter.from ? "1" : "1000000"];
    case "code":
      return [`<${filter.code}>`];
  }
}

async function idsOf(a: GrowingAccount) {
  const one = async (statement: string): Promise<number> =>
    (await a.t.past.pool.query(statement, [a.accountId])).rows[0]?.id ?? 0;
  return {
    customer: await one("select min(id) as id from customers where account_id = $1"),
    accounts: a.accountId,
    companies: a.companyId,
    customer_types: await one("select coalesce(min(id), 1) as id from account_customer_types where account_id = $1"),
    facilities: a.accountId,
    rank_details: a.rankDetailId,
    rfm_groups: await one("select min(id) as id from rfm_groups where account_id = $1"),
    rfms: a.rfmId,
    users: a.userId,
    rfm_flow: `${a.rfmId}.2026-11-19.2026-11-20.new.none`,
    import: await one("select min(id) as id from import_batches where account_id = $1"),
  };
}
