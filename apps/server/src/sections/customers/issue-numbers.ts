import { lastNumber, type MemberNumberForm, memberNumber } from "@okaeri/domain/customers/member-number";
import type { Tx } from "../../database/connection.ts";
import { memberNumberRule } from "../accounts/member-number-form.read.ts";

/**
 * Takes so many free member numbers, fewer where the digits are used up. The caller holds the programme's lock, so that no other
 * transaction takes one of them. The counter only goes up; numbers that a guest has (as number or key) or ever had are skipped. `besides`:
 * what the caller is about to write.
 */
export async function takeMemberNumbers(
  tx: Tx,
  accountId: number,
  form: MemberNumberForm,
  count: number,
  besides: readonly string[] = [],
): Promise<string[]> {
  const own = new Set(besides);
  const taken: string[] = [];
  while (taken.length < count) {
    const from = await lastIssued(tx, accountId);
    const to = Math.min(from + count - taken.length, lastNumber(form.digits));
    if (to <= from) break;
    await tx.run`insert into member_number_counters (account_id, last_number)
      values (${accountId}, ${to})
      on conflict (account_id) do update
      set last_number = excluded.last_number`;
    const wanted = Array.from({ length: to - from }, (_, at) => memberNumber(form, from + 1 + at)).filter(
      (one) => !own.has(one),
    );
    const free = await tx.all<{ member_number: string }>`with w as materialized (
        select ${accountId}::bigint as account_id, n
        from unnest(${wanted}::text[]) n
      )
      insert into issued_member_numbers (account_id, member_number)
      select w.account_id, w.n
      from w
      where not exists (select from customers customer
        where customer.account_id = w.account_id and customer.member_number = w.n and customer.merged_into is null)
        and not exists (select from customer_keys customer_key
          where customer_key.account_id = w.account_id and customer_key.kind = 'member' and customer_key.value = w.n)
        and w.n <> all (array(select customer.member_number
          from customers customer
          where customer.account_id = ${accountId} and customer.merged_into is not null and customer.member_number is not null))
      on conflict do nothing
      returning member_number`;
    taken.push(...free.map((row) => row.member_number).sort());
  }
  return taken;
}

/** The last running number of the programme that was given or passed over. */
export async function lastIssued(tx: Tx, accountId: number): Promise<number> {
  const counter = await tx.maybe<{ last_number: number }>`select last_number
    from member_number_counters
    where account_id = ${accountId}`;
  return counter?.last_number ?? 0;
}

/** Gives newly registered guests without a member number one, where the programme issues them. The caller holds the programme's lock. */
export async function issueAtRegistration(
  tx: Tx,
  accountId: number,
  people: readonly { fields: { member_number: string | null } }[],
  besides: readonly string[] = [],
): Promise<void> {
  const without = people.filter(({ fields }) => fields.member_number === null);
  if (without.length === 0) return;
  const rule = await memberNumberRule(tx, accountId);
  if (rule.issue !== "registration") return;
  const numbers = await takeMemberNumbers(tx, accountId, rule, without.length, besides);
  for (const [at, { fields }] of without.entries()) fields.member_number = numbers[at] ?? null;
}
