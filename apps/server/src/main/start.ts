import type { FastifyInstance } from "fastify";
import type { pino } from "pino";
import { type Config, readConfig } from "../config.ts";
import { openLog } from "../log.ts";
import { inviteProvider, isEmptyInstallation } from "../sections/auth/invite-provider.ts";
import { seedDemo } from "../seed/seed-demo.ts";
import { buildServer } from "./build-server.ts";
import { jobHandlers } from "./job-handlers.ts";
import { type OpenApp, openApp } from "./open-app.ts";
import { buildWebIfStale } from "./web-build.ts";

type Running = { opening?: Promise<OpenApp>; server?: FastifyInstance; stopping?: Promise<void> };

try {
  await run(readConfig(process.env));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

async function run(config: Config): Promise<void> {
  const log = openLog(process.stdout.isTTY ? "warn" : config.logLevel);
  const state: Running = {};
  // Signals are heard from the first moment on, so that a stop during the first start leaves the data folder clean too.
  const stop = () => {
    state.stopping ??= shutDown(state, log);
    return state.stopping;
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop());
  process.on("disconnect", () => void stop());
  try {
    const building = config.roles.includes("web") ? buildWebIfStale() : Promise.resolve(false);
    building.catch(() => {});
    state.opening = openApp(config, log, { mail: true });
    const open = await state.opening;
    const { app } = open;
    if (config.demo) await seedDemo(app, jobHandlers);
    if (await building) log.info({ event: "web.built" }, "web app built");
    if (state.stopping) return;
    if (config.roles.includes("worker")) await app.jobs.work(jobHandlers(app));
    if (config.roles.includes("web")) {
      state.server = await buildServer(app, log);
      await listen(state.server, config);
    }
    announce(config, open, await firstLink(config, open));
  } catch (error) {
    if (!state.stopping) console.error((error as Error).message);
    await stop();
    process.exitCode = 1;
  }
}

async function listen(server: FastifyInstance, config: Config): Promise<void> {
  try {
    await server.listen({ port: config.port, host: config.host });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new Error(
      `ポート ${config.port} はほかのプログラムが使っています。別の番号で始めてください: PORT=${config.port + 1} npm start`,
    );
  }
}

/** On an empty database without demo data somebody must get in: the provider's first administrator. */
async function firstLink({ demo }: Config, { app }: OpenApp): Promise<string | null> {
  if (demo || !(await isEmptyInstallation(app))) return null;
  const invitation = await inviteProvider(app);
  return "link" in invitation ? invitation.link : null;
}

function announce(config: Config, open: OpenApp, signUpLink: string | null): void {
  const lines = [
    "",
    "  おかえり の準備ができました",
    ...(config.roles.includes("web")
      ? [`  画面          ${open.app.origin}`, `  APIの説明     ${open.app.origin}/api/docs`]
      : []),
    ...(open.catcher ? [`  届いたメール  ${open.catcher.webUrl}`] : []),
    ...(config.demo
      ? [
          "",
          "  デモのログイン  ログイン画面の「デモのログイン」から選べます。パスワードはすべて okaeri-demo-2026",
          "    hana_admin (クライアント管理者)  hana_front (クライアント担当)  vc_admin (提供元管理者)  vc_support (提供元担当)",
          "    認証コード    npm run demo:code -- hana_admin",
        ]
      : []),
    ...(config.demoReachable
      ? [
          "",
          inRed("  警告: デモデータを、このコンピューターの外からも開けるアドレスで動かしています。"),
          inRed(
            "        デモのパスワードは公開されています。お客様の情報は入れないでください。本番では DEMO=0 にします。",
          ),
        ]
      : []),
    ...(signUpLink === null
      ? []
      : [
          "",
          "  最初の管理者の登録 (1回だけ使えるリンク、72時間有効。作り直すには npm run db -- provider)",
          `    ${signUpLink}`,
        ]),
    "",
    "  終わるときは Ctrl-C",
    "",
  ];
  console.log(lines.join("\n"));
}

/** Also where the output is kept by a service manager: that is where such an address is started. NO_COLOR switches it off. */
function inRed(text: string): string {
  return process.env.NO_COLOR ? text : `\u001b[31m${text}\u001b[39m`;
}

async function shutDown(state: Running, log: pino.Logger): Promise<void> {
  log.info({ event: "stopping" }, "stopping");
  // Whatever hangs, the process is gone after ten seconds; PostgreSQL recovers from its log in any case.
  setTimeout(() => process.exit(1), 10_000).unref();
  await state.server?.close();
  // A stop while things are still being opened waits for them, then closes them like any other.
  await state.opening?.then(
    (open) => open.close(),
    () => {},
  );
  process.exit(process.exitCode ?? 0);
}
