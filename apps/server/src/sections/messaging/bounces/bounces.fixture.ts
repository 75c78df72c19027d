import { sql } from "kysely";
import nodemailer from "nodemailer";
import type { App } from "../../../app.ts";
import { type Caller, type Facility, makeUser, type TestApp, testApp } from "../../../test/app.ts";
import { handlersFor, makeGuests, makeInn, promotion } from "../../campaigns/campaigns.fixture.ts";
import { verpAddress } from "./return-path.ts";

export type SentCampaign = {
  t: TestApp;
  app: App;
  inn: Facility;
  staff: Caller;
  campaignId: number;
  pushId: number;
  /** Whom its mail went to, guest1@example.jp the first. */
  guests: number[];
  query<T>(statement: ReturnType<typeof sql<T>>): Promise<T[]>;
  /** Counts of the campaign, and the outcome of one guest. */
  figures(): Promise<Record<string, number>>;
  outcomeOf(guest: number): Promise<{ outcome: string; reason: string | null }>;
  mailState(guest: number): Promise<string>;
  pushOf(): Promise<{ sent: number; failed: number; consistent: boolean }>;
};

/** A campaign whose mails have gone out to so many guests; bounces are taken. */
export async function sentCampaign(count: number, config: Partial<App["config"]> = {}): Promise<SentCampaign> {
  const t = await testApp();
  const app: App = { ...t.app, config: { ...t.app.config, bounceSmtpPort: 0, ...config } };
  const inn = await makeInn(t.app, "宿");
  const guests = await makeGuests(t.app, inn.accountId, { count, mail: "guest", stays: 1 });
  // Agreed long ago: what is told of mails is later.
  await t.past.pool.query("update customer_consents set happened_at = '2026-01-01'");
  const staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const { id: campaignId } = (await staff({ method: "POST", url: "/api/campaigns", payload: promotion() })).json();
  await staff({ method: "POST", url: `/api/campaigns/${campaignId}/activate`, payload: { version: 1 } });
  await t.app.jobs.drain(handlersFor(t.app));
  const query = <T>(statement: ReturnType<typeof sql<T>>) =>
    t.app.database.inScope({ accountIds: [inn.accountId] }, async (tx) => (await statement.execute(tx.db)).rows);
  const get = async (url: string) => (await staff({ method: "GET", url: `/api${url}` })).json();
  const pushId = (await query(sql<{ id: number }>`select id from push_actions`))[0]?.id ?? 0;
  return {
    t,
    app,
    inn,
    staff,
    campaignId,
    pushId,
    guests,
    query,
    figures: async () => (await get(`/campaigns/${campaignId}`)).figures,
    outcomeOf: async (guest) => {
      const { items } = await get(`/campaigns/${campaignId}/recipients?size=100`);
      const { outcome, reason } = items.find((one: { customer_id: number }) => one.customer_id === guest);
      return { outcome, reason };
    },
    mailState: async (guest) => (await get(`/customers/${guest}`)).mail_state,
    pushOf: async () => {
      const [push] = await query(sql<{
        sent: number;
        failed: number;
        consistent: boolean;
      }>`select push.sent_count as sent,
          push.failed_count as failed,
          (push.sent_count, push.failed_count, push.unknown_count) = (select count(*) filter (where target.outcome = 'sent'),
            count(*) filter (where target.outcome = 'failed'), count(*) filter (where target.outcome = 'unknown')
          from push_action_targets target
          where target.account_id = push.account_id and target.push_action_id = push.id) as consistent
        from push_actions push`);
      if (!push) throw new Error("nothing was sent");
      return push;
    },
  };
}

/** A guest whom the campaign's mail went to. */
export type MailedGuest = { id: number; address: string };

export function returnPathOf({ app, inn, pushId }: SentCampaign, { id, address }: MailedGuest): string {
  const mail = { accountId: inn.accountId, pushActionId: pushId, customerId: id, address };
  return verpAddress(app, mail, "info@inn.example") ?? "";
}

/** Sends a report and returns the last answer of the dialogue. `name`: of HELO. */
export async function sendReport(
  port: number,
  { to, raw, from = "", name }: { to: string | string[]; raw: string | Buffer; from?: string; name?: string },
): Promise<string> {
  const transport = nodemailer.createTransport({ host: "127.0.0.1", port, ignoreTLS: true, ...(name ? { name } : {}) });
  try {
    return (await transport.sendMail({ envelope: { from, to }, raw })).response;
  } catch (error) {
    return (error as { response?: string }).response ?? String(error);
  } finally {
    transport.close();
  }
}
