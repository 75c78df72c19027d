import { randomBytes } from "node:crypto";
import { openLog } from "../apps/server/src/log.ts";
import { buildServer } from "../apps/server/src/main/build-server.ts";
import { jobHandlers } from "../apps/server/src/main/job-handlers.ts";
import type { OpenApp } from "../apps/server/src/main/open-app.ts";
import { hashToken } from "../apps/server/src/session/session-store.ts";
import { answer } from "./child.ts";
import { NOW } from "./customers-data.ts";
import { openProduct } from "./product-app.ts";

// The product's side of the feeds: one process that answers the senders and works off what they send, as `npm start` does.
let open: OpenApp | undefined;
let server: Awaited<ReturnType<typeof buildServer>> | undefined;

answer(
  {
    async open({ appUrl }: { appUrl: string }) {
      const opened = await openProduct(appUrl);
      const started = performance.now();
      // The bench's day, running: what is counted by the second would stand still otherwise.
      const app = { ...opened.app, clock: { now: () => new Date(NOW.getTime() + performance.now() - started) } };
      open = opened;
      server = await buildServer(app, openLog("warn"));
      await app.jobs.work(jobHandlers(app));
      const key = `okf_${randomBytes(32).toString("base64url")}`;
      await app.database.inScope(
        { accountIds: [1] },
        (tx) => tx.run`insert into feed_keys (account_id, facility_account_id, feed_channel, name, key_hash, key_hint)
          values (1, 101, null, 'bench', ${hashToken(key)}, 'okf_')`,
      );
      return { origin: await server.listen({ port: 0, host: "127.0.0.1" }), key };
    },

    /** What the process used so far. */
    async used() {
      const { user, system } = process.cpuUsage();
      return { cpuSeconds: (user + system) / 1e6, peakMb: process.resourceUsage().maxRSS / 1024 };
    },
  },
  async () => {
    await server?.close();
    await open?.close();
  },
);
