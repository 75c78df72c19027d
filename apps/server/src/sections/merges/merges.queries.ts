import type { mergeList } from "@okaeri/contract/lists/merges";
import type { CandidateReason } from "@okaeri/domain/customers/likeness";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { conditionsOf, type ListFilter, orderOf, type Paging, pageOf } from "../../database/list-page.ts";
import type { Scope } from "../../session/scope.ts";
import { searchIn } from "../customers/search-condition.ts";
import { isGuest, withinFacilities } from "../stays/guests.read.ts";

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
  kind: "pair" | "guest" | "joined";
  decision: "open" | "merged" | "separate" | "new_customer" | "set_aside";
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

const someone = (alias: "customer" | "other_customer") => {
  const { ref } = sql;
  const of = (column: string) => ref(`${alias}.${column}`);
  return sql`json_build_object('id', ${of("id")}, 'name', ${of("name")}, 'name_kana', ${of("name_kana")},
    'member_number', ${of("member_number")}, 'email', ${of("email")}, 'tel', coalesce(${of("tel_national")}, ${of("tel")}))`;
};
/** SQL: the line lists a booking that an agency's address gave to the customer who has it. */
const IS_JOINED = sql<boolean>`(candidate.reasons ? 'joined_by_mail' and guest.customer_id = candidate.customer_id)`;
const KIND = sql`case when candidate.other_customer_id is not null then 'pair' when ${IS_JOINED} then 'joined' else 'guest' end`;
const SHOWN = sql`candidate.id, ${KIND} as kind, candidate.decision, candidate.score, candidate.reasons,
  candidate.import_batch_id,
  case when customer.id is not null then ${someone("customer")} end as customer,
  case when other_customer.id is not null then ${someone("other_customer")} end as other,
  case when guest.id is not null
    then json_build_object('id', guest.id, 'name', guest.name, 'name_kana', guest.name_kana, 'email', guest.email,
      'tel', coalesce(guest.waiting_details ->> 'tel_national', guest.tel), 'guest_type', guest.guest_type,
      'original_reservation_code', reservation.original_reservation_code, 'check_in_date', reservation.check_in_date,
      'facility_name', account.name) end as guest, candidate.created_at, candidate.decided_at, person.name as decided_by_name`;

/** Lines with whom they name, in the person's reach. */
function linesOf(scope: Scope): RawBuilder<unknown> {
  const { accountId, facilityIds } = scope;
  const here = facilityIds === null ? sql`true` : sql`reservation.facility_account_id = any (${facilityIds}::bigint[])`;
  return sql`customer_merge_candidates candidate
    left join customers customer on customer.account_id = candidate.account_id and customer.id = candidate.customer_id
      and ${withinFacilities(scope, sql`customer.id`)}
    left join customers other_customer on other_customer.account_id = candidate.account_id
      and other_customer.id = candidate.other_customer_id
    left join stay_reservation_customers guest on guest.account_id = candidate.account_id
      and guest.id = candidate.stay_reservation_customer_id
    left join stay_reservations reservation on reservation.account_id = guest.account_id and reservation.id = guest.stay_reservation_id
    left join accounts account on account.id = reservation.facility_account_id
    left join users person on person.id = candidate.decided_by
    where candidate.account_id = ${accountId}
      and case when candidate.other_customer_id is null then ${here}
        else ${withinFacilities(scope, sql`customer.id`)} and ${withinFacilities(scope, sql`other_customer.id`)} end`;
}

/** What a waiting guest is found by, as a customer is. */
const GUEST_FOUND_AS = sql`customer_search_text(guest.name, guest.name_kana, guest.email, guest.tel,
  guest.waiting_details ->> 'tel_national', guest.waiting_details ->> 'member_number')`;

/** SQL: the line is still a question. Of a guest's lines, the best stands for all. */
const IS_ASKED = sql`candidate.decision = 'open'
  and case when ${IS_JOINED} then guest.active_status = 'active' and ${isGuest}
    when candidate.other_customer_id is null then guest.customer_id is null and guest.active_status = 'active'
      and not exists (select from customer_merge_candidates better_candidate
        where better_candidate.account_id = candidate.account_id
          and better_candidate.stay_reservation_customer_id = candidate.stay_reservation_customer_id and better_candidate.decision = 'open'
          and (better_candidate.score, -better_candidate.id) > (candidate.score, -candidate.id))
    else ${isGuest} and other_customer.active_status = 'active' and other_customer.merged_into is null end`;

export type CandidateQuery = ListFilter<typeof mergeList> & Paging;

export function listCandidates(
  tx: Tx,
  scope: Scope,
  { page, size, sort, ...filters }: CandidateQuery,
): Promise<{ rows: CandidateRow[]; total: number }> {
  const { decision = "open", ...others } = filters;
  const conditions = conditionsOf(others, {
    q: (q) =>
      searchIn(
        q,
        [sql`customer.search_text`, sql`other_customer.search_text`, GUEST_FOUND_AS],
        sql`reservation.original_reservation_code`,
      ) ?? sql`true`,
    kind: (kind) => sql`${KIND} = ${kind}`,
    reason: (reason) => sql`candidate.reasons ? ${reason}`,
    import_batch_id: (batch) => raisedBy(Number(batch)),
  });
  const answered = decision === "open" ? IS_ASKED : sql`candidate.decision = ${decision}`;
  return pageOf<CandidateRow>(
    tx,
    { page, size },
    {
      from: sql`${linesOf(scope)} and ${sql.join([answered, ...conditions], sql` and `)}`,
      order: orderOf<typeof mergeList>(
        sort,
        { score: sql`candidate.score`, created_at: sql`candidate.created_at` },
        sql`candidate.id`,
      ),
      rows: (cut) => sql<CandidateRow>`select ${SHOWN} ${cut}`,
    },
  );
}

const raisedBy = (batch: number) => sql<boolean>`candidate.import_batch_id = ${batch}`;

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
  return tx.maybe<CandidateRow>`select ${SHOWN} from ${linesOf(scope)} and candidate.id = ${id}`;
}

type AlikeOne = Someone & { score: number; candidate_id: number };
/** The customers whom a waiting guest resembles, best first. */
export function alikeOfGuest(tx: Tx, scope: Scope, guestId: number): Promise<AlikeOne[]> {
  return tx.all<AlikeOne>`select candidate.id as candidate_id, customer.id, customer.name, customer.name_kana, customer.member_number,
      customer.email, coalesce(customer.tel_national, customer.tel) as tel, candidate.score
    from customer_merge_candidates candidate
    join customers customer on customer.account_id = candidate.account_id and customer.id = candidate.customer_id
    where candidate.account_id = ${scope.accountId} and candidate.stay_reservation_customer_id = ${guestId} and candidate.decision = 'open'
      and ${isGuest} and ${withinFacilities(scope, sql`customer.id`)}
    order by candidate.score desc, candidate.id`;
}

/** The merge of these two that stands. */
export async function mergeOfPair(tx: Tx, accountId: number, one: number, other: number): Promise<number | null> {
  const found = await tx.maybe<{
    id: number;
  }>`select id
    from customer_merges
    where account_id = ${accountId} and undone_at is null
      and ((survivor_customer_id = ${one} and source_customer_id = ${other})
        or (survivor_customer_id = ${other} and source_customer_id = ${one}))
    order by id desc limit 1`;
  return found?.id ?? null;
}

export type MergeRow = { id: number; source: Someone; merged_at: Date; merged_by_name: string | null };
/** Merges into a customer that stand, newest first. */
export function mergesOf(tx: Tx, scope: Scope, customerId: number): Promise<MergeRow[]> {
  return tx.all<MergeRow>`select customer_merge.id, ${someone("customer")} as source, customer_merge.merged_at,
      person.name as merged_by_name
    from customer_merges customer_merge
    join customers customer on customer.account_id = customer_merge.account_id and customer.id = customer_merge.source_customer_id
    left join users person on person.id = customer_merge.merged_by
    where customer_merge.account_id = ${scope.accountId} and customer_merge.survivor_customer_id = ${customerId}
      and customer_merge.undone_at is null and ${withinFacilities(scope, sql`customer_merge.survivor_customer_id`)}
    order by customer_merge.id desc`;
}
