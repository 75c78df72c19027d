import type { App } from "../../app.ts";
import { openDatabase } from "../../database/connection.ts";
import { openCipher } from "../../session/cipher.ts";
import { processFeeds } from "./process-feeds.ts";

// A worker in a process of its own, which a test can kill: node feed-worker.fixture.ts DATABASE_URL ACCOUNT NOW
const [url = "", account = "", now = ""] = process.argv.slice(2);
const database = openDatabase(url, { max: 2 });
const clock = { now: () => new Date(now) };
const app = { database, clock, cipher: openCipher(["a key for tests only"]) } as App;
await processFeeds(app, { account_id: Number(account) }, { signal: new AbortController().signal, attempt: 0 });
await database.close();
