import { sql } from "kysely";
import type { OpenApp } from "../apps/server/src/main/open-app.ts";
import { rfmJobs } from "../apps/server/src/sections/rfms/rfms.jobs.ts";
import { answer } from "./child.ts";
import { NOW } from "./customers-data.ts";
import { openProduct } from "./product-app.ts";

// The product's side of the scoring: the nightly job itself, as the application's role under the policies.
let open: OpenApp | undefined;
let rfms: { account_id: number; id: number }[] = [];

answer(
  {
    async open({ appUrl }: { appUrl: string }) {
      open = await openProduct(appUrl);
      const everything = Array.from({ length: 100 }, (_, at) => at + 1);
      rfms = await open.app.database.inScope({ accountIds: everything }, async (tx) => {
        const found = await sql<{ account_id: number; id: number }>`select account_id, id from rfms`.execute(tx.db);
        return found.rows;
      });
    },
    async score({ accounts, day }: { accounts: number[]; day: number }) {
      if (!open) throw new Error("not open");
      let written = 0;
      const now = new Date(NOW.getTime() + day * 86_400_000);
      const log = {
        ...open.app.log,
        info: (run: { written: number }) => {
          written += run.written;
        },
      } as unknown as OpenApp["app"]["log"];
      const score = rfmJobs({ ...open.app, log, clock: { now: () => now } })["score-rfm"];
      const wanted = rfms.filter((rfm) => accounts.includes(rfm.account_id));
      const started = performance.now();
      for (const rfm of wanted)
        await score(
          { account_id: rfm.account_id, rfm_id: rfm.id },
          { signal: new AbortController().signal, attempt: 0 },
        );
      return { ms: performance.now() - started, written };
    },
  },
  async () => {
    await open?.close();
  },
);
