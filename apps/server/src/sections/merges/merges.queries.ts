import type { mergeList } from "@okaeri/contract/lists/merges";
import type { CandidateReason } from "@okaeri/domain/customers/likeness";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { conditionsOf, type ListFilter, orderOf, type Paging, pageOf } from "../../database/list-page.ts";
import type { Scope } from "../../session/scope.ts";
import { isGuest } from "../customers/customers.read.ts";
import { searchIn } from "../customers/search-condition.ts";
import { withinFacilities } from "../stays/guests.read.ts";

type Someone = {
  id: number;
  name: string;
  name_kana: string | null;
  member_number: string | null;
  email: string | null;
  tel: string | null;
};
export type CandidateRow = {
  id: number;
  kind: "pair" | "guest";
  decision: "open" | "merged" | "kept_apart" | "new_customer" | "set_aside";
  score: number;
  reasons: CandidateReason[];
  customer: Someone | null;
  other: Someone | null;
  guest: {
    id: number;
    name: string;
    name_kana: string | null;
    email: string | null;
    tel: string | null;
    guest_type: "representative" | "companion";
    original_reservation_code: string;
    check_in_date: string;
    facility_name: string;
  } | null;
  import_batch_id: number | null;
  created_at: Date;
  decided_at: Date | null;
  decided_by_name: string | null;
};

const someone = (alias: "c" | "o") => {
  const { ref } = sql;
  const of = (column: string) => ref(`${alias}.${column}`);
  return sql`json_build_object('id', ${of("id")}, 'name', ${of("name")}, 'name_kana', ${of("name_kana")}, 'member_number',
    ${of("member_number")}, 'email', ${of("email")}, 'tel', coalesce(${of("tel_national")}, ${of("tel")}))`;
};
const SHOWN = sql`m.id, case when m.other_customer_id is null then 'guest' else 'pair' end as kind, m.decision, m.score, m.reasons, m.import_batch_id,
  case when c.id is not null then ${someone("c")} end as customer, case when o.id is not null then ${someone("o")} end as other,
  case when g.id is not null then json_build_object('id', g.id, 'name', g.name, 'name_kana', g.name_kana, 'email', g.email,
    'tel', coalesce(g.waiting_details ->> 'tel_national', g.tel),
    'guest_type', g.guest_type, 'original_reservation_code', r.original_reservation_code, 'check_in_date', r.check_in_date,
    'facility_name', a.name) end as guest, m.created_at, m.decided_at, u.name as decided_by_name`;

/** Lines with whom they name, in the person's reach. */
function linesOf(scope: Scope): RawBuilder<unknown> {
  const { accountId, facilityIds } = scope;
  const here = facilityIds === null ? sql`true` : sql`r.facility_account_id = any (${facilityIds}::bigint[])`;
  return sql`customer_merge_candidates m
    left join customers c on c.account_id = m.account_id and c.id = m.customer_id
    left join customers o on o.account_id = m.account_id and o.id = m.other_customer_id
    left join stay_reservation_customers g on g.account_id = m.account_id and g.id = m.stay_reservation_customer_id
    left join stay_reservations r on r.account_id = g.account_id and r.id = g.stay_reservation_id
    left join accounts a on a.id = r.facility_account_id
    left join users u on u.id = m.decided_by
    where m.account_id = ${accountId} and case when m.other_customer_id is null then ${here}
      else ${withinFacilities(scope, sql`c.id`)} and ${withinFacilities(scope, sql`o.id`)} end`;
}

/** What a waiting guest is found by, as a customer is. */
const GUEST_FOUND_AS = sql`customer_found_as(g.name, g.name_kana, g.email, g.tel, g.waiting_details ->> 'tel_national',
  g.waiting_details ->> 'member_number')`;

/** SQL: the line is still a question. Of a guest's lines, the best stands for all. */
const IS_ASKED = sql`m.decision = 'open' and case when m.other_customer_id is null
  then g.customer_id is null and g.active_status = 'active' and not exists (select from customer_merge_candidates b
    where b.account_id = m.account_id and b.stay_reservation_customer_id = m.stay_reservation_customer_id and b.decision = 'open'
      and (b.score, -b.id) > (m.score, -m.id))
  else ${isGuest} and o.active_status = 'active' and o.merged_into is null end`;

export type CandidateQuery = ListFilter<typeof mergeList> & Paging;

export function listCandidates(
  tx: Tx,
  scope: Scope,
  { page, size, sort, ...asked }: CandidateQuery,
): Promise<{ rows: CandidateRow[]; total: number }> {
  const { decision = "open", ...others } = asked;
  const conditions = conditionsOf(others, {
    q: (q) =>
      searchIn(q, [sql`c.found_as`, sql`o.found_as`, GUEST_FOUND_AS], sql`r.original_reservation_code`) ?? sql`true`,
    kind: (kind) => (kind === "pair" ? sql`m.other_customer_id is not null` : sql`m.other_customer_id is null`),
    reason: (reason) => sql`m.reasons ? ${reason}`,
    import_batch_id: (batch) => raisedBy(Number(batch)),
  });
  const answered = decision === "open" ? IS_ASKED : sql`m.decision = ${decision}`;
  return pageOf<CandidateRow>(
    tx,
    { page, size },
    {
      from: sql`${linesOf(scope)} and ${sql.join([answered, ...conditions], sql` and `)}`,
      order: orderOf<typeof mergeList>(sort, { score: sql`m.score`, created_at: sql`m.created_at` }, sql`m.id`),
      rows: (cut) => sql<CandidateRow>`select ${SHOWN} ${cut}`,
    },
  );
}

const raisedBy = (batch: number) => sql<boolean>`m.import_batch_id = ${batch}`;

/** How many are asked about; of an import, or a batch of a feed, those whom it raised. */
export async function countWaiting(
  tx: Tx,
  scope: Scope,
  { import_batch_id }: { import_batch_id?: number | undefined },
): Promise<number> {
  const raised = import_batch_id === undefined ? sql`true` : raisedBy(import_batch_id);
  const { waiting } = await tx.one<{
    waiting: number;
  }>`select count(*)::int as waiting from ${linesOf(scope)} and ${IS_ASKED} and ${raised}`;
  return waiting;
}

export function findCandidate(tx: Tx, scope: Scope, id: number): Promise<CandidateRow | undefined> {
  return tx.maybe<CandidateRow>`select ${SHOWN} from ${linesOf(scope)} and m.id = ${id}`;
}

type AlikeOne = Someone & { score: number; candidate_id: number };
/** The customers whom a waiting guest resembles, best first. */
export function alikeOfGuest(tx: Tx, scope: Scope, guestId: number): Promise<AlikeOne[]> {
  return tx.all<AlikeOne>`select m.id as candidate_id, c.id, c.name, c.name_kana, c.member_number, c.email,
      coalesce(c.tel_national, c.tel) as tel, m.score
    from customer_merge_candidates m join customers c on c.account_id = m.account_id and c.id = m.customer_id
    where m.account_id = ${scope.accountId} and m.stay_reservation_customer_id = ${guestId} and m.decision = 'open' and ${isGuest}
      and ${withinFacilities(scope, sql`c.id`)} order by m.score desc, m.id`;
}

/** The merge of these two that stands. */
export async function mergeOfPair(tx: Tx, accountId: number, one: number, other: number): Promise<number | null> {
  const found = await tx.maybe<{
    id: number;
  }>`select id from customer_merges where account_id = ${accountId} and undone_at is null
    and ((survivor_customer_id = ${one} and source_customer_id = ${other})
      or (survivor_customer_id = ${other} and source_customer_id = ${one})) order by id desc limit 1`;
  return found?.id ?? null;
}

export type MergeRow = { id: number; source: Someone; merged_at: Date; merged_by_name: string | null };
/** Merges into a customer that stand, newest first. */
export function mergesOf(tx: Tx, scope: Scope, customerId: number): Promise<MergeRow[]> {
  return tx.all<MergeRow>`select m.id, ${someone("c")} as source, m.merged_at, u.name as merged_by_name
    from customer_merges m join customers c on c.account_id = m.account_id and c.id = m.source_customer_id
    left join users u on u.id = m.merged_by
    where m.account_id = ${scope.accountId} and m.survivor_customer_id = ${customerId} and m.undone_at is null
      and ${withinFacilities(scope, sql`m.survivor_customer_id`)} order by m.id desc`;
}
