import { information } from "@okaeri/domain/campaigns/presets/information";
import {
  EVERYBODY,
  handlersFor,
  mailAction,
  makeGuests,
  pointAction,
  promotion,
} from "../sections/campaigns/campaigns.fixture.ts";
import { booking, fed, feedKey } from "../sections/feeds/feeds.fixture.ts";
import { pictureOf } from "../sections/images/images.fixture.ts";
import { csvOf, queued, runImport, upload } from "../sections/imports/imports.fixture.ts";
import { createDefaultRfm } from "../sections/rfms/create-default-rfm.ts";
import { chosenOf } from "../sections/rfms/rfms.fixture.ts";
import { type Caller, makeUser } from "../test/app.ts";
import { answerOf, audited, type Bench, type Make, own } from "./parallel-saves.fixture.ts";

const FILE = csvOf([
  { 予約番号: "R1", チェックイン日: "2026-11-01", チェックアウト日: "2026-11-02", 氏名: "山田 花子" },
]);
const MAPPING = {
  reservation_code: "予約番号",
  check_in_date: "チェックイン日",
  check_out_date: "チェックアウト日",
  guest_name: "氏名",
};
const MONTH_END = { minute: "0", hour: "10", day_of_month: "L", month: "*", day_of_week: "?", year: "*" };

const narrowed =
  ({ boss, spot }: Bench): Caller =>
  (request) =>
    boss({ ...request, url: `${request.url}?account_id=${spot.accountId}` });
const uploaded = (bench: Bench) => upload(narrowed(bench), bench.spot.accountId, FILE);

const only = (action: object) =>
  promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [action as never] }] });
const NEWS = { ...mailAction(), ...information.segments({ language: "ja" } as never)[0]?.actions[0], when: undefined };
async function campaign({ boss, spot }: Bench, document: object): Promise<number> {
  return (await answerOf(boss, "POST", `/campaigns?account_id=${spot.accountId}`, document)).id;
}
async function savedCondition({ boss, spot }: Bench): Promise<number> {
  const name = own("condition");
  const body = { name, target: EVERYBODY };
  const { items } = await answerOf(boss, "POST", `/saved-conditions?account_id=${spot.accountId}`, body);
  return (items as { id: number; name: string }[]).find((one) => one.name === name)?.id ?? 0;
}
const TEMPLATE = { label: "", title: "お便り", body: "本文", signature: "", from_address: "" };
async function mailTemplate({ boss, spot }: Bench): Promise<number> {
  const body = { ...TEMPLATE, name: own("template") };
  return (await answerOf(boss, "POST", `/mail-templates?account_id=${spot.accountId}`, body)).id;
}
const say = ({ boss, spot }: Bench, id: number, command: string, payload: object = {}) =>
  answerOf(boss, "POST", `/campaigns/${id}/${command}?account_id=${spot.accountId}`, payload);
/** A send under way: nobody works on its jobs. */
async function sending(bench: Bench): Promise<number> {
  await makeGuests(bench.t.app, bench.spot.accountId, { count: 2, mail: own("guest") });
  const id = await campaign(bench, only(pointAction()));
  await say(bench, id, "activate", { version: 1 });
  return id;
}

/** A send by which guests wait for the choice of a text; nobody works on it. */
function sendWithRest({ t, spot }: Bench, campaignId: number): Promise<number> {
  return t.app.database.inScope({ accountIds: [spot.accountId] }, async (tx) => {
    const { id } = await tx.one<{
      id: number;
    }>`insert into push_actions (account_id, campaign_id, campaign_segment_id, campaign_action_id, channel, started_by, trigger_key,
        push_status, has_remaining, frozen_at)
      select ${spot.accountId}, segment.campaign_id, segment.id, action.id, action.type, 'by_hand', 'rest', 'doing', true, now()
      from campaign_segments segment
      join campaign_actions action on action.account_id = segment.account_id and action.campaign_segment_id = segment.id
      where segment.account_id = ${spot.accountId} and segment.campaign_id = ${campaignId}
      returning id`;
    return id;
  });
}

/** A send that needs a second person, and two sessions of that person. */
async function awaitingApproval(bench: Bench) {
  const { t, spot } = bench;
  const inScope = { accountIds: [spot.accountId] };
  await t.app.database.inScope(
    inScope,
    (tx) =>
      tx.run`insert into account_settings (account_id, approval_above_count) values (${spot.accountId}, 0)
      on conflict (account_id) do update set approval_above_count = 0`,
  );
  const id = await sending(bench);
  await t.app.jobs.drain(handlersFor(t.app));
  const person = await makeUser(t.app, spot, "role_admin", ["*"]);
  return { id, second: [await t.as(person), await t.as(person)] };
}

/** Scores are the client's own: the provider's people only read them. */
async function rfmOf({ t, spot }: Bench) {
  const administrator = await makeUser(t.app, spot, "role_admin", ["*"]);
  const by = [await t.as(administrator), await t.as(administrator)];
  await t.app.database.inScope({ accountIds: [spot.accountId] }, (tx) => createDefaultRfm(tx, spot.accountId));
  const { items } = await answerOf(by[0] as Caller, "GET", `/rfms?account_id=${spot.accountId}`);
  const [{ id, version, frequency_aggregation_years, monetary_aggregation_years, details, groups }] = items;
  const bare = groups.map(({ count: _count, ...group }: { count: number }) => group);
  const edit = { frequency_aggregation_years, monetary_aggregation_years, details: chosenOf(details), groups: bare };
  return { id, version, edit, by };
}

/** An account group of this one account. */
async function groupOfSpot({ t, spot: { accountId } }: Bench): Promise<number> {
  const { rows } = await t.past.pool.query<{ id: number }>(
    "insert into groups (company_id, name) select company_id, 'x' from accounts where id = $1 returning id",
    [accountId],
  );
  const id = rows[0]?.id ?? 0;
  await t.past.pool.query("insert into account_groups (account_id, group_id) values ($1, $2)", [accountId, id]);
  return id;
}

const MENDED = booking("H-1");
/** A row of a hotel's system that is held. */
async function heldRow({ t, spot: { accountId } }: Bench) {
  const key = await feedKey(t.app, { accountId, facilityId: accountId });
  const wrong = { ...MENDED, check_out_date: "2026-10-01" };
  const { batchId } = await fed(t, accountId, key, "/feeds/plain/reservations", [wrong]);
  return { id: batchId, row_index: 0 };
}

/** Guests who stayed once each. */
async function deliver({ t, spot: { accountId } }: Bench, guests: number): Promise<void> {
  const stay = { 予約状態: "滞在済", チェックイン日: "2026-11-01", チェックアウト日: "2026-11-02", 利用金額: 9000 };
  const rows = Array.from({ length: guests }, () => ({
    ...stay,
    氏名: "山田 花子",
    予約番号: own("R"),
    会員番号: own("M"),
  }));
  await runImport(t.app, accountId, await queued(t.app, accountId, accountId, csvOf(rows)));
}

/** Imports, the inbox, scores and campaigns. */
export const WORK_SAVES: Record<string, Make> = {
  "imports.create": ({ spot }) => ({
    body: { file_name: "a.csv", byte_size: 1, facility_account_id: spot.accountId },
    once: null,
  }),
  "imports.uploadChunk": async (bench) => {
    const { accountId } = bench.spot;
    const file = { file_name: "a.csv", byte_size: FILE.length, facility_account_id: accountId };
    const { id } = await answerOf(bench.boss, "POST", `/imports?account_id=${accountId}`, file);
    const once = `select from import_files where import_batch_id = ${id}`;
    return { ids: { id, seq: 0 }, body: FILE, once };
  },
  "imports.start": async (bench) => {
    const id = await uploaded(bench);
    return { ids: { id }, body: { mapping: MAPPING }, once: audited("import_batches", id, "start") };
  },
  "imports.check": async (bench) => {
    const id = await uploaded(bench);
    // A check takes two steps of the token: it is asked for, and it is made.
    const once = `select from import_batches where id = ${id} and check_state = 'done' and fencing_token = 2`;
    return { ids: { id }, body: { mapping: MAPPING }, once };
  },
  "imports.cancel": async (bench) => {
    const id = await uploaded(bench);
    return { ids: { id }, once: audited("import_batches", id, "cancel") };
  },
  "imports.undo": async (bench) => {
    const { spot } = bench;
    await deliver(bench, 1);
    const { items } = await answerOf(bench.boss, "GET", `/imports?account_id=${spot.accountId}`);
    const [{ id }] = items;
    const once = `select from import_batches where id = ${id} and state = 'undoing' and fencing_token = 2`;
    return { ids: { id }, once };
  },
  "inbox.retry": async (bench) => {
    const ids = await heldRow(bench);
    return { ids, body: { version: 1, row: MENDED }, once: audited("import_batches", ids.id, "retry") };
  },
  "inbox.dismiss": async (bench) => {
    const ids = await heldRow(bench);
    return { ids, body: { version: 1 }, once: audited("import_batches", ids.id, "dismiss") };
  },
  "inbox.matchWord": async ({ t, spot: { accountId } }) => {
    const key = await feedKey(t.app, { accountId, facilityId: accountId });
    const word = own("W");
    await fed(t, accountId, key, "/feeds/plain/reservations", [booking(own("R"), { customer_type: word })]);
    const { rows } = await t.past.pool.query("select id from source_values where account_id = $1 and word = $2", [
      accountId,
      word,
    ]);
    const once = `select from audit_logs where account_id = ${accountId} and action = 'match_word' and after->>'word' = '${word}'`;
    return { ids: { id: rows[0].id }, body: { choice_id: null }, once };
  },
  "jobs.retry": async ({ t, spot }) => {
    const given = `insert into pgboss.job (name, data, source_name, source_id)
      values ('failed-jobs', '{"account_id": ${spot.accountId}, "rfm_id": 1}', 'score-rfm', gen_random_uuid()) returning id`;
    const { rows } = await t.past.pool.query(given);
    const once = `select from audit_logs where action = 'retry_job' and account_id = ${spot.accountId}`;
    return { ids: { id: rows[0].id }, once };
  },
  "rfms.create": async (bench) => {
    const { by } = await rfmOf(bench);
    const groupId = await groupOfSpot(bench);
    const once = `select from rfms where account_id = ${bench.spot.accountId} and group_id = ${groupId} and active_status = 'active'`;
    return { by, body: { group_id: groupId }, once };
  },
  "rfms.remove": async (bench) => {
    const { by } = await rfmOf(bench);
    const url = `/rfms?account_id=${bench.spot.accountId}`;
    const { id, version } = await answerOf(by[0] as Caller, "POST", url, { group_id: await groupOfSpot(bench) });
    return { ids: { id }, by, body: { version }, once: audited("rfms", id, "delete") };
  },
  "rfms.preview": async (bench) => {
    const { id, edit, by } = await rfmOf(bench);
    return { ids: { id }, by, body: edit };
  },
  "rfms.suggest": async (bench) => {
    const { id, by } = await rfmOf(bench);
    await deliver(bench, 5);
    return { ids: { id }, by, body: { frequency_aggregation_years: 3, monetary_aggregation_years: 3 } };
  },
  "rfms.score": async (bench) => {
    const { id, by } = await rfmOf(bench);
    return { ids: { id }, by, body: {}, once: audited("rfms", id, "score") };
  },
  "rfms.update": async (bench) => {
    const { id, version, edit, by } = await rfmOf(bench);
    return { ids: { id }, by, body: { ...edit, version }, once: audited("rfms", id, "update") };
  },
  "campaigns.create": () => ({ body: promotion(), once: null }),
  "campaigns.update": async (bench) => {
    const id = await campaign(bench, promotion());
    return {
      ids: { id },
      body: { ...promotion({ name: "冬" }), version: 1 },
      once: audited("campaigns", id, "update"),
    };
  },
  "campaigns.copy": async (bench) => ({ ids: { id: await campaign(bench, promotion()) }, once: null }),
  "campaigns.restoreEdit": async (bench) => {
    const { boss, spot } = bench;
    const id = await campaign(bench, promotion());
    await answerOf(boss, "PUT", `/campaigns/${id}?account_id=${spot.accountId}`, {
      ...promotion({ name: "冬" }),
      version: 1,
    });
    return {
      ids: { id, edit: 1 },
      body: { version: 2 },
      once: `select from campaigns where id = ${id} and version = 3`,
    };
  },
  "campaigns.remove": async (bench) => {
    const id = await campaign(bench, promotion());
    return { ids: { id }, once: audited("campaigns", id, "delete") };
  },
  "images.upload": async ({ spot }) => ({
    body: await pictureOf("png"),
    headers: { "content-type": "image/png" },
    once: `select from images where account_id = ${spot.accountId}`,
  }),
  "savedConditions.create": () => {
    const name = own("condition");
    return { body: { name, target: EVERYBODY }, once: `select from saved_conditions where name = '${name}'` };
  },
  "savedConditions.update": async (bench) => {
    const id = await savedCondition(bench);
    const body = { name: own("condition"), target: EVERYBODY, version: 1 };
    return { ids: { id }, body, once: audited("saved_conditions", id, "update") };
  },
  "savedConditions.remove": async (bench) => {
    const id = await savedCondition(bench);
    return { ids: { id }, once: audited("saved_conditions", id, "delete") };
  },
  // Templates may have one name.
  "mailTemplates.create": () => ({ body: { ...TEMPLATE, name: own("template") }, once: null }),
  "mailTemplates.update": async (bench) => {
    const id = await mailTemplate(bench);
    const body = { ...TEMPLATE, name: own("template"), version: 1 };
    return { ids: { id }, body, once: audited("mail_templates", id, "update") };
  },
  "mailTemplates.remove": async (bench) => {
    const id = await mailTemplate(bench);
    return { ids: { id }, once: audited("mail_templates", id, "delete") };
  },
  "campaigns.audience": () => ({ body: { segments: [{ target: EVERYBODY, types: ["mail"] }] } }),
  "campaigns.audienceNames": () => ({
    body: { segments: [{ target: EVERYBODY, types: ["mail"] }], segment: null, step: "consented", who: "left" },
  }),
  "campaigns.audienceExplanation": async (bench) => {
    const [guest] = await makeGuests(bench.t.app, bench.spot.accountId, { count: 1, mail: own("guest") });
    return { body: { segments: [{ target: EVERYBODY, types: ["mail"] }], customer_id: guest } };
  },
  "campaigns.previewSamples": () => ({ body: { target: EVERYBODY } }),
  "campaigns.ruleCounts": () => ({ body: { target: EVERYBODY, type: "basic" } }),
  "campaigns.checkCondition": () => ({ body: { target: EVERYBODY, type: "basic" } }),
  "campaigns.nextRuns": () => ({ body: { schedule: MONTH_END } }),
  "campaigns.preview": () => ({
    body: { target: EVERYBODY, mail: mailAction().mail, points: null, customer_id: null },
  }),
  "campaigns.testSend": async (bench) => {
    const id = await campaign(bench, promotion());
    const { segments } = await answerOf(bench.boss, "GET", `/campaigns/${id}?account_id=${bench.spot.accountId}`);
    return {
      ids: { id },
      body: { action_id: segments[0].actions[0].id, customer_id: null, to: null },
      once: null,
    };
  },
  "campaigns.confirmText": async (bench) => {
    const id = await campaign(bench, { ...only(NEWS), preset_type: "information" });
    return { ids: { id }, body: { version: 1 }, once: audited("campaigns", id, "confirm_text") };
  },
  "campaigns.activate": async (bench) => {
    const id = await campaign(bench, only(pointAction()));
    return { ids: { id }, body: { version: 1 }, once: audited("campaigns", id, "send") };
  },
  "campaigns.stop": async (bench) => {
    const id = await sending(bench);
    return { ids: { id }, once: audited("campaigns", id, "stop") };
  },
  "campaigns.resume": async (bench) => {
    const id = await sending(bench);
    await say(bench, id, "stop");
    return { ids: { id }, once: audited("campaigns", id, "resume") };
  },
  "campaigns.changeRun": async (bench) => {
    const id = await campaign(
      bench,
      only({ ...pointAction(), schedule: MONTH_END, schedule_once: null, trigger: null }),
    );
    const { next_runs, segments } = await say(bench, id, "activate", { version: 1 });
    const body = { action_id: segments[0].actions[0].id, at: next_runs[0].at, move_to: null };
    return { ids: { id }, body, once: audited("campaigns", id, "leave_out_run") };
  },
  "campaigns.approve": async (bench) => {
    const { id, second } = await awaitingApproval(bench);
    return { ids: { id }, by: second, body: { version: 2 }, once: audited("campaigns", id, "approve_send") };
  },
  "campaigns.refuse": async (bench) => {
    const { id, second } = await awaitingApproval(bench);
    return { ids: { id }, by: second, body: { reason: "x" }, once: audited("campaigns", id, "refuse_send") };
  },
  "campaigns.chooseVariant": async (bench) => {
    const id = await campaign(bench, promotion());
    const push_action_id = await sendWithRest(bench, id);
    return {
      ids: { id },
      body: { push_action_id, variant: "A", version: 1 },
      once: audited("campaigns", id, "choose_variant"),
    };
  },
  "campaigns.cancel": async (bench) => {
    const id = await sending(bench);
    return { ids: { id }, once: audited("campaigns", id, "cancel_send") };
  },
  "campaigns.decideUnknown": async (bench) => {
    const { accountId } = bench.spot;
    const [guest = 0] = await makeGuests(bench.t.app, accountId, { count: 1, mail: own("guest") });
    const id = await campaign(bench, promotion());
    await bench.t.app.database.inScope(
      { accountIds: [accountId] },
      (
        tx,
      ) => tx.run`with p as (insert into push_actions (account_id, campaign_id, campaign_segment_id, campaign_action_id, channel,
            started_by, trigger_key, push_status, target_count, unknown_count)
          select segment.account_id, segment.campaign_id, segment.id, action.id, 'mail', 'by_hand', 'x', 'done', 1, 1
            from campaign_segments segment
          join campaign_actions action on action.account_id = segment.account_id and action.campaign_segment_id = segment.id
          where segment.account_id = ${accountId} and segment.campaign_id = ${id} returning id, campaign_id)
        insert into push_action_targets (account_id, push_action_id, campaign_id, customer_id, outcome, sent_at)
        select ${accountId}, id, campaign_id, ${guest}, 'unknown', now() from p`,
    );
    return {
      ids: { id },
      body: { decision: "delivered", recipients: null },
      once: audited("campaigns", id, "confirm_delivered"),
    };
  },
  "campaigns.revoke": async (bench) => {
    const id = await sending(bench);
    await bench.t.app.jobs.drain(handlersFor(bench.t.app));
    const [push] = (await answerOf(bench.boss, "GET", `/campaigns/${id}?account_id=${bench.spot.accountId}`)).pushes;
    const body = { push_action_id: push.id, remarks: "x" };
    return { ids: { id }, body, once: audited("campaigns", id, "revoke_send") };
  },
  "campaigns.payStays": async (bench) => {
    const { t, spot } = bench;
    const id = await campaign(bench, { ...only(pointAction()), type: "basic" });
    await say(bench, id, "activate", { version: 1 });
    await deliver(bench, 1);
    return {
      ids: { id },
      body: { from: "2026-11-01", to: "2026-11-20" },
      settle: () => t.app.jobs.drain(handlersFor(t.app)),
      // However often it was asked, each stay is paid once.
      once: `select from (select count(*) as booked, count(distinct stay_transaction_id) as stays from grant_points
        where account_id = ${spot.accountId} and rule_version_id in (
          select id from campaign_rule_versions where campaign_id = ${id})) paid where booked = stays and stays > 0`,
    };
  },
};
