import { type Job, PgBoss } from "pg-boss";
import type { Tx } from "../database/connection.ts";
import { isLockWait } from "../database/lock-programme.ts";
import { errorFacts, type Logger } from "../log.ts";
import { outageLines } from "../outage-lines.ts";
import {
  type AccountJob,
  evaluationJobs,
  isSettling,
  numberingJobs,
  type ScoringJob,
  scoringJobs,
} from "./account-work.ts";
import { type FailedJob, failedJobs } from "./failed-jobs.ts";
import { FAILED_JOBS, type JobData, LANES, MONITOR_SECONDS, QUEUES, type QueueName } from "./queues.ts";
import { giveBackWaiting, takeOverLostJobs } from "./take-over.ts";
import { untilSettled } from "./until-settled.ts";
import { type WaitingJobs, waitingJobs } from "./waiting-jobs.ts";
import { wakeForDueJobs } from "./wake-workers.ts";

export type JobHandler<N extends QueueName> = (
  data: JobData[N],
  run: { signal: AbortSignal; attempt: number },
) => Promise<void>;
export type JobHandlers = { [N in QueueName]: JobHandler<N> };

export type Jobs = {
  /**
   * Transactional outbox: adds a job in the caller's transaction, so it exists exactly when the caller's rows do. Delivery is at least
   * once; handlers are idempotent.
   */
  add<N extends QueueName>(
    tx: Tx,
    name: N,
    data: JobData[N],
    options?: { startAfter?: Date; singletonKey?: string; group?: string },
  ): Promise<void>;
  /** Jobs that were given up after their last try, newest first. */
  failed(): Promise<FailedJob[]>;
  /** How many jobs of dead workers this process has given to others, by queue. */
  takenOver: ReadonlyMap<string, number>;
  /** Queues in which a job waits or runs. */
  waiting(tx: Tx): Promise<WaitingJobs[]>;
  /** Scorings of this account's RFMs that wait, run or were given up, the oldest first. */
  scorings(tx: Tx, accountId: number): Promise<ScoringJob[]>;
  /** The same of what judges its ranks. */
  evaluations(tx: Tx, accountId: number): Promise<AccountJob[]>;
  /** The same of what gives its guests member numbers. */
  numberings(tx: Tx, accountId: number): Promise<AccountJob[]>;
  /** Whether a rule of this account waits to be applied to its stays. */
  settling(tx: Tx, accountId: number): Promise<boolean>;
  /** Puts one of them back into its queue in the caller's transaction. False: it is not there any more. */
  retryFailed(tx: Tx, id: string): Promise<boolean>;
  /** Of the given-up jobs of this queue that are no single account's, the newest `keep` stay. */
  dropGivenUp(tx: Tx, name: QueueName, keep: number): Promise<void>;
  /** Takes jobs until `close`. */
  work(handlers: JobHandlers): Promise<void>;
  /** After `work`: until nothing that is due waits or runs anywhere, as fast as it can be done. */
  settled(): Promise<void>;
  /** Does the waiting jobs here and now, one after the other, also those they add; for the demo data and for tests. */
  drain(handlers: JobHandlers): Promise<void>;
  /** Lets running jobs come to their next stopping point (they see `signal`), then closes. May be asked again. */
  close(): Promise<void>;
};

/** Often enough that a job waits less than the engine's own time for it. */
const TAKE_OVER_MS = 4_000;

/**
 * Pauses between two looks of a worker, in seconds: while the database announces new jobs (LISTEN), and where it cannot, behind a pooler for
 * instance.
 */
const POLL_SECONDS = { announced: 60, silent: 0.5 };

/**
 * Opens the job engine on the application's role; tables and queues are the migration's.
 * @param listens Whether this process works: it then holds one more connection, on which the database announces new jobs.
 */
export async function openJobs(url: string, log: Logger, listens = false): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    // The policies of the job tables ask for it (migrate.ts).
    options: "-c app.jobs=on",
    max: 3,
    migrate: false,
    createSchema: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    useListenNotify: listens,
    monitorIntervalSeconds: MONITOR_SECONDS,
    superviseIntervalSeconds: MONITOR_SECONDS,
  });
  const outage = outageLines(log, "jobs");
  boss.on("error", (error) => outage.failed(errorFacts(error)));
  const takenOver = new Map<string, number>();
  let looking: NodeJS.Timeout | undefined;
  const look = async () => {
    const lost = await takeOverLostJobs(boss, log).catch(() => null);
    if (lost === null) return;
    outage.fine();
    for (const queue of lost) takenOver.set(queue, (takenOver.get(queue) ?? 0) + 1);
  };
  await boss.start();
  const stopping = new AbortController();
  /** The engine's names of the lanes of each queue. */
  const workers = new Map<string, string[]>();
  const wake = (queue: string) => {
    for (const id of workers.get(queue) ?? []) boss.notifyWorker(id);
  };
  let stopWaking = () => {};
  let closed: Promise<void> | undefined;
  return {
    async add(tx, name, data, options = {}) {
      await boss.send(name, data, {
        db: dbOf(tx),
        ...(options.startAfter ? { startAfter: options.startAfter } : {}),
        ...(options.singletonKey ? { singletonKey: options.singletonKey } : {}),
        ...(options.group ? { group: { id: options.group } } : {}),
      });
    },
    failed: () => failedJobs(boss),
    takenOver,
    async waiting(tx) {
      await tx.client.query("set local app.jobs = 'on'");
      return waitingJobs(tx);
    },
    scorings: (tx, accountId) => seeingJobs(tx, () => scoringJobs(tx, accountId)),
    evaluations: (tx, accountId) => seeingJobs(tx, () => evaluationJobs(tx, accountId)),
    numberings: (tx, accountId) => seeingJobs(tx, () => numberingJobs(tx, accountId)),
    settling: (tx, accountId) => seeingJobs(tx, () => isSettling(tx, accountId)),
    async retryFailed(tx, id) {
      return (await boss.redrive(FAILED_JOBS, { ids: [id], db: dbOf(tx) })) > 0;
    },
    async dropGivenUp(tx, name, keep) {
      const own = (await failedJobs(boss)).filter(({ queue, accountId }) => queue === name && accountId === null);
      const ids = own.slice(keep).map(({ id }) => id);
      if (ids.length > 0) await boss.deleteJob(FAILED_JOBS, ids, { db: dbOf(tx) });
    },
    async work(handlers) {
      looking = setInterval(() => void look(), TAKE_OVER_MS);
      stopWaking = wakeForDueJobs(boss, wake, outage);
      for (const name of QUEUES) {
        const lanes: string[] = [];
        workers.set(name, lanes);
        for (let lane = 0; lane < (LANES[name] ?? 1); lane++) {
          const worker = await boss.work(
            name,
            {
              pollingIntervalSeconds: POLL_SECONDS.silent,
              notifyPollingIntervalSeconds: POLL_SECONDS.announced,
              batchSize: 1,
              heartbeatRefreshSeconds: 5,
              // The limit is per queue, not per lane: this process runs one job of a group at a time.
              ...(LANES[name] === undefined ? {} : { localGroupConcurrency: 1 }),
            },
            async (jobs: Job<object>[]) => {
              try {
                for (const job of jobs) await runOne(name, job, handlers, stopping.signal, log);
              } catch (error) {
                const [job] = jobs;
                if (job && isLockWait(error) && (await giveBackWaiting(boss, job))) return;
                throw storedFailure(error);
              } finally {
                // Jobs that were announced meanwhile wait: the lane looks again at once.
                boss.notifyWorker(lanes[lane] ?? "");
              }
            },
          );
          lanes.push(worker);
        }
      }
    },
    settled: () => untilSettled(boss, wake),
    async drain(handlers) {
      // One query for all queues: fetching from each of them, most of them empty, took longer than the work.
      let ready = await readyQueues(boss);
      for (let found = true; found; ) {
        found = false;
        for (const name of QUEUES) {
          if (!ready.has(name)) continue;
          for (const job of await boss.fetch<object>(name)) {
            found = true;
            await runOne(name, job, handlers, stopping.signal, log);
            await boss.complete(name, job.id);
          }
          ready = await readyQueues(boss);
        }
      }
    },
    close() {
      stopping.abort(new Error("stopping"));
      clearInterval(looking);
      stopWaking();
      closed ??= boss.stop({ graceful: true, timeout: 7_000 });
      return closed;
    },
  };
}

/** Names of queues with jobs that are due. */
async function readyQueues(boss: PgBoss): Promise<ReadonlySet<string>> {
  const { rows } = await boss
    .getDb()
    .executeSql("select distinct name from pgboss.job where state < 'active' and start_after <= now()");
  return new Set((rows as { name: string }[]).map(({ name }) => name));
}

/** The tables of jobs are open to the caller's transaction for this work alone. */
async function seeingJobs<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.client.query("set local app.jobs = 'on'");
  const answer = await work();
  await tx.client.query("set local app.jobs = ''");
  return answer;
}

/** The caller's transaction as the job engine takes it. */
function dbOf(tx: Tx) {
  return {
    executeSql: (text: string, values?: unknown[]) => seeingJobs(tx, () => tx.client.query(text, values as unknown[])),
  };
}

/**
 * What the engine keeps of a failure, for as long as of the job: the words and details of an error repeat what was written, such as names and
 * mail addresses, where no erasure comes by.
 */
const storedFailure = (error: unknown) => {
  const { sqlstate, error_code, ...facts } = errorFacts(error);
  return Object.assign(new Error("the log says where"), { code: sqlstate ?? error_code, ...facts });
};

async function runOne(name: QueueName, job: Job<object>, handlers: JobHandlers, stopping: AbortSignal, log: Logger) {
  const started = performance.now();
  const handler = handlers[name] as JobHandler<QueueName>;
  try {
    await handler(job.data as never, {
      signal: job.signal ? AbortSignal.any([job.signal, stopping]) : stopping,
      attempt: job.retryCount,
    });
    log.info({ event: "job.done", queue: name, job: job.id, ms: Math.round(performance.now() - started) }, "job done");
  } catch (error) {
    log.warn(
      { event: "job.failed", queue: name, job: job.id, attempt: job.retryCount, ...errorFacts(error) },
      "job failed",
    );
    throw error;
  }
}
