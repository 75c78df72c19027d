import { readConfig } from "../../config.ts";
import { openLog } from "../../log.ts";
import { buildServer } from "../../main/build-server.ts";
import { openApp } from "../../main/open-app.ts";

// The web part in a process of its own, which a test can kill: node crash-server.fixture.ts DATABASE_URL. It says where it listens.
const [url = ""] = process.argv.slice(2);
const config = readConfig({
  DATABASE_URL: url,
  SECRET_KEY: "a key for tests only, long enough",
  PORT: "0",
  ROLES: "web",
});
const log = openLog("silent");
const { app } = await openApp(config, log, { mail: false });
const server = await buildServer(app, log, { busyAfterMs: 600_000 });
console.log(await server.listen({ host: "127.0.0.1", port: 0 }));
