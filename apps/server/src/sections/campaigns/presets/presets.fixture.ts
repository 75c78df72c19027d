import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import type { offeredPreset } from "@okaeri/contract/campaigns/presets/presets";
import type { PresetType } from "@okaeri/domain/enumerations";
import { expect } from "vitest";
import type { z } from "zod";
import type { Tx } from "../../../database/connection.ts";
import { type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../../test/app.ts";
import { csvOf, queued, runImport } from "../../imports/imports.fixture.ts";

export type Offered = z.output<typeof offeredPreset>;
type Row = Record<string, string | number>;
// biome-ignore lint/suspicious/noExplicitAny: answers of several calls
type Answer = any;

/** An inn whose clock can be moved, with its administrator. */
export type PresetInn = {
  t: TestApp;
  inn: Facility;
  on(day: string): void;
  /** A call that must succeed. */
  call(method: "GET" | "POST" | "PUT", path: string, payload?: object): Promise<Answer>;
  preset(type: PresetType, query?: string): Promise<Offered>;
  /** Its document, which must be there. */
  ready(type: PresetType): Promise<CampaignEdit>;
  bring(...rows: Row[]): Promise<void>;
  /** Member numbers of the guests whom the document means today. */
  matchingMembers(edit: CampaignEdit): Promise<string[]>;
  /** Points by member number, where there are any. */
  points(): Promise<Record<string, number>>;
  inScope<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
};

/** A confirmed stay: `in` a day, one night unless told otherwise. */
export const stayed = (member: string, checkIn: string, over: Row = {}): Row => ({
  予約番号: `${member}-${checkIn}`,
  予約状態: "滞在済",
  チェックイン日: checkIn,
  チェックアウト日: dayAfter(checkIn),
  利用金額: 10_000,
  予約金額: "",
  氏名: `客 ${member}`,
  会員番号: member,
  メール: `${member.toLowerCase()}@example.jp`,
  メール配信同意: "",
  生年月日: "",
  ...over,
});

/** A reservation that is to come. */
export const booked = (member: string, checkIn: string): Row =>
  stayed(member, checkIn, { 予約状態: "予約", 利用金額: "", 予約金額: 10_000 });

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

let inns = 0;

/** Whatever is asked of it happens in an inn of its own. */
export async function openPresets(): Promise<TestApp & { clock: { day: string } }> {
  const clock = { day: "2026-11-20" };
  const t = await testApp({ clock: { now: () => new Date(`${clock.day}T12:00:00+09:00`) } });
  return { ...t, clock };
}

export async function presetInn(
  t: TestApp & { clock: { day: string } },
  options: { option?: null; sender?: false } = {},
): Promise<PresetInn> {
  const inn = await makeAccount(t.app, {
    name: `型の宿${++inns}`,
    ...(options.option === null ? { option: null } : {}),
  });
  const user = await makeUser(t.app, inn, "role_admin", ["*"]);
  const inScope: PresetInn["inScope"] = (work) => t.app.database.inScope({ accountIds: [inn.accountId] }, work);
  if (options.sender !== false)
    await inScope(
      (tx) => tx.run`insert into account_settings (account_id, legal_sender_name, legal_sender_address)
        values (${inn.accountId}, '型の宿株式会社', '東京都千代田区1-1')`,
    );
  const p: PresetInn = {
    t,
    inn,
    inScope,
    on(day) {
      t.clock.day = day;
    },
    async call(method, path, payload) {
      const answer = await (await t.as(user))({ method, url: `/api${path}`, ...(payload ? { payload } : {}) });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json();
    },
    async preset(type, query = "") {
      const { items }: { items: Offered[] } = await p.call("GET", `/campaigns/presets${query}`);
      return items.find(({ preset_type }) => preset_type === type) as Offered;
    },
    async ready(type) {
      const { edit, lacks } = await p.preset(type);
      expect([type, lacks]).toEqual([type, []]);
      return edit as CampaignEdit;
    },
    async bring(...rows) {
      await runImport(t.app, inn.accountId, await queued(t.app, inn.accountId, inn.accountId, csvOf(rows)));
    },
    async matchingMembers({ segments }) {
      const asked = segments.map(({ target }) => ({ target, types: ["point"] }));
      const step = { segments: asked, segment: null, step: "matched", who: "remaining" };
      const { items } = await p.call("POST", "/campaigns/audience-names", step);
      return items.map(({ name }: { name: string }) => name.replace("客 ", "")).sort();
    },
    async points() {
      const rows = await inScope(
        (tx) => tx.all<{
          member: string;
          points: number;
        }>`select customer.member_number as member, sum(grant_point)::int as points
          from grant_points point_grant
          join customers customer on customer.account_id = point_grant.account_id and customer.id = point_grant.customer_id
          where point_grant.account_id = ${inn.accountId} group by 1 having sum(grant_point) <> 0 order by 1`,
      );
      return Object.fromEntries(rows.map(({ member, points }) => [member, points]));
    },
  };
  return p;
}
