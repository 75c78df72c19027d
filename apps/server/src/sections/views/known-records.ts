import type { RecordKind } from "@okaeri/contract/lists/lists";
import type { SegmentReference } from "@okaeri/domain/segments/fields";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";
import type { SignedIn } from "../../session/session-store.ts";
import { activeRfmIds } from "../rfms/rfms.read.ts";
import { knownReferences } from "../segments/known-references.ts";

/** Records of a programme that conditions of a list name, too; facilities go by reach. */
const isNamed = (kind: SegmentReference): kind is SegmentReference & RecordKind =>
  kind === "customer_types" || kind === "rank_details" || kind === "rfm_groups";

/** Tells which of the records that conditions name are there for the person: accounts and facilities are those in reach. */
export async function knownRecords(
  tx: Tx,
  scope: Scope,
  signedIn: SignedIn,
  named: ReadonlyMap<RecordKind, readonly number[]>,
): Promise<(kind: RecordKind, id: number) => boolean> {
  const idsOf = (kind: RecordKind) => named.get(kind) ?? [];
  const reached = new Set(signedIn.accounts.map((account) => account.id));
  const ofProgramme = await knownReferences(tx, scope.accountId, (kind) => (isNamed(kind) ? idsOf(kind) : []));
  const found = await tx.all<{ kind: string; id: number }>`
    select 'users' as kind, id from users where id = any(${idsOf("users")}::bigint[])
    union all select 'companies', id from companies where id = any(${idsOf("companies")}::bigint[])`;
  const others = new Set(found.map((row) => `${row.kind}:${row.id}`));
  const rfms = idsOf("rfms").length > 0 ? await activeRfmIds(tx, scope.accountId) : [];
  return (kind, id) => {
    if (kind === "rfms") return rfms.includes(id);
    if (kind === "accounts" || kind === "facilities") return reached.has(id);
    return kind === "users" || kind === "companies" ? others.has(`${kind}:${id}`) : ofProgramme(kind, id);
  };
}
