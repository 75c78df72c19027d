import { calendarDate } from "@okaeri/domain/calendar-date";
import { DEFAULT_THRESHOLDS } from "@okaeri/domain/rfms/groups";
import { jobHandlers } from "../apps/server/src/main/job-handlers.ts";
import type { OpenApp } from "../apps/server/src/main/open-app.ts";
import { countCombinations } from "../apps/server/src/sections/rfms/preview-rfm.ts";
import { scoreSoon } from "../apps/server/src/sections/rfms/score-soon.ts";
import { answer } from "./child.ts";
import { NOW, TODAY } from "./customers-data.ts";
import { openProduct } from "./product-app.ts";

// The product's side of the scoring: its jobs through its queue and handlers, as the application's role under the policies.
let open: OpenApp | undefined;

answer(
  {
    async open({ appUrl }: { appUrl: string }) {
      open = await openProduct(appUrl);
    },
    /** One account: what an import of its stays asks for. Several: the night, which is everybody's. */
    async score({ accounts, day }: { accounts: number[]; day: number }) {
      if (!open) throw new Error("not open");
      const outcome = { written: 0, failed: "" };
      const log = {
        ...open.app.log,
        info: (facts: { event?: string; written?: number }) => {
          if (facts.event === "rfm.scored") outcome.written += facts.written ?? 0;
        },
        error: (facts: object) => {
          outcome.failed = JSON.stringify(facts);
        },
      } as unknown as OpenApp["app"]["log"];
      const now = new Date(NOW.getTime() + day * 86_400_000);
      const app = { ...open.app, log, clock: { now: () => now } };
      const [only, ...others] = accounts;
      const started = performance.now();
      if (only !== undefined && others.length === 0) await scoreSoon(app, only);
      else await app.database.asSystem((tx) => app.jobs.add(tx, "score-all-rfms", {}));
      await app.jobs.drain(jobHandlers(app));
      const ms = performance.now() - started;
      if (outcome.failed) throw new Error(outcome.failed);
      return { ms, written: outcome.written };
    },
    /** The counts beside the fields of the edit screen, of account 1. */
    async preview() {
      if (!open) throw new Error("not open");
      const basis = { accountId: 1, groupId: null, frequencyYears: 2, monetaryYears: 2 };
      const started = performance.now();
      const counts = await open.app.database.inScope({ accountIds: [1] }, (tx) =>
        countCombinations(tx, [basis], DEFAULT_THRESHOLDS, calendarDate(TODAY)),
      );
      return { ms: performance.now() - started, counts };
    },
  },
  async () => {
    await open?.close();
  },
);
