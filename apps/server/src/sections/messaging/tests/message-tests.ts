import type { FailureReason, PushStatus } from "@okaeri/domain/enumerations";
import type { MessageChannel } from "@okaeri/domain/pushes/next-steps";
import type { Tx } from "../../../database/connection.ts";

/** Why a test does not arrive, or what it waits for. */
export type TestFault =
  | "malformed"
  | "suppressed"
  | "bounced"
  | "refused"
  | "server_down"
  | "not_known"
  | "initiator_lost_right"
  | "receiver_gone";

/** A person a test goes to. `fault`: known before anything is sent. */
export type TestPerson = { userId: number; address: string; fault: TestFault | null };
export type TestMail = { mailId: number | null; from: string; title: string; body: string; html: string };

type By = { accountId: number; userId: number; now: Date };

/** Keeps one test for each person. Returns those that wait to be sent. */
export async function insertTests(
  tx: Tx,
  { accountId, userId, now }: By,
  test: TestMail & { campaignId: number; customerId: number | null },
  people: readonly TestPerson[],
): Promise<number[]> {
  const rows = await tx.all<{ id: number; waits: boolean }>`with p as (
      select p.to_user_id, p.address, p.fault, nextval(pg_get_serial_sequence('message_jobs', 'id')) as id
      from unnest(${people.map((one) => one.userId)}::bigint[], ${people.map(({ address }) => address)}::text[],
        ${people.map(({ fault }) => fault)}::text[]) with ordinality p (to_user_id, address, fault, n)
      order by p.n
    ),
    j as (
      insert into message_jobs (account_id, id, customer_id, type, feature_type, campaign_id, push_status, failure_reason, failure_detail,
        push_scheduled_time, created_by, updated_by, created_at, updated_at)
      overriding system value
      select ${accountId}, p.id, ${test.customerId}, 'mail', 'test', ${test.campaignId},
        case when p.fault is null then 'standby' else 'failure' end, case when p.fault is not null then 'invalid_email' end, p.fault,
        ${now}, ${userId}, ${userId}, ${now}, ${now}
      from p
      returning id, push_status = 'standby' as waits
    ),
    m as (
      insert into message_jobs_mails (account_id, message_job_id, mail_id, to_user_id, to_address, from_address, title, body, html,
        created_by, updated_by)
      select ${accountId}, p.id, ${test.mailId}, p.to_user_id, p.address, ${test.from}, ${test.title}, ${test.body}, ${test.html},
        ${userId}, ${userId}
      from p
    )
    select j.id, j.waits from j order by j.id`;
  return rows.filter(({ waits }) => waits).map(({ id }) => id);
}

export type WaitingTest = {
  id: number;
  attempt_count: number;
  created_by: number | null;
  to_user_id: number | null;
  to_address: string;
  from_address: string;
  title: string;
  body: string;
  html: string;
};

/** The test, if it still has to be sent: one that a worker died over is sent once more. */
export async function claimTest(tx: Tx, accountId: number, id: number): Promise<WaitingTest | undefined> {
  return tx.maybe<WaitingTest>`update message_jobs message_job
    set push_status = 'doing', attempt_count = message_job.attempt_count + 1, updated_at = now()
    from message_jobs_mails message_jobs_mail
    where message_job.account_id = ${accountId} and message_job.id = ${id} and message_job.push_status in ('standby', 'doing')
      and message_jobs_mail.account_id = ${accountId} and message_jobs_mail.message_job_id = message_job.id
    returning message_job.id, message_job.attempt_count, message_job.created_by, message_jobs_mail.to_user_id,
      message_jobs_mail.to_address, message_jobs_mail.from_address,
      message_jobs_mail.title,
      message_jobs_mail.body, message_jobs_mail.html`;
}

export type TestResult =
  | { status: "done"; fault: null; reason: null }
  | { status: "failure"; fault: TestFault; reason: FailureReason }
  | { status: "standby"; fault: TestFault; reason: null };

/** What became of a try. */
export async function recordTest(
  tx: Tx,
  { accountId, id, now, messageId }: { accountId: number; id: number; now: Date; messageId: string },
  { status, fault, reason }: TestResult,
): Promise<void> {
  await tx.run`with j as (
      update message_jobs
      set push_status = ${status}, failure_reason = ${reason}, failure_detail = ${fault},
        push_sent_time = ${status === "done" ? now : null}, updated_at = ${now}
      where account_id = ${accountId} and id = ${id} and push_status = 'doing'
      returning id
    )
    update message_jobs_mails message_jobs_mail
    set provider_message_id = ${messageId}, updated_at = ${now}
    from j
    where message_jobs_mail.account_id = ${accountId} and message_jobs_mail.message_job_id = j.id`;
}

export type TestRow = {
  id: number;
  channel: MessageChannel;
  user_id: number;
  name: string;
  mail_id: number | null;
  message_id: string | null;
  push_status: PushStatus;
  failure_reason: FailureReason | null;
  fault: TestFault | null;
  push_scheduled_time: Date;
  push_sent_time: Date | null;
};

const SHOWN = 12;

/** The newest tests that a person sent of a campaign. */
export async function testsOf(tx: Tx, accountId: number, campaignId: number, by: number): Promise<TestRow[]> {
  return tx.all<TestRow>`select message_job.id, message_job.type as channel, message_jobs_mail.to_user_id as user_id, person.name,
      message_jobs_mail.mail_id,
      message_jobs_mail.provider_message_id as message_id, message_job.push_status,
      message_job.failure_reason, message_job.failure_detail as fault, message_job.push_scheduled_time, message_job.push_sent_time
    from message_jobs message_job
    join message_jobs_mails message_jobs_mail on message_jobs_mail.account_id = message_job.account_id
      and message_jobs_mail.message_job_id = message_job.id
    join users person on person.id = message_jobs_mail.to_user_id
    where message_job.account_id = ${accountId} and message_job.campaign_id = ${campaignId} and message_job.created_by = ${by}
      and message_job.feature_type = 'test'
    order by message_job.id desc limit ${SHOWN}`;
}

/** Which of these addresses the account may not write to, in the form they are compared by. */
export async function suppressedOf(tx: Tx, accountId: number, addresses: readonly string[]): Promise<Set<string>> {
  const rows = await tx.all<{ address: string }>`select suppression.address
    from suppressions suppression
    where suppression.account_id = ${accountId} and suppression.channel = 'mail' and suppression.address = any(${addresses}::text[])`;
  return new Set(rows.map(({ address }) => address));
}

/** How many tests a person has sent since; others of the same person wait until the transaction ends. */
export async function testsSince(tx: Tx, accountId: number, by: number, since: Date): Promise<number> {
  await tx.run`select pg_advisory_xact_lock(hashtextextended(${`message_tests/${by}`}, 0))`;
  const { n } = await tx.one<{ n: number }>`select count(*)::int as n
    from message_jobs
    where account_id = ${accountId} and feature_type = 'test' and created_by = ${by} and created_at > ${since}`;
  return n;
}
