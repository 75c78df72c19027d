import type { FieldProblem } from "@okaeri/contract/problems/problems";
import { type ConditionGroup, parseCondition } from "@okaeri/domain/segments/condition";
import type { Tx } from "../../database/connection.ts";
import { CallError, refuseProblems } from "../../http/errors.ts";
import type { Scope } from "../../session/scope.ts";
import { fromHeader, hasLegalBlock, mailSenderOf } from "../messaging/mail-sender.read.ts";
import { type FactsRow, factColumns, factJoins, messageFacts } from "../messaging/message-facts.ts";
import { mailStanding } from "../messaging/messaging.read.ts";
import { mailRenderer } from "../messaging/render-mail.ts";
import { withinReach } from "../segments/audience.ts";
import { conditionSql } from "../segments/condition-sql.ts";
import { type MailEdit, mailProblems, prefixed, signatureProblems } from "./check-document.ts";
import type { Writer } from "./save-campaign.ts";

/** The mail as one real guest of the target would get it; texts that cannot be sent come back as problems instead. @throws CallError NOT_FOUND, INVALID_INPUT. */
export async function previewMail(
  tx: Tx,
  scope: Scope,
  input: { target: unknown; mail: MailEdit; points: number | null; customer_id: number | null },
  writer: Writer,
) {
  const parsed = parseCondition(input.target);
  if (!parsed.ok) refuseProblems(prefixed("target", parsed.errors));
  const sender = await mailSenderOf(tx, scope.accountId, writer.origin);
  const problems: FieldProblem[] = [...mailProblems(input.mail, sender), ...signatureProblems(input.mail, sender)];
  const guest =
    input.customer_id === null
      ? await guestOf(tx, scope, parsed.ok ? parsed.tree : null, writer)
      : await guestById(tx, scope, input.customer_id, writer);
  if (input.customer_id !== null && !guest) throw new CallError("NOT_FOUND");
  const broken = problems.some(({ path }) => path !== "from_address");
  if (!hasLegalBlock(sender)) problems.push({ path: "from_address", code: "legal_sender_missing" });
  const facts = messageFacts(guest ?? NOBODY, sender.accountName, input.points);
  // A link that withdraws nobody's consent: the preview is read by staff.
  const url = `${writer.origin}/u/preview`;
  const rendered = broken
    ? { subject: "", html: "", text: "" }
    : mailRenderer(input.mail, sender)(facts, guest?.language ?? "ja", url);
  return {
    customer: guest && { id: guest.customer_id, name: guest.name, email: guest.email },
    ...rendered,
    from: fromHeader(sender),
    problems,
  };
}

type Guest = FactsRow & { customer_id: number };

/** A guest of the target, of those who would receive it the one who stayed last. */
async function guestOf(tx: Tx, scope: Scope, tree: ConditionGroup | null, writer: Writer): Promise<Guest | null> {
  if (!tree) return null;
  const none = { capCount: null, capDays: 1 };
  const standing = mailStanding("set", scope.accountId, none, writer.now);
  const found = await tx.maybe<Guest>`with picked as (
      select c.id from customers c ${standing.joins} where ${withinReach(scope)} and (${conditionSql(tree, writer)})
      order by ${standing.reason} is not null, c.last_stay_on desc nulls last, c.id limit 1)
    select c.id as customer_id, ${factColumns} from picked join customers c on c.account_id = ${scope.accountId} and c.id = picked.id
    ${factJoins(writer.today)}`;
  return found ?? null;
}

async function guestById(tx: Tx, scope: Scope, id: number, writer: Writer): Promise<Guest | null> {
  const found =
    await tx.maybe<Guest>`select c.id as customer_id, ${factColumns} from customers c ${factJoins(writer.today)} where ${withinReach(scope)} and c.id = ${id}`;
  return found ?? null;
}

/** When nobody matches, the mail still shows what stands in for what is not known. */
const NOBODY: FactsRow = {
  name: "",
  name_kana: null,
  member_number: null,
  email: null,
  language: "ja",
  last_stay_on: null,
  stay_count: 0,
  point_balance: 0,
  point_expires_on: null,
  rank: null,
  facility_name: null,
};
