import { readFileSync } from "node:fs";
import { openLog } from "../apps/server/src/log.ts";
import { buildServer } from "../apps/server/src/main/build-server.ts";
import type { OpenApp } from "../apps/server/src/main/open-app.ts";
import { importJobs } from "../apps/server/src/sections/imports/imports.jobs.ts";
import { answer } from "./child.ts";
import { facilityOf } from "./customers-data.ts";
import { cookieOf, openProduct, programmeOf } from "./product-app.ts";

// The product's side of the import: in one process the upload through the calls, in another one the job, whose memory is looked at.
type Server = Awaited<ReturnType<typeof buildServer>>;
let open: OpenApp | undefined;
let server: Server | undefined;

answer(
  {
    async open({ appUrl }: { appUrl: string }) {
      open = await openProduct(appUrl);
    },

    /** Sends the file in pieces and starts it, as the upload screen does; nobody takes jobs here. */
    async upload({ path, client = 1 }: { path: string; client?: number }) {
      if (!open) throw new Error("not open");
      server ??= await buildServer(open.app, openLog("warn"));
      const call = caller(await listening(server), await cookieOf(open, client));
      const started = performance.now();
      const bytes = readFileSync(path);
      const made = await call<{ id: number; chunk_bytes: number }>("POST", "/api/imports", {
        file_name: "bench.csv",
        byte_size: bytes.length,
        facility_account_id: facilityOf(programmeOf(client), 1),
      });
      for (let seq = 0; seq * made.chunk_bytes < bytes.length; seq++) {
        const piece = bytes.subarray(seq * made.chunk_bytes, (seq + 1) * made.chunk_bytes);
        await call("PUT", `/api/imports/${made.id}/chunks/${seq}`, piece);
      }
      const preview = await call<{ mapping: Record<string, string> }>("GET", `/api/imports/${made.id}/preview`);
      await call("POST", `/api/imports/${made.id}/start`, { mapping: preview.mapping });
      return { id: made.id, ms: performance.now() - started };
    },

    /** What the screen shows of an import. */
    async look({ id }: { id: number }) {
      if (!open || !server) throw new Error("not open");
      return caller(await listening(server), await cookieOf(open))("GET", `/api/imports/${id}`);
    },

    async run({ id }: { id: number }) {
      if (!open) throw new Error("not open");
      const idleMb = process.memoryUsage.rss() / 1024 ** 2;
      const started = performance.now();
      const job = importJobs(open.app)["import-reservations"];
      await job({ account_id: 1, import_batch_id: id }, { signal: new AbortController().signal, attempt: 0 });
      return { ms: performance.now() - started, idleMb, peakMb: process.resourceUsage().maxRSS / 1024 };
    },
  },
  async () => {
    await server?.close();
    await open?.close();
  },
);

let address: string | undefined;
async function listening(opened: Server): Promise<string> {
  address ??= await opened.listen({ port: 0, host: "127.0.0.1" });
  return address;
}

type Call = <Answer>(method: string, path: string, body?: object | Buffer) => Promise<Answer>;

function caller(origin: string, cookie: string): Call {
  return async <Answer>(method: string, path: string, body?: object | Buffer) => {
    const bytes = Buffer.isBuffer(body);
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        cookie,
        origin,
        ...(body ? { "content-type": bytes ? "application/octet-stream" : "application/json" } : {}),
      },
      ...(body ? { body: bytes ? new Uint8Array(body) : JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
}
