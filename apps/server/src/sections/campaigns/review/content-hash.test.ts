import { CONTRACT_ACTION_KINDS, KIND_NAMES, type KindName } from "@okaeri/contract/campaigns/actions/kinds";
import { blankCoupon } from "@okaeri/domain/coupons/coupon";
import { blankMail } from "@okaeri/domain/messaging/mail-blocks";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Tx } from "../../../database/connection.ts";
import { ACTION_KINDS } from "../../../main/action-kinds.ts";
import { type Facility, makeUser, type TestApp, testApp } from "../../../test/app.ts";
import { couponOfAction } from "../../coupons/coupons.read.ts";
import { blankBlock, makeTemplate } from "../../messaging/mail-document.fixture.ts";
import { senderShown } from "../../messaging/mail-sender.read.ts";
import { kindNamed } from "../actions/each-kind.ts";
import { couponAction, EVERYBODY, mailAction, makeInn, pointAction, promotion } from "../campaigns.fixture.ts";
import { contentHash } from "./content-hash.ts";

// What a second person approves: whatever of an action changes, its hash does.

let t: TestApp;
let inn: Facility;
let userId: number;
/** One saved campaign with an action of each kind. */
let campaignId: number;
let template: number;
let actions: { id: number; type: KindName }[];
beforeAll(async () => {
  t = await testApp();
  inn = await makeInn(t.app, "宿");
  userId = await makeUser(t.app, inn, "role_admin", ["*"]);
  const staff = await t.as(userId);
  const all = [pointAction(), mailAction(), couponAction()];
  const payload = promotion({
    segments: [{ id: null, priority_seq: 1, target: EVERYBODY, benefits_to_reached: false, actions: all }],
  });
  campaignId = (await staff({ method: "POST", url: "/api/campaigns", payload })).json().id;
  const saved = (await staff({ method: "GET", url: `/api/campaigns/${campaignId}` })).json();
  actions = saved.segments[0].actions;
  template = await makeTemplate(t.app, inn.accountId);
});
afterAll(() => t.close());

/** Does `work` in a transaction that leaves nothing. */
async function undone<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  let result: T | undefined;
  const left = new Error("left");
  const done = t.app.database.inScope({ accountIds: [inn.accountId] }, async (tx) => {
    result = await work(tx);
    throw left;
  });
  await done.catch((error: unknown) => {
    if (error !== left) throw error;
  });
  return result as T;
}

const approvalFingerprint = async (tx: Tx) =>
  (await contentHash(tx, ACTION_KINDS, inn.accountId, campaignId)).toString("hex");

/** Details in which, together, every field is in force: some count only beside others. */
const BASES: Record<KindName, object[]> = {
  point: [
    { ...pointAction().point, grant_condition: 3_000 },
    { ...pointAction().point, grant_type: "rate", grant_absolute: null, grant_rate: 1.5 },
    {
      ...pointAction().point,
      expiration_type: "date",
      expiration_date: "2027-03-31",
      expiration_days_from_grant: null,
    },
    { ...pointAction().point, expiration_type: "days_from_last_stay", expiration_days_from_last_stay: 90 },
  ],
  coupon: [
    { ...blankCoupon(), name: "割引", type: "acquire", discount_absolute: 1_000 },
    {
      ...blankCoupon(),
      name: "割引",
      type: "code",
      code: "AKI",
      discount_type: "rate",
      rate_type: "action",
      discount_rate: 5,
    },
  ],
  mail: [{ ...blankMail(), title: "件名", body: "本文", signature: "宿", from_address: "info@inn.example" }],
};

/** Another value that the field's schema takes. */
function another(fieldSchema: z.ZodType, value: unknown): unknown {
  const schema = fieldSchema instanceof z.ZodDefault ? (fieldSchema.unwrap() as z.ZodType) : fieldSchema;
  const candidates = [
    null,
    true,
    false,
    template,
    2,
    7,
    1.25,
    "AKI-2",
    "info@other.example",
    "2027-02-01",
    [2, 5],
    ["A"],
    [{ start: "2027-01-01", end: "2027-01-03" }],
    [blankBlock("divider")],
    ...(schema instanceof z.ZodEnum ? schema.options : []),
    ...(schema instanceof z.ZodNullable && schema.unwrap() instanceof z.ZodEnum
      ? (schema.unwrap() as z.ZodEnum).options
      : []),
  ];
  const found = candidates.find(
    (one) => one !== null && JSON.stringify(one) !== JSON.stringify(value) && schema.safeParse(one).success,
  );
  if (found === undefined) throw new Error("the test knows no other value of this field");
  return found;
}

// That somebody chose no end changes nothing of what goes out.
const FIELDS = KIND_NAMES.flatMap((type) =>
  Object.keys(CONTRACT_ACTION_KINDS[type].detail.shape).flatMap((field) =>
    field === "without_end" ? [] : [[type, field] as const],
  ),
);

test.each(FIELDS)("%s: a change of %s is another hash", async (type, field) => {
  const kind = kindNamed(ACTION_KINDS, type);
  const { id } = actions.find((action) => action.type === type) as { id: number };
  const schema = (CONTRACT_ACTION_KINDS[type].detail.shape as Record<string, z.ZodType>)[field] as z.ZodType;
  const changes = await undone(async (tx) => {
    const seen: boolean[] = [];
    for (const base of BASES[type]) {
      const changed = { ...base, [field]: another(schema, (base as Record<string, unknown>)[field]) };
      const hash = async (detail: object) => {
        await kind.content.write(tx, { accountId: inn.accountId, userId }, id, detail, []);
        // A save is another version of a mail, whatever it changes.
        await tx.run`update mails set version = 1 where account_id = ${inn.accountId}`;
        return approvalFingerprint(tx);
      };
      // A figure of another choice is not kept, and then not hashed; contradictions are refused before.
      await tx.run`savepoint before`;
      const first = await hash(base);
      const second = await hash(changed).catch(() => first);
      seen.push(second !== first);
      await tx.run`rollback to savepoint before`;
    }
    return seen;
  });
  expect(changes).toContain(true);
});

test("what is counted and noted beside it is not approved", async () => {
  const [before, after] = await undone(async (tx) => {
    const first = await approvalFingerprint(tx);
    await tx.run`update campaign_segments set target_count = 99, target_counted_at = now() where account_id = ${inn.accountId}`;
    for (const table of ["points", "mails", "coupons"])
      await tx.run`update ${sql.table(table)} set updated_at = now() + interval '1 day' where account_id = ${inn.accountId}`;
    return [first, await approvalFingerprint(tx)];
  });
  expect(after).toBe(before);
});

test("for whom the benefits are is approved", async () => {
  const [before, after] = await undone(async (tx) => {
    const first = await approvalFingerprint(tx);
    await tx.run`update campaign_segments set benefits_to_reached = true where account_id = ${inn.accountId}`;
    return [first, await approvalFingerprint(tx)];
  });
  expect(after).not.toBe(before);
});

test("is what it was while the kinds were joined by hand: approvals given before stay valid", async () => {
  const books = sql`array['created_by', 'created_at', 'updated_by', 'updated_at']`;
  // Coupons had no terms that are counted from the acquisition.
  const laterOfMails = sql`array['preheader', 'language', 'seq', 'variant', 'share']`;
  const later = sql`array['valid_days_from_acquire', 'valid_months_from_acquire', 'without_end', 'taken_by_guest', 'variant', 'share']`;
  const [now, before] = await undone(async (tx) => {
    const { hash } = await tx.one<{
      hash: Buffer;
    }>`select sha256(convert_to(jsonb_build_array(campaign.name, ${senderShown(inn.accountId)}, (
        select jsonb_agg(jsonb_build_array(segment.id, segment.priority_seq, segment.target, segment.lua_script, action.id, action.seq,
          action.type,
          to_jsonb(point) - 'id' - ${books}, ${couponOfAction}::jsonb - ${later}, to_jsonb(mail) - 'id' - ${books} - ${laterOfMails})
          order by segment.id, action.id)
        from campaign_segments segment
        join campaign_actions action on action.account_id = segment.account_id and action.campaign_segment_id = segment.id
          and action.active_status = 'active'
        left join points point on point.account_id = action.account_id and point.campaign_action_id = action.id
        left join mails mail on mail.account_id = action.account_id and mail.campaign_action_id = action.id
        where segment.account_id = campaign.account_id and segment.campaign_id = campaign.id and segment.active_status = 'active'))::text,
          'UTF8')) as hash
      from campaigns campaign where campaign.account_id = ${inn.accountId} and campaign.id = ${campaignId}`;
    return [await approvalFingerprint(tx), hash.toString("hex")];
  });
  expect(now).toBe(before);
});

test("a kind that hashes nothing of itself would be seen", async () => {
  const forgetful = ACTION_KINDS.map((kind) => ({
    ...kind,
    content: { ...kind.content, approvalFingerprint: sql`'[]'::jsonb` },
  }));
  const { id } = actions.find(({ type }) => type === "mail") as { id: number };
  const hashes = await undone(async (tx) => {
    const found: string[] = [];
    for (const title of ["一", "二"]) {
      const detail = { ...BASES.mail[0], title };
      await kindNamed(ACTION_KINDS, "mail").content.write(tx, { accountId: inn.accountId, userId }, id, detail, []);
      found.push((await contentHash(tx, forgetful, inn.accountId, campaignId)).toString("hex"));
    }
    return found;
  });
  expect(new Set(hashes).size).toBe(1);
});
