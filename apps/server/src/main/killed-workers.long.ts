import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MAIL_CONNECTIONS } from "../mail/mailer.ts";
import { mailAction, makeGuests, pointAction, promotion } from "../sections/campaigns/campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../sections/campaigns/pipeline.fixture.ts";
import { testCluster, urlOf } from "../test/database.ts";
import type { SinkVerdict } from "../test/smtp-sink.ts";
import { startProcess } from "./start.fixture.ts";

// Workers that are killed (SIGKILL) again and again during a large send: nobody gets it twice, nobody is lost, and unknown are at most as
// many as there were open connections.

const KILLS = 20;
const GUESTS = Number(process.env.GUESTS ?? 10_000);
let p: Pipeline;
let folder: string;
let running: ReturnType<typeof startProcess>[];
beforeEach(async () => {
  p = await openPipeline();
  folder = mkdtempSync(join(tmpdir(), "okaeri-killed-"));
  chmodSync(folder, 0o755);
  running = [];
}, 60_000);
afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill("SIGKILL");
    await ended;
  }
  await p.close();
  rmSync(folder, { recursive: true, force: true });
});

test("two workers, one of them killed twenty times during a send of points and mails", {
  timeout: 900_000,
}, async () => {
  const { rows } = await p.t.past.pool.query<{ name: string }>("select current_database() as name");
  const cluster = testCluster();
  const urls = { appUrl: urlOf(cluster.app, rows[0]?.name ?? ""), ownerUrl: urlOf(cluster.owner, rows[0]?.name ?? "") };
  const start = async () => {
    const worker = startProcess(urls, folder, { SMTP_URL: p.sink.url, ROLES: "worker", WORKER_PORT: "0" });
    running.push(worker);
    while (!worker.output.out.includes("準備ができました")) {
      expect(worker.child.exitCode, worker.output.err).toBe(null);
      await sleep(20);
    }
    return worker;
  };
  await makeGuests(p.t.app, p.inn.accountId, { count: GUESTS, mail: "guest" });
  await p.rules({ grace_above_count: null });
  const segments = [
    { id: null, priority_seq: 1, target: promotion().segments[0]?.target, actions: [pointAction(10), mailAction()] },
  ] as ReturnType<typeof promotion>["segments"];
  // A mail server that takes its time, so that mails are on their way whenever a worker dies.
  p.verdict = async (): Promise<SinkVerdict> => {
    await sleep(20);
    return "take";
  };
  const id = await p.started(promotion({ segments }));
  const begun = performance.now();
  await start();
  for (let kill = 0; kill < KILLS; kill++) {
    const worker = await start();
    const before = p.sink.received.length;
    // In the middle of the points at first, then of the mails.
    const due = performance.now() + 20_000;
    while (kill > 1 && p.sink.received.length < before + GUESTS / (KILLS * 4) && performance.now() < due)
      await sleep(10);
    // The one that has the push: whoever lives on takes it over after ten seconds of silence.
    const [older] = running.filter(
      ({ child }) => child.exitCode === null && child.signalCode === null && child !== worker.child,
    );
    older?.child.kill("SIGKILL");
    await older?.ended;
  }
  await expect.poll(async () => (await p.detail(id)).sending, { timeout: 600_000, interval: 1_000 }).toBe(false);
  const detail = await p.detail(id);
  const mail = detail.pushes.find((push: { type: string }) => push.type === "mail");
  const point = detail.pushes.find((push: { type: string }) => push.type === "point");
  const [grants] = await p.query<{ n: number; guests: number }>(sql`select count(*)::int as n,
      count(distinct customer_id)::int as guests from grant_points`);
  const twice = p.sink.received.length - new Set(p.sink.received).size;
  console.log(
    `${GUESTS} guests, ${KILLS} kills in ${((performance.now() - begun) / 1_000).toFixed(0)} s: ${p.sink.received.length} mails, ${twice} twice; sent ${mail.sent}, unknown ${mail.unknown} (bound ${KILLS * MAIL_CONNECTIONS}), failed ${mail.failed}; points to ${grants?.guests} guests, ${(grants?.n ?? 0) - (grants?.guests ?? 0)} twice`,
  );
  expect([twice, mail.failed, mail.skipped, mail.waiting]).toEqual([0, 0, 0, 0]);
  expect(mail.sent + mail.unknown).toBe(GUESTS);
  expect(mail.unknown).toBeLessThanOrEqual(KILLS * MAIL_CONNECTIONS);
  expect(point).toMatchObject({ sent: GUESTS, unknown: 0 });
  expect(grants).toEqual({ n: GUESTS, guests: GUESTS });
  // Whoever is listed as sent has it, and whoever is in neither list has nothing.
  const outcomes = await p.query<{ email: string; outcome: string }>(sql`select customer.email, target.outcome
    from push_action_targets target
    join push_actions push on push.id = target.push_action_id and push.channel = 'mail'
    join customers customer on customer.id = target.customer_id`);
  const received = new Set(p.sink.received);
  expect(outcomes.filter(({ email, outcome }) => outcome === "sent" && !received.has(email))).toEqual([]);
});
