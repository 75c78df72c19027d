import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import { CHUNK_BYTES } from "@okaeri/contract/import-limits";
import { addDays, type CalendarDate, formatJa } from "@okaeri/domain/calendar-date";
import type { Definition } from "@okaeri/domain/ranks/definition";
import type { App } from "../app.ts";
import { todayOf } from "../clock.ts";
import type { JobHandlers } from "../jobs/jobs.ts";
import { importReservations } from "../sections/imports/import-reservations.ts";
import { keepRanksCurrent } from "../sections/ranks/keep-ranks-current.ts";
import { publishRank } from "../sections/ranks/publish-rank.ts";
import { createDefaultRfm } from "../sections/rfms/create-default-rfm.ts";
import { CLOCK_CAMPAIGNS } from "./clock-campaigns.ts";
import { DEMO_CAMPAIGNS, demoCampaignDocument } from "./demo-campaigns.ts";
import { actAs } from "./demo-client.ts";
import { DEMO_HEADERS, DEMO_PROGRAMMES, demoReservations, sliceOf } from "./demo-guests.ts";
import { seedOrganisation } from "./demo-organisation.ts";
import { demoUses } from "./demo-points.ts";
import { demoReactions } from "./demo-reactions.ts";
import { DEMO_TEMPLATES, withTemplateOrigin } from "./templates/demo-templates.ts";

const SLICES = 8;
const SLICE_DAYS = 91;

/**
 * Fills an empty installation with demo data, once: two years of the product's own work, quarter by quarter. Each quarter is
 * imported, scored, ranked and campaigned with the clock of its last day, so that points, ranks, scores and results are what the
 * product's rules made of the reservations. A stop in the middle is gone on from: what exists is left alone.
 */
export async function seedDemo(app: App, handlersOf: (app: App) => JobHandlers): Promise<void> {
  await seedOrganisation(app);
  const today = todayOf(app.clock);
  const accounts = await accountIds(app);
  if (await isSeeded(app)) return;
  const files = DEMO_PROGRAMMES.map((programme) => {
    const guests = Math.ceil(programme.guests / app.config.demoShare);
    return demoReservations({ ...programme, guests }, today);
  });
  for (let slice = 0; slice < SLICES; slice++) {
    const day = addDays(today, -SLICE_DAYS * (SLICES - 1 - slice));
    const then = slice === SLICES - 1 ? app : onDay(app, day);
    const handlers = handlersOf(then);
    await beginProgrammes(then, accounts);
    // Switched on before the first stay of its quarter: earlier stays are not paid.
    await runCampaigns(onDay(app, addDays(day, -2 * SLICE_DAYS)), accounts, slice, "basic", today);
    // Programmes beside each other, the facilities of one after the other: guests of one programme know nothing of another's.
    await Promise.all(
      files.map(async (file) => {
        for (const [code, rows] of file) {
          const csv = sliceOf(rows, slice === 0 ? null : addDays(day, -SLICE_DAYS), slice === SLICES - 1 ? null : day);
          await importFile(then, accounts, code, csv, day);
        }
      }),
    );
    await drained(then, handlers);
    await handlers["expire-points"]({}, { signal: new AbortController().signal, attempt: 0 });
    await drained(then, handlers);
    await rankAndScore(then, accounts);
    await runCampaigns(then, accounts, slice, "repeat_promotion", today);
    await drained(then, handlers);
    // What was sent today, nobody has read yet.
    if (then !== app)
      for (const [n, accountId] of programmesOf(accounts).entries()) {
        const [programme, file] = [DEMO_PROGRAMMES[n], files[n]];
        if (programme === undefined || file === undefined) continue;
        for (const [code, rows] of await demoReactions(then, accountId, programme, today))
          file.get(code)?.push(...rows);
      }
    const programmes = DEMO_PROGRAMME_USERS.map(([code, user]) => ({ accountId: accounts.get(code) ?? 0, user }));
    await demoUses((on) => onDay(app, on), programmes, day, today);
  }
  await switchOnClockCampaigns(app, accounts);
  await runCampaigns(app, accounts, null, "repeat_promotion", today);
  // Results are true from the first page on, and not only after the first minute.
  await handlersOf(app)["recompute-attributions"]({}, { signal: new AbortController().signal, attempt: 0 });
}

/** From now on they run by themselves. */
async function switchOnClockCampaigns(app: App, accounts: ReadonlyMap<string, number>): Promise<void> {
  const templates = await keepTemplates(app, accounts);
  for (const document of CLOCK_CAMPAIGNS) {
    if (await isKnown(app, document.name)) continue;
    await actAs(app, "hana_marketing", accounts.get("HANA") ?? 0, async (calls) => {
      const { id } = await calls.campaigns.create(withTemplateOrigin(document, templates));
      const { version } = await calls.campaigns.get({ id });
      await calls.campaigns.activate({ id, version });
    });
  }
}

/** Mails to begin from: the number of each. */
async function keepTemplates(app: App, accounts: ReadonlyMap<string, number>): Promise<Map<MailDetail, number>> {
  const ids = new Map<MailDetail, number>();
  await actAs(app, "hana_marketing", accounts.get("HANA") ?? 0, async (calls) => {
    const { items } = await calls.mailTemplates.list({ size: 100 });
    for (const { name, label, mail } of DEMO_TEMPLATES) {
      const known = items.find((one) => one.name === name && one.language === mail.language);
      const { variant: _variant, share: _share, ...content } = mail;
      const { id } = known ?? (await calls.mailTemplates.create({ ...content, name, label, mail_template_id: null }));
      ids.set(mail, id);
    }
  });
  return ids;
}

/** Two jobs at a time: the machine has two cores at the least, and jobs of two programmes do not wait for each other. */
async function drained(app: App, handlers: JobHandlers): Promise<void> {
  await Promise.all([app.jobs.drain(handlers), app.jobs.drain(handlers)]);
}

const onDay = (app: App, day: CalendarDate): App => ({
  ...app,
  clock: { now: () => new Date(`${day}T12:00:00+09:00`) },
});

async function accountIds(app: App): Promise<Map<string, number>> {
  const rows = await app.database.asSystem((tx) => tx.all<{ code: string; id: number }>`select code, id from accounts`);
  return new Map(rows.map((row) => [row.code, row.id]));
}

/** Drafts come last; an installation whose own people have removed theirs still counts as filled, because campaigns stay. */
export async function isSeeded(app: App): Promise<boolean> {
  const draft = DEMO_CAMPAIGNS.find((campaign) => campaign.slice === null);
  return isKnown(app, draft?.name ?? "");
}

async function isKnown(app: App, campaign: string): Promise<boolean> {
  const found = await app.database.asSystem((tx) => tx.all`select 1 from campaigns where name = ${campaign}`);
  return found.length > 0;
}

/** Who uses points for the guests of each programme. */
const DEMO_PROGRAMME_USERS = [
  ["HANA", "hana_admin"],
  ["TSUKI", "tsuki_admin"],
] as const;

const programmesOf = (accounts: ReadonlyMap<string, number>) =>
  ["HANA", "TSUKI"].map((code) => accounts.get(code) ?? 0);

const demoTier = (
  name: string,
  total_stay: number,
  priority: number,
  min_use_point: number,
  max_use_point: number,
) => ({
  id: null,
  name,
  priority,
  total_stay,
  total_use_price: null,
  total_get_point: null,
  min_use_point,
  max_use_point,
});
const DEMO_RANKS: Definition = {
  definition: "stay",
  use_point_unit: 100,
  active_month: 12,
  base_month: 24,
  base_date: 1,
  details: [
    demoTier("プラチナ", 8, 1, 100, 50_000),
    demoTier("ゴールド", 4, 2, 500, 30_000),
    demoTier("シルバー", 2, 3, 500, 10_000),
    demoTier("レギュラー", 0, 4, 1_000, 5_000),
  ],
};

/** What a new programme starts with: its RFM and its ranks. */
async function beginProgrammes(app: App, accounts: ReadonlyMap<string, number>): Promise<void> {
  const today = todayOf(app.clock);
  for (const accountId of programmesOf(accounts)) {
    await app.database.inScope({ accountIds: [accountId] }, async (tx) => {
      await createDefaultRfm(tx, accountId);
      const made = await tx.maybe<{
        id: number;
      }>`insert into ranks (account_id, definition, use_point_unit, active_month, base_month, base_date, valid_from)
        select ${accountId}, 'stay', 100, 12, 24, 1, ${today} where not exists (select from ranks where account_id = ${accountId})
          returning id`;
      const rankId = made?.id;
      if (rankId === undefined) return;
      await publishRank(tx, { accountId, rankId, userId: null }, DEMO_RANKS, today, today);
    });
  }
}

async function importFile(
  app: App,
  accounts: ReadonlyMap<string, number>,
  code: string,
  csv: string,
  day: CalendarDate,
): Promise<void> {
  const facilityId = accounts.get(code) ?? 0;
  const name = `予約_${code}_${day}.csv`;
  const known = await app.database.inScope(
    { accountIds: [...accounts.values()] },
    (tx) =>
      tx.all`select 1 from import_batches where facility_account_id = ${facilityId} and file_name = ${name} and state = 'done'`,
  );
  if (known.length > 0) return;
  const user = { H: "hana_admin", T: "tsuki_admin", S: "sakura_admin" }[code[0] ?? ""] ?? "hana_admin";
  const bytes = Buffer.from(csv);
  const importId = await actAs(app, user, facilityId, async (calls) => {
    const { id } = await calls.imports.create({
      file_name: name,
      byte_size: bytes.length,
      facility_account_id: facilityId,
    });
    for (let seq = 0; seq * CHUNK_BYTES < bytes.length; seq++) {
      const piece = bytes.subarray(seq * CHUNK_BYTES, (seq + 1) * CHUNK_BYTES);
      await calls.imports.uploadChunk({ params: { id, seq }, body: new Blob([piece]) });
    }
    await calls.imports.preview({ id });
    await calls.imports.start({ id, mapping: DEMO_HEADERS });
    return id;
  });
  // Here and now, so that two programmes do not take each other's jobs. The one in the queue finds nothing left but what follows an import.
  const job = { account_id: await programmeOf(app, facilityId), import_batch_id: importId };
  await importReservations(app, job, { signal: new AbortController().signal, attempt: 0 });
}

async function programmeOf(app: App, facilityId: number): Promise<number> {
  const { id } = await app.database.asSystem(
    (tx) =>
      tx.one<{ id: number }>`select coalesce(programme_account_id, id) as id from accounts where id = ${facilityId}`,
  );
  return id;
}

async function rankAndScore(app: App, accounts: ReadonlyMap<string, number>): Promise<void> {
  await Promise.all(
    programmesOf(accounts).map(async (accountId) => {
      const rfm = await app.database.inScope({ accountIds: [accountId] }, async (tx) => {
        await keepRanksCurrent(tx, accountId, todayOf(app.clock));
        const rfmId = await createDefaultRfm(tx, accountId);
        await app.jobs.add(tx, "score-rfm", { account_id: accountId, rfm_id: rfmId });
        return rfmId;
      });
      app.log.info({ event: "demo.scored", account: accountId, rfm, day: formatJa(todayOf(app.clock)) }, "demo");
    }),
  );
}

async function runCampaigns(
  app: App,
  accounts: ReadonlyMap<string, number>,
  slice: number | null,
  type: "basic" | "repeat_promotion",
  lastDay: CalendarDate,
): Promise<void> {
  for (const campaign of DEMO_CAMPAIGNS) {
    if (campaign.slice !== slice || campaign.type !== type) continue;
    if (await isKnown(app, campaign.name)) continue;
    await actAs(app, campaign.user, accounts.get(campaign.account) ?? 0, async (calls) => {
      const { id } = await calls.campaigns.create(demoCampaignDocument(campaign, lastDay));
      if (slice === null) return;
      const { version } = await calls.campaigns.get({ id });
      await calls.campaigns.activate({ id, version });
    });
  }
}
