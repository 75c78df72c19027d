import { addDays, calendarDate } from "@okaeri/domain/calendar-date";
import { expiresOn, isExpired } from "@okaeri/domain/points/expiry";
import type { CampaignRules } from "@okaeri/domain/points/stay-points";
import { checkedTarget } from "@okaeri/domain/segments/target";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { EVERYBODY, handlersFor, promotion } from "../campaigns/campaigns.fixture.ts";
import { makeCustomer, within } from "../customers/customers.fixture.ts";
import { booking, fed, feedKey } from "../feeds/feeds.fixture.ts";
import { brokenLedgers } from "./broken-ledgers.ts";
import {
  actionOf,
  type Command,
  command,
  EXAMPLES,
  type Point,
  RULES,
  SECOND,
  TWICE,
} from "./ledger-commands.fixture.ts";
import { LedgerModel } from "./ledger-model.fixture.ts";
import { pointJobs } from "./points.jobs.ts";
import { wrongFromScratch } from "./prove-from-scratch.ts";
import { closedRows, expectExplained } from "./shown-ledger.fixture.ts";
import { type Stay, StaysOfHistory } from "./stays-of-history.fixture.ts";

// What staff read of a guest's points, through the screens' own calls, against the model: grants, uses, cancels, deductions, reversals, stays
// that come, change and go, rules that change between them, nights, merges and their undoing, in any order. When a history is over, every
// row, file and sum of every guest is compared; and what a closed day said is what it says.

let t: TestApp;
let now = new Date();
let expire: () => Promise<void>;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } });
  const run = { signal: new AbortController().signal };
  expire = () => pointJobs(t.app)["expire-points"]({}, run);
});
afterAll(() => t.close());

type Merged = { id: number; survivor: number; source: number; stays: Stay[] };

class History {
  readonly model = new LedgerModel(calendarDate("2025-01-10"));
  readonly accountId: number;
  readonly guests: number[];
  readonly #user: number;
  readonly #key: string;
  #call!: Caller;
  #campaign = 0;
  readonly #stays = new StaysOfHistory(this.model);
  #merges: Merged[] = [];
  /** Real ids of the model's grants and uses that a call names. */
  #ids = new Map<number, number>();
  #written = { grants: 0, uses: 0, notes: 0 };
  #closed: { guest: number; rows: Map<string, number>; merges: number }[] = [];
  #mergesEver = 0;

  private constructor(accountId: number, guests: number[], user: number, key: string) {
    this.accountId = accountId;
    this.guests = guests;
    this.#user = user;
    this.#key = key;
  }

  static async open(): Promise<History> {
    const inn = await makeAccount(t.app, { name: `w${Math.random().toString(36).slice(2)}` });
    const user = await makeUser(t.app, inn, "role_admin", ["*"], { canExport: true });
    const guests = await within(t.app, [inn.accountId], async (tx) => {
      const ids: number[] = [];
      for (const at of [0, 1, 2])
        ids.push(await makeCustomer(tx, inn.accountId, { name: NAMES[at] ?? "", email: `g${at}@example.jp` }));
      return ids;
    });
    const key = await feedKey(t.app, { accountId: inn.accountId, facilityId: inn.accountId });
    const history = new History(inn.accountId, guests, user, key);
    await history.#begin();
    return history;
  }

  async #begin() {
    await this.#newDay();
    this.#campaign = await this.#startCampaign([
      { id: null, priority_seq: 1, target: EVERYBODY, actions: [actionOf(RULES[0])] },
    ]);
    await this.#startCampaign([{ id: null, priority_seq: 1, target: TWICE, actions: [actionOf(SECOND)] }]);
    this.#stays.rules[0].push(this.#version(1, EVERYBODY, RULES[0]));
    this.#stays.rules[1].push(this.#version(2, TWICE, SECOND));
  }
  #startCampaign = async (segments: ReturnType<typeof promotion>["segments"]): Promise<number> => {
    const { id } = await this.#send("POST", "/api/campaigns", promotion({ type: "basic", segments }));
    await this.#send("POST", `/api/campaigns/${id}/activate`, { version: 1 });
    return id;
  };
  #version = (action: number, target: typeof EVERYBODY, point: Point | undefined): CampaignRules => ({
    id: action,
    valid_from: this.model.today,
    valid_to: null,
    pays: true,
    start_on: null,
    end_on: null,
    segments: [
      {
        form: checkedTarget(target).form,
        actions: [{ ...(point as never as CampaignRules["segments"][number]["actions"][number]), action_id: action }],
      },
    ],
  });

  async #newDay() {
    now = new Date(`${this.model.today}T10:00:00+09:00`);
    this.#call = await t.as(this.#user);
  }
  read = async (path: string) => {
    const answer = await this.#call({ method: "GET", url: path });
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`);
    return answer;
  };
  async #send(method: "POST" | "PUT", url: string, payload: object, expected = 200) {
    const answer = await this.#call({ method, url, payload });
    expect([url, answer.statusCode, answer.statusCode === expected ? "" : answer.body]).toEqual([url, expected, ""]);
    return answer.json();
  }
  #act = async (customer: number, path: string, payload: object, fits: boolean, id = 0) => {
    const answer = await this.#send("POST", `/api/customers/${customer}/${path}`, payload, fits ? 200 : 400);
    if (!fits) return;
    if (id > 0) this.#ids.set(id, answer.grant_point_id ?? answer.use_point_case_id);
    const wanted = { balance: this.model.balanceOf(customer), debt: this.model.debtOf(customer) };
    expect({ balance: answer.balance, debt: answer.debt }).toEqual(wanted);
  };

  async play(given: Command): Promise<void> {
    const { model } = this;
    model.step += 1;
    now = new Date(now.getTime() + 60_000);
    const guest = model.holder(this.guests[given.guest] ?? 0);
    const other = model.holder(this.guests[(given.guest + 1 + (given.days % 2)) % 3] ?? 0);
    const { kind, points } = given;
    const open = model.uses.filter((use) => use.cancelledOn === null);
    const use = open[given.which % Math.max(1, open.length)];
    const byHand = model.lots.filter((lot) => lot.earned === null);
    const lot = byHand[given.which % Math.max(1, byHand.length)];
    const stay = this.#stays.all[given.which % Math.max(1, this.#stays.all.length)];
    if (kind === "grant") await this.#grant(guest, given);
    else if (kind === "use") {
      const id = this.#stays.nextId();
      const fits = model.use(id, guest, points) !== null;
      await this.#act(guest, "use-points", { use_point: points }, fits, id);
    } else if (kind === "cancel" && use) {
      model.cancel(use);
      await this.#act(model.holder(use.customer), `use-points/${this.#ids.get(use.id)}/cancellation`, {}, true);
    } else if (kind === "deduct") {
      const id = this.#stays.nextId();
      const fits = model.deduct(id, guest, points);
      await this.#act(guest, "grant-points", { grant_point: -points, remarks: "誤り" }, fits, id);
    } else if (kind === "reverse" && lot) {
      // Whole as often as in part.
      const taken = given.days % 2 === 0 ? Math.max(1, lot.granted - lot.reversed) : points;
      const id = this.#stays.nextId();
      const fits = model.reverse(id, lot.id, taken);
      const payload = { grant_point: -taken, remarks: "取消", reverses_grant_point_id: this.#ids.get(lot.id) };
      await this.#act(model.holder(lot.customer), "grant-points", payload, fits, id);
    } else if (kind === "wait") await this.#wait(given.days);
    else if (kind === "expire") {
      model.expire();
      await expire();
    } else if (kind === "stay") await this.#stay(guest, given);
    else if (kind === "change" && stay) {
      const moved = given.days % 3 === 0 ? addDays(model.today, -(given.days % 8)) : stay.check_out_date;
      Object.assign(stay, { use_price: given.price, counts: true, check_in_date: moved, check_out_date: moved });
      await this.#tell(stay, {});
    } else if (kind === "call off" && stay) {
      stay.counts = false;
      await this.#tell(stay, { state: "cancelled", cancel_date: model.today });
    } else if (kind === "rule") await this.#changeRule(given.which % RULES.length);
    else if (kind === "merge" && guest !== other) await this.#merge(guest, other);
    else if (kind === "undo") await this.#undo();
    await this.#writtenNow();
  }

  async #grant(customer: number, { points, days, expiry }: Command) {
    const { model } = this;
    const type = {
      expiration_type: expiry,
      expiration_date: null,
      expiration_days_from_grant: null,
      expiration_days_from_last_stay: null,
      ...(expiry === "date" ? { expiration_date: addDays(model.today, days) } : {}),
      ...(expiry.startsWith("days") ? { [`expiration_${expiry}`]: days + 1 } : {}),
    } as const;
    const lastDay = expiresOn(type, model.today, this.#stays.checkOuts(customer).sort().at(-1) ?? null);
    const fits = !isExpired(lastDay, model.today);
    const id = this.#stays.nextId();
    const rollingDays = type.expiration_days_from_last_stay;
    if (fits) model.grant({ id, customer, granted: points, lastDay, rollingDays });
    const asked = Object.fromEntries(Object.entries(type).filter(([, value]) => value !== null));
    await this.#act(customer, "grant-points", { grant_point: points, remarks: "お詫び", ...asked }, fits, id);
  }

  async #wait(days: number) {
    const { model } = this;
    if (days === 0) return;
    model.today = addDays(model.today, days);
    await this.#newDay();
    for (const guest of this.living()) {
      const rows = await closedRows(this.read, guest);
      this.#closed.push({ guest, rows, merges: this.#mergesEver });
    }
  }
  living = () => [...new Set(this.guests.map(this.model.holder))];

  #stay = async (customer: number, { days, price }: Command) => {
    const id = this.#stays.all.length + 1;
    const stay: Stay = {
      id,
      customer,
      counts: true,
      facility_account_id: this.accountId,
      plan_code: "",
      account_booking_channel_id: null,
      is_online_check_in: false,
      is_online_check_out: false,
      is_excluded: false,
      transaction_code: `S${String(id).padStart(3, "0")}`,
      use_price: price,
      check_in_date: addDays(this.model.today, -(days % 8)),
      check_out_date: addDays(this.model.today, -(days % 8)),
    };
    this.#stays.all.push(stay);
    await this.#tell(stay, {});
  };
  async #tell(stay: Stay, over: object) {
    const guest = this.guests.indexOf(stay.customer);
    const { check_in_date, check_out_date, transaction_code: code, use_price } = stay;
    const row = booking(code, {
      check_in_date,
      check_out_date,
      transaction_code: code,
      use_price,
      state: "stayed",
      guest_name: NAMES[guest],
      email: `g${guest}@example.jp`,
      ...over,
    });
    const { status } = await fed(t, this.accountId, this.#key, "/feeds/plain/reservations", [row]);
    expect(status.refused).toEqual([]);
    this.model.expire();
    this.#stays.settle([stay.customer]);
  }

  async #changeRule(which: number) {
    const point = RULES[which];
    // Only where stays of the day are settled anew would the rule itself book what is over.
    await expire();
    await this.#send("POST", `/api/campaigns/${this.#campaign}/stop`, {});
    const { version } = (await this.read(`/api/campaigns/${this.#campaign}`)).json();
    const segments = [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [actionOf(point)] }];
    await this.#send("PUT", `/api/campaigns/${this.#campaign}`, { ...promotion({ type: "basic", segments }), version });
    await this.#send("POST", `/api/campaigns/${this.#campaign}/resume`, {});
    await t.app.jobs.drain(handlersFor(t.app));
    this.#stays.rules[0].push(this.#version(this.#stays.rules[0].length + 2, EVERYBODY, point));
    this.model.expire();
    this.#stays.settle(this.living());
  }

  async #merge(survivor: number, source: number) {
    const { model } = this;
    const request = { survivor_id: survivor, source_id: source, fields: {} };
    const seen = await this.#send("POST", "/api/merges/preview", request);
    const versions = { survivor_version: seen.survivor.version, source_version: seen.source.version };
    const { merge_id: id } = await this.#send("POST", "/api/merges/merge", { ...request, ...versions });
    for (const holder of [survivor, source]) model.expire(holder);
    const moved = this.guests.filter((one) => model.holder(one) === source);
    for (const one of moved) model.mergedInto.set(one, survivor);
    const stays = this.#stays.all.filter((stay) => stay.customer === source);
    for (const stay of stays) stay.customer = survivor;
    this.#merges.push({ id, survivor, source, stays });
    this.#mergesEver += 1;
    this.#stays.settle([survivor]);
    model.payDebt(survivor);
  }
  async #undo() {
    const { model } = this;
    const last = this.#merges.at(-1);
    if (last === undefined) return;
    const ids = this.#mergedBy(last);
    const both = this.guests.filter((one) => model.holder(one) === last.survivor);
    const shared = model.isShared(ids, both);
    await this.#send("POST", `/api/merges/done/${last.id}/undo`, {}, shared ? 400 : 200);
    if (shared) return;
    this.#merges.pop();
    this.#mergesEver += 1;
    for (const holder of [last.survivor, last.source]) model.expire(holder);
    for (const one of ids) {
      if (one === last.source) model.mergedInto.delete(one);
      else model.mergedInto.set(one, last.source);
    }
    for (const stay of last.stays) stay.customer = last.source;
    this.#stays.settle([last.survivor, last.source]);
    for (const holder of [last.survivor, last.source]) model.payDebt(holder);
  }
  /** Who came to the survivor with this merge: those of merges that are not undone, taken apart by hand. */
  #mergedBy(merge: Merged): number[] {
    const into = (holder: number): number[] => [
      holder,
      ...this.#merges.filter((one) => one !== merge && one.survivor === holder).flatMap((one) => into(one.source)),
    ];
    return into(merge.source);
  }

  /** What was written in this step was written on the day of the history and not on that of the test. */
  async #writtenNow(): Promise<void> {
    const last = this.#written;
    const { accountId } = this;
    const [at] = await t.past.asSystem(
      (tx) => tx.all<{ grants: number; uses: number; notes: number }>`with g as (
          update grant_points
          set created_at = ${now}
          where account_id = ${accountId} and id > ${last.grants}
          returning id
        ), u as (
          update use_point_cases
          set created_at = case when id > ${last.uses} then ${now} else created_at end, updated_at = ${now}
          where account_id = ${accountId} and updated_at > now() - interval '1 hour'
          returning id
        ), n as (
          update point_adjustments
          set created_at = ${now}
          where account_id = ${accountId} and id > ${last.notes}
          returning id
        )
        select (select coalesce(max(id), 0) from g) as grants, (select coalesce(max(id), 0) from u) as uses,
          (select coalesce(max(id), 0) from n) as notes`,
    );
    if (!at) return;
    for (const name of ["grants", "uses", "notes"] as const) last[name] = Math.max(last[name], at[name]);
  }

  async close(): Promise<void> {
    expect(await within(t.app, [this.accountId], (tx) => brokenLedgers(tx, this.accountId))).toEqual([]);
    const living = this.living();
    // As the nightly job does it: what is over is booked, then everything is computed again.
    await expire();
    this.model.expire();
    const options = { today: this.model.today, settled: true };
    expect(
      await within(t.app, [this.accountId], (tx) => wrongFromScratch(tx, this.accountId, living, options)),
    ).toEqual([]);
    const nameOf = (customer: number) => NAMES[this.guests.indexOf(customer)] ?? "";
    await expectExplained(this.read, this.model, { living, nameOf });
    for (const { guest, rows, merges } of this.#closed) {
      if (merges !== this.#mergesEver || !living.includes(guest)) continue;
      const today = await closedRows(this.read, guest);
      for (const [row, wanted] of rows) expect([row, today.get(row)], "what a closed day said").toEqual([row, wanted]);
    }
  }
}

const NAMES = ["山田 花子", "鈴木 太郎", "佐藤 次郎"];

/** Declares the test with so many histories: those that are written out, the others random. */
export function ledgerExplainsItself(runs: number): void {
  test(
    `every row, file and sum of a guest's points is that of the model, and closed days stay (${runs} histories)`,
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(command, { minLength: 12, maxLength: 24, size: "max" }), async (commands) => {
          const history = await History.open();
          for (const each of commands) await history.play(each);
          await history.close();
        }),
        { numRuns: runs, endOnFailure: true, examples: EXAMPLES },
      );
    },
    runs * 30_000,
  );
}
