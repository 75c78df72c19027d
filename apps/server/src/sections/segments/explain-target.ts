import { isGroup } from "@okaeri/domain/segments/condition";
import { type Form, formOf } from "@okaeri/domain/segments/form";
import type { Target } from "@okaeri/domain/segments/target";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { firstNotNull } from "../../database/first-not-null.ts";
import type { Moment } from "../pushes/ports.ts";
import { nextReservation } from "../stays/reservation-facts.read.ts";
import { conditionSql } from "./condition-sql.ts";
import { nodesBelow } from "./counts.ts";
import { isOnOccasions, type TargetOnOccasions } from "./occasions.ts";
import { type Reach, withinReach } from "./reach.ts";

export type ExplainedTarget = { matches: boolean; rules: Record<string, boolean> };
export type ExplainedGuest = {
  id: number;
  name: string;
  member_number: string | null;
  targets: ExplainedTarget[];
};

/**
 * Whether each of the targets means a guest, and which of its rules hold, by path; on an occasion, with the guest's next reservation. Null for a guest out of reach. For one who was merged, the
 * guest who lives on.
 */
export async function explainTargets(
  tx: Tx,
  reach: Reach,
  targets: readonly (Target & TargetOnOccasions)[],
  customerId: number,
  { today }: Moment,
): Promise<ExplainedGuest | null> {
  const holdsFor = (form: Form) => sql`(${conditionSql(form, { today, shape: "row" })})`;
  const rules = targets.map(({ tree }) =>
    (tree === null ? [] : nodesBelow(tree, "")).filter(({ node }) => !isGroup(node)),
  );
  const holds = targets.flatMap((target, at) => [
    isOnOccasions(target)
      ? sql`(${holdsFor(target.form)} and ${nextReservation(today)} is not null)`
      : holdsFor(target.form),
    ...(rules[at] ?? []).map(({ node }) => holdsFor(formOf(node))),
  ]);
  const guest = await tx.maybe<{
    id: number;
    name: string;
    member_number: string | null;
    holds: boolean[];
  }>`select customer.id, customer.name, customer.member_number, array[${sql.join(holds)}] as holds
    from customers asked_customer
    join customers customer on customer.account_id = asked_customer.account_id
      and customer.id = ${firstNotNull(sql`asked_customer.merged_into`, sql`asked_customer.id`)}
    where asked_customer.account_id = ${reach.accountId} and asked_customer.id = ${customerId} and ${withinReach(reach)}`;
  if (guest === undefined) return null;
  const answers = guest.holds.values();
  const next = () => answers.next().value ?? false;
  const explained = rules.map((own) => ({
    matches: next(),
    rules: Object.fromEntries(own.map(({ path }) => [path, next()])),
  }));
  return { id: guest.id, name: guest.name, member_number: guest.member_number, targets: explained };
}
