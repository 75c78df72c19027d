import { defineKind } from "@okaeri/contract/campaigns/actions/kind";
import { CONTRACT_ACTION_KINDS, type KindName } from "@okaeri/contract/campaigns/actions/kinds";
import { actionOf, type CampaignEdit } from "@okaeri/contract/campaigns/document";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { todayOf } from "../../../clock.ts";
import type { Tx } from "../../../database/connection.ts";
import { CallError } from "../../../http/errors.ts";
import { ACTION_KINDS } from "../../../main/action-kinds.ts";
import { pushHandlers } from "../../../main/push-engine.ts";
import type { Scope } from "../../../session/scope.ts";
import { makeUser } from "../../../test/app.ts";
import { recipientOf } from "../../pushes/ports.ts";
import { activateCampaign } from "../activate-campaign.ts";
import { segmentsOf } from "../audience/read-segments.ts";
import { EVERYBODY, handlersFor, makeGuests, pointAction, promotion } from "../campaigns.fixture.ts";
import { wholeCampaign } from "../campaigns.routes.ts";
import { FAST, openPipeline, type Pipeline } from "../pipeline.fixture.ts";
import { contentHash } from "../review/content-hash.ts";
import { type CampaignEditContext, createCampaign, updateCampaign } from "../save-campaign.ts";
import type { ActionKind } from "./action-kind.ts";
import { withoutBookkeeping } from "./approval-fingerprint.ts";

// A kind that nobody else knows is added by its entry in the contract and its object on the server, and by nothing else. It takes the place
// of LINE, which the tables know already.

// What stands in the contract.
const note = defineKind({
  detail: z.strictObject({ text: z.string().max(100) }),
  rule: {
    problems: ({ text }: { text: string }) => (text === "" ? [{ path: "text", code: "required" as const }] : []),
    gives: () => [],
  },
  terms: (detail) => detail,
});
type Note = z.output<typeof note.detail>;
const CONTRACT = { ...CONTRACT_ACTION_KINDS, line: note };

// What stands in main/action-kinds.ts.
const delivered: string[] = [];
const everybody = { joins: sql``, reason: sql<null>`null::text` };
const noteAction: ActionKind<Note> = {
  type: "line" as KindName,
  counts: { reaches: ({ will_receive }) => will_receive, atMost: () => false },
  rule: note.rule,
  content: {
    draftProblems: async (_tx, _asking, actions) =>
      actions.map(({ detail }) => (detail.text.includes("禁") ? [{ path: "text", code: "bad_character" }] : [])),
    missing: async (_tx, _asking, actions, { next }) =>
      actions.map(({ detail }) =>
        next === "start" && detail.text === "まだ" ? [{ path: "text", code: "required" }] : [],
      ),
    read: sql`(select json_build_object('text', line.alt_text) from lines line
      where line.account_id = action.account_id and line.campaign_action_id = action.id)`,
    async write(tx, { accountId, userId }, actionId, detail) {
      await tx.run`delete from lines where account_id = ${accountId} and campaign_action_id = ${actionId}`;
      if (detail !== null)
        await tx.run`insert into lines (account_id, campaign_action_id, alt_text, created_by) values (${accountId}, ${actionId},
          ${detail.text}, ${userId})`;
    },
    async purge(tx, accountId, actionIds) {
      await tx.run`delete from lines where account_id = ${accountId} and campaign_action_id = any(${actionIds}::bigint[])`;
    },
    approvalFingerprint: sql`jsonb_build_array((select ${withoutBookkeeping(sql`line`)} from lines line
      where line.account_id = action.account_id and line.campaign_action_id = action.id))`,
  },
  delivery: {
    channel: () => ({
      eligibility: async () => () => everybody,
      open: async () => ({
        kind: "inside",
        size: 10,
        refused: "refused",
        recheckAtSend: () => ({ ...everybody, columns: sql`customer.name as recipient_name` }),
        deliver: async (_tx, recipients) => {
          delivered.push(...recipients.map((one) => (one as typeof one & { recipient_name: string }).recipient_name));
          return recipients.map((one) => ({
            ...recipientOf(one),
            outcome: "sent" as const,
            reason: null,
            grantedPoints: null,
          }));
        },
      }),
    }),
    results: { figures: ["sent", "delivered"] },
    address: sql<string | null>`customer.name || '@note'`,
  },
};
const kinds = [...ACTION_KINDS, noteAction as ActionKind];

let p: Pipeline;
let scope: Scope;
let writer: CampaignEditContext;
beforeAll(async () => {
  p = await openPipeline();
  const userId = await makeUser(p.t.app, p.inn, "role_admin", ["*"]);
  const { accountId } = p.inn;
  const subject = {
    role: "role_admin" as const,
    planOptions: ["campaign"],
    held: ["*"],
  } as unknown as Scope["subject"];
  scope = {
    accountId,
    chosenAccountId: accountId,
    facilityIds: null,
    accountIds: [accountId],
    userId,
    loginId: "x",
    role: "role_admin",
    subject,
    programme: subject,
  };
  const { clock, origin } = p.t.app;
  writer = { ip: null, today: todayOf(clock), now: clock.now(), origin, kinds };
});
afterAll(() => p.close());

const inScope = <T>(work: (tx: Tx) => Promise<T>) => p.t.app.database.inScope({ accountIds: [p.inn.accountId] }, work);
const action = (text: string, id: number | null = null) => ({ id, seq: 2, type: "line", line: { text } });
/** As the contract parses it, with a kind more. */
const document = (text: string, ids: { segment?: number; point?: number; line?: number } = {}): CampaignEdit => {
  const actions = [{ ...pointAction(300), id: ids.point ?? null }, action(text, ids.line ?? null)];
  const parsed = actions.map((one) =>
    actionOf(CONTRACT).parse(one),
  ) as unknown as CampaignEdit["segments"][number]["actions"];
  return promotion({ segments: [{ id: ids.segment ?? null, priority_seq: 1, target: EVERYBODY, actions: parsed }] });
};
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof CallError ? error.fields : error),
  );

test("is checked, saved, read, hashed, sent and shown, beside the others", async () => {
  await makeGuests(p.t.app, p.inn.accountId, { count: 3, mail: "guest", name: "山田" });
  // Checked: by the contract, and by what only the server knows.
  expect(actionOf(CONTRACT).safeParse({ ...action("x"), mail: null }).success).toBe(false);
  expect(actionOf(CONTRACT_ACTION_KINDS).safeParse(action("x")).success).toBe(false);
  const refused = await refusal(inScope((tx) => createCampaign(tx, scope, document("禁句"), writer)));
  expect(Object.keys(refused as object)).toEqual(["segments.0.actions.1.line.text"]);
  // Saved and read.
  const id = await inScope((tx) => createCampaign(tx, scope, document(""), writer));
  const read = () => inScope((tx) => segmentsOf(tx, kinds, p.inn.accountId, id));
  const hash = () => inScope(async (tx) => (await contentHash(tx, kinds, p.inn.accountId, id)).toString("hex"));
  const shown = () => inScope((tx) => wholeCampaign(tx, { scope, language: "ja" }, writer, id));
  const [segment] = await read();
  expect(segment?.actions.map((one) => ({ ...one }))).toMatchObject([
    { type: "point" },
    { type: "line", line: { text: "" } },
  ]);
  // What it lacks is said by its rule, under its own name.
  expect((await shown()).missing.map(({ path }) => path)).toEqual(["segments.0.actions.1.line.text"]);
  const ids = { segment: segment?.id ?? 0, point: segment?.actions[0]?.id ?? 0, line: segment?.actions[1]?.id ?? 0 };
  const save = async (text: string) => {
    const { version } = await shown();
    await inScope((tx) => updateCampaign(tx, scope, { ...document(text, ids), id, version }, writer));
    return hash();
  };
  // Hashed: another text is another hash, and the same one again is the same.
  const [one, other, again] = [await save("一"), await save("二"), await save("一")];
  expect([one === other, one === again]).toEqual([false, true]);
  // Sent.
  const start = async () => {
    const { version } = await shown();
    return refusal(inScope((tx) => activateCampaign(tx, p.t.app.jobs, scope, { id, version }, writer)));
  };
  await save("まだ");
  expect(Object.keys((await start()) as object)).toEqual(["segments.0.actions.1.line.text"]);
  await save("お知らせ");
  expect(await start()).toBe("done");
  await p.t.app.jobs.drain(handlersFor(p.t.app, FAST, pushHandlers(p.t.app, FAST, kinds)));
  expect(delivered).toEqual(["山田", "山田", "山田"]);
  // Shown.
  const detail = await shown();
  expect(detail.pushes.map(({ type, sent, is_revocable }) => [type, sent, is_revocable])).toEqual([
    ["line", 3, false],
    ["point", 3, true],
  ]);
  expect(detail).toMatchObject({ action_types: ["point", "line"], figures: { reached: 3 }, missing: [] });
});
