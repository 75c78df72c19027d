// npm run dev: the server restarts and the pages reload when their files change.
import { spawn } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../../..");
const watched = ["apps/server/src", "packages"].flatMap((path) => ["--watch-path", join(root, path)]);
const children = [
  spawn(process.execPath, ["--watch", ...watched, join(import.meta.dirname, "start.ts")], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ROLES: "web,worker" },
  }),
  spawn(process.execPath, [join(root, "node_modules/vite/bin/vite.js")], {
    cwd: join(root, "apps/web"),
    stdio: "inherit",
  }),
];
const stop = () => {
  for (const child of children) child.kill("SIGTERM");
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
process.on("disconnect", stop);
await Promise.all(children.map((child) => new Promise((resolve) => child.once("exit", resolve))));
// The channel to the script above would keep this process for ever.
process.exit(0);
