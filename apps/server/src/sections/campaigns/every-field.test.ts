import { CONTRACT_ACTION_KINDS, KIND_NAMES } from "@okaeri/contract/campaigns/actions/kinds";
import { CAMPAIGN_FIELDS, SEGMENT_DOCUMENT_FIELDS } from "@okaeri/contract/campaigns/document";
import { TIMING_FIELDS } from "@okaeri/domain/campaigns/schedule/timing";
import { blankCoupon } from "@okaeri/domain/coupons/coupon";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "../../database/connection.ts";
import { ACTION_KINDS } from "../../main/action-kinds.ts";
import { blankBlock, makeTemplate } from "../messaging/mail-document.fixture.ts";
import { all, couponAction, EVERYBODY, mailAction, pointAction, promotion } from "./campaigns.fixture.ts";
import { asked, type Saved, withFirst } from "./document.fixture.ts";
import { openPipeline, type Pipeline } from "./pipeline.fixture.ts";
import { contentHash } from "./review/content-hash.ts";

// docs/adr/0463: a field of the document is described once. Each of the contract's is set to another value and looked for wherever a field of
// the document has to come: the page, the log, the hash, a copy, the last hour and what is put back of it. A new field of the contract that
// this test does not know fails it.
let p: Pipeline;
let staff: ReturnType<typeof asked>;
beforeAll(async () => {
  p = await openPipeline();
  staff = asked(p.staff);
  OF_DETAIL.mail.mail_template_id = { to: await makeTemplate(p.t.app, p.inn.accountId) };
});
afterAll(() => p.close());

type Change = {
  to: unknown;
  /** What the document has to say beside it. */
  with?: Record<string, unknown>;
  /** It is what guests get or read, and a second person approves it. */
  approvalFingerprint?: false;
  /** A copy has its own. */
  copied?: unknown;
};
const RATE = { grant_type: "rate", grant_rate: 2.5, grant_absolute: null };
const PERCENT = { discount_type: "rate", absolute_type: null, rate_type: "action", discount_absolute: null };
const CODE = { type: "code", code: "HARU" };

const OF_CAMPAIGN: Record<keyof typeof CAMPAIGN_FIELDS, Change> = {
  name: { to: "春", copied: "春のコピー" },
  // Whom and when it is for is asked again when it goes out; what a guest gets of it is in its actions.
  type: { to: "basic", approvalFingerprint: false },
  preset_type: { to: "information", approvalFingerprint: false },
  campaign_start_dt: { to: "2026-11-02", approvalFingerprint: false, copied: null },
  campaign_end_dt: { to: "2027-02-28", approvalFingerprint: false, copied: null },
  purpose: { to: "service", with: { type: "customer_service" } },
  priority: { to: 2, approvalFingerprint: false },
  control_rate: { to: 15 },
};
const SCHEDULE = { minute: "0", hour: "10", day_of_month: "1", month: "*", day_of_week: "*", year: "*" };
const OF_TIMING: Record<(typeof TIMING_FIELDS)[number], Change> = {
  schedule: { to: SCHEDULE },
  schedule_once: { to: { once_per: "days", once_days: 365 }, with: { schedule: SCHEDULE } },
  trigger: { to: { base: "before_check_in", offset_days: 3, time: "10:00", once_per: "stay", once_days: null } },
};
const OF_SEGMENT: Record<keyof typeof SEGMENT_DOCUMENT_FIELDS, Change> = {
  priority_seq: { to: 7 },
  name: { to: "常連の方", approvalFingerprint: false },
  target: { to: all({ field: "stay_count", operator: ">=", value: 2 }) },
  benefits_to_reached: { to: true },
};
const OF_DETAIL: { [Kind in (typeof KIND_NAMES)[number]]: Record<string, Change> } = {
  point: {
    grant_type: { to: "rate", with: RATE },
    grant_absolute: { to: 70 },
    grant_rate: { to: 1.25, with: { ...RATE } },
    grant_condition: { to: 3_000 },
    plan_code: { to: ["SPA"] },
    expiration_type: { to: "none", with: { expiration_days_from_grant: null } },
    expiration_days_from_grant: { to: 30 },
    expiration_days_from_last_stay: {
      to: 90,
      with: { expiration_type: "days_from_last_stay", expiration_days_from_grant: null },
    },
    expiration_date: { to: "2027-03-31", with: { expiration_type: "date", expiration_days_from_grant: null } },
  },
  coupon: {
    variant: { to: "B" },
    share: { to: 40 },
    name: { to: "春の割引" },
    description: { to: "夕食つきのご予約に" },
    type: { to: "code", with: CODE },
    code: { to: "NATSU", with: CODE, copied: "NATSU-2" },
    taken_by_guest: { to: true },
    acquire_amount_limit: { to: 50 },
    use_amount_limit: { to: 40 },
    use_times_limit: { to: 3 },
    use_quantity_limit: { to: 2 },
    reservation_end_date: { to: "2027-01-31" },
    available_months: { to: [1, 2] },
    stay_start_date: { to: "2026-12-01" },
    stay_end_date: { to: "2027-02-28" },
    valid_days_from_acquire: { to: 60 },
    valid_months_from_acquire: { to: 2 },
    without_end: { to: true, approvalFingerprint: false },
    day_of_week: { to: [1, 2] },
    unavailable_period: { to: [{ start: "2026-12-29", end: "2027-01-03" }] },
    use_condition: { to: 10_000 },
    plan_code: { to: ["SPA"] },
    includes_free: { to: true },
    can_use_together: { to: true },
    discount_type: { to: "rate", with: { ...PERCENT, discount_rate: 10 } },
    absolute_type: { to: "plan", with: { discount_absolute: null } },
    rate_type: { to: "plan", with: { ...PERCENT } },
    discount_absolute: { to: 700 },
    discount_rate: { to: 12.5, with: PERCENT },
    discount_limit: { to: 5_000, with: { ...PERCENT, discount_rate: 10 } },
    cancellation_includes_discount: { to: true },
  },
  mail: {
    title: { to: "春のご案内" },
    body: { to: "お待ちしております。" },
    signature: { to: "湯の宿" },
    from_address: { to: "info@inn.example" },
    preheader: { to: "会員の方だけのお知らせです" },
    language: { to: "en" },
    variant: { to: "B" },
    share: { to: 40 },
    blocks: { to: [{ ...blankBlock("url"), label: "予約する", url: "https://inn.example/book" }] },
  },
};

const approvalFingerprint = (id: number) =>
  p.t.app.database.inScope({ accountIds: [p.inn.accountId] }, async (tx: Tx) =>
    (await contentHash(tx, ACTION_KINDS, p.inn.accountId, id)).toString("hex"),
  );
const lastLine = async (id: number) => {
  const [line] = await p.query<{ before: Record<string, unknown>; after: Record<string, unknown> }>(
    sql`select before, after from audit_logs where entity = 'campaigns' and entity_id = ${id} order by at desc, id desc limit 1`,
  );
  return line;
};

/** Saves the change and looks for it everywhere. `at`: where the document has the field; `logged`: how the log calls it. */
async function reaches(
  made: Parameters<typeof promotion>[0],
  change: (document: Saved) => Saved,
  at: (document: Saved) => unknown,
  logged: (document: Saved) => string,
  { to, approvalFingerprint: approves, copied = to }: Change,
): Promise<void> {
  const id = await staff.made(promotion(made));
  const before = await staff.saved(id);
  const hash = await approvalFingerprint(id);
  const document = change(before);
  await staff.save(id, document);
  const after = await staff.saved(id);
  expect(at(after)).toEqual(to);
  expect((await approvalFingerprint(id)) === hash).toBe(approves === false);
  const line = await lastLine(id);
  const name = logged(before);
  expect([line?.before[name] ?? null, line?.after[name]]).toEqual([at(before), to]);
  const copy = await staff.saved((await staff.request("POST", `/campaigns/${id}/copy`)).id);
  expect(at(copy)).toEqual(copied);
  const [edit] = (await staff.request("GET", `/campaigns/${id}/edits`)).items;
  expect(at(edit.document)).toEqual(at(before));
  await staff.save(id, { ...edit.document, version: 2 });
  expect(await staff.saved(id)).toEqual({ ...before, version: 3 });
}

const segment = (...actions: object[]) => ({
  id: null,
  priority_seq: 1,
  name: "",
  target: EVERYBODY,
  benefits_to_reached: false,
  actions: actions as never,
});

test.each(Object.keys(CAMPAIGN_FIELDS))("a campaign's %s", async (field) => {
  const change = OF_CAMPAIGN[field as keyof typeof CAMPAIGN_FIELDS];
  // A preset stays: it is said when the campaign is made, and is looked for in what comes of that.
  if (field === "preset_type") {
    const id = await staff.made(promotion({ preset_type: "information" }));
    expect((await lastLine(id))?.after.preset_type).toBe("information");
    await staff.save(id, { ...(await staff.saved(id)), name: "冬" });
    const copy = await staff.saved((await staff.request("POST", `/campaigns/${id}/copy`)).id);
    const [edit] = (await staff.request("GET", `/campaigns/${id}/edits`)).items;
    expect([copy.preset_type, edit.document.preset_type]).toEqual(["information", "information"]);
    return;
  }
  await reaches(
    { segments: [segment(pointAction())] },
    (document) => ({ ...document, ...change.with, [field]: change.to }),
    (document) => document[field as keyof Saved],
    () => field,
    change,
  );
});

test.each(Object.keys(SEGMENT_DOCUMENT_FIELDS))("a segment's %s", async (field) => {
  const change = OF_SEGMENT[field as keyof typeof SEGMENT_DOCUMENT_FIELDS];
  await reaches(
    { segments: [segment(pointAction())] },
    (document) => ({ ...document, segments: document.segments.map((one) => ({ ...one, [field]: change.to })) }),
    ({ segments }) => segments[0]?.[field as keyof typeof SEGMENT_DOCUMENT_FIELDS],
    ({ segments }) => `segments.${segments[0]?.id}.${field}`,
    change,
  );
});

test.each(TIMING_FIELDS)("an action's %s", async (field) => {
  const change = OF_TIMING[field];
  await reaches(
    { segments: [segment(pointAction())] },
    (document) =>
      withFirst(document, ({ actions }) => ({
        actions: actions.map((action) => ({ ...action, ...change.with, [field]: change.to })),
      })),
    ({ segments }) => segments[0]?.actions[0]?.[field],
    ({ segments: [first] }) => `segments.${first?.id}.point.${first?.actions[0]?.id}.${field}`,
    change,
  );
});

const MADE = {
  point: pointAction(),
  coupon: couponAction({ ...blankCoupon(), name: "割引", type: "acquire", discount_absolute: 1_000 }),
  mail: mailAction(),
};
const FIELDS = KIND_NAMES.flatMap((kind) =>
  Object.keys(CONTRACT_ACTION_KINDS[kind].detail.shape).map((field) => [kind, field] as const),
);

test.each(FIELDS)("a %s's %s", async (kind, field) => {
  const change = OF_DETAIL[kind][field];
  if (change === undefined) throw new Error(`say here what ${kind}.${field} can be changed to`);
  const changed = (document: Saved): Saved => ({
    ...document,
    segments: document.segments.map((one) => ({
      ...one,
      actions: one.actions.map((action) => ({
        ...action,
        [kind]: { ...(action as unknown as Record<string, object>)[kind], ...change.with, [field]: change.to },
      })) as never,
    })),
  });
  const detailOf = ({ segments: [first] }: Saved) => {
    const [action] = (first?.actions ?? []) as unknown as Record<string, Record<string, unknown>>[];
    return action?.[kind];
  };
  await reaches(
    { type: kind === "point" ? "basic" : "repeat_promotion", segments: [segment(MADE[kind])] },
    changed,
    (document) => detailOf(document)?.[field],
    ({ segments: [first] }) => `segments.${first?.id}.${kind}.${first?.actions[0]?.id}.${field}`,
    change,
  );
});
