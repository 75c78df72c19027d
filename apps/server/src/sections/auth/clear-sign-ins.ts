import { sql } from "kysely";
import type { App } from "../../app.ts";
import type { JobHandlers } from "../../jobs/jobs.ts";
import { MAX_HOURS } from "../../session/session-store.ts";

const DAY_MS = 86_400_000;
/** The cookie of a forced logout is answered with 409 until the next sign-in (product §2): for a year, then it counts as lost. */
const FORCED_LOGOUT_DAYS = 365;
const ENDED_DAYS = 7;
const TOKEN_DAYS = 30;
/** Rows of one statement, so that no lock is held for long. */
const BATCH = 5_000;

/** Nightly: deletes sessions, counts and mailed links that nobody can use any more. Idempotent: a second run finds nothing. */
export function signInJobs(app: App): Pick<JobHandlers, "clear-sign-ins"> {
  return {
    "clear-sign-ins": async (_data, { signal }) => {
      const before = (days: number) => new Date(app.realClock.now().getTime() - days * DAY_MS);
      const long = new Date(app.realClock.now().getTime() - MAX_HOURS * 3_600_000 - ENDED_DAYS * DAY_MS);
      const old = [
        // An open one that nobody came back to is over at its expiry.
        sql`delete from sessions
          where id = any(array(
            select id from sessions where created_at < ${long} and end_reason is distinct from 'changed' limit ${BATCH}))`,
        sql`delete from sessions where id = any(array(
          select id from sessions where ended_at < ${before(FORCED_LOGOUT_DAYS)} limit ${BATCH}))`,
        // The row stays as a mark for its cookie; place and device are not needed for that.
        sql`update sessions
          set ip = null, user_agent = ''
          where id = any(array(select id
              from sessions
              where ended_at < ${before(ENDED_DAYS)}
                and (ip is not null or user_agent <> '') limit ${BATCH}))`,
        sql`delete from sign_in_throttles
          where (kind, key_hash) in (select kind, key_hash from sign_in_throttles where window_started_at < ${before(1)} limit ${BATCH})`,
        sql`delete from account_tokens where id = any(array(
          select id from account_tokens where expires_at < ${before(TOKEN_DAYS)} limit ${BATCH}))`,
      ];
      for (const statement of old) {
        for (let gone = BATCH; gone === BATCH; ) {
          signal.throwIfAborted();
          gone = await app.database.asSystem((tx) => tx.run(statement));
        }
      }
    },
  };
}
