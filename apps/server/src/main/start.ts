import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { type Config, readConfig } from "../config.ts";
import { isFolderLocked } from "../database/cluster-lock.ts";
import { runClock } from "../jobs/clock.ts";
import { openLog } from "../log.ts";
import { inviteProvider, isEmptyInstallation } from "../sections/auth/invite-provider.ts";
import { type BounceReceiver, openBounceReceiver } from "../sections/messaging/bounces/bounce-receiver.ts";
import { seedDemo } from "../seed/seed-demo.ts";
import { buildServer } from "./build-server.ts";
import { withConnections } from "./close-server.ts";
import { jobHandlers } from "./job-handlers.ts";
import { type OpenApp, openApp } from "./open-app.ts";
import { type Running, shutDown } from "./shut-down.ts";
import { listenProblem, startProblem } from "./start-problem.ts";
import { buildWebIfStale } from "./web-build.ts";
import { buildWorkerServer } from "./worker-server.ts";

try {
  await run(readConfig(process.env));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

async function run(config: Config): Promise<void> {
  const log = openLog(process.stdout.isTTY ? "warn" : config.logLevel);
  const state: Running = { servers: [], stopping: new AbortController() };
  // Signals are heard from the first moment on, so that a stop during the first start leaves the data folder clean too.
  const stop = (drainMs: number) => {
    state.ended ??= shutDown(state, log, drainMs);
    return state.ended;
  };
  process.on("SIGTERM", () => void stop(config.drainMs));
  // A person at the keyboard does not wait for a load balancer.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => void stop(0));
  process.on("disconnect", () => void stop(0));
  try {
    // Beside the database, which a first start waits for. Where another Okaeri runs on the folder this start is refused, and what that one
    // serves must stay as it is.
    const refused = config.databaseUrl === null && isFolderLocked(config.dataDir);
    const building = config.roles.includes("web") && !refused ? buildWebIfStale() : Promise.resolve(false);
    building.catch(() => {});
    const onLost = (reason: Error) => {
      console.error(`データベースが止まり、もう一度起動できませんでした: ${reason.message}`);
      process.exitCode = 1;
      void stop(0);
    };
    state.opening = openApp(config, log, { mail: true, onLost });
    const open = await state.opening;
    const { app } = open;
    if (config.demo) await seedDemo(app, jobHandlers);
    if (await building) log.info({ event: "web.built" }, "web app built");
    if (state.ended) return;
    if (config.roles.includes("worker")) {
      await app.jobs.work(jobHandlers(app, open.ownerUrl));
      runClock(app, state.stopping.signal);
      if (config.workerPort !== null)
        await begin(
          state,
          buildWorkerServer(app, log, state.stopping.signal),
          "WORKER_PORT",
          config.workerPort,
          config.host,
        );
      if (config.bounceSmtpPort !== null) state.bounces = await receiveBounces(app, config.bounceSmtpPort);
    }
    if (config.roles.includes("web"))
      await begin(
        state,
        await buildServer(app, log, { stopping: state.stopping.signal }),
        "PORT",
        config.port,
        config.host,
      );
    announce(config, open, await firstLink(config, open));
  } catch (error) {
    if (!state.ended) {
      console.error(startProblem(error, config));
      process.exitCode = 1;
    }
    await stop(0);
  }
}

async function begin(
  state: Running,
  server: FastifyInstance,
  setting: string,
  port: number,
  host: string,
): Promise<void> {
  state.servers.push(withConnections(server));
  try {
    await server.listen({ port, host });
  } catch (error) {
    throw listenProblem(error as NodeJS.ErrnoException, setting, port, host);
  }
}

async function receiveBounces(app: App, port: number): Promise<BounceReceiver> {
  const { host } = app.config;
  try {
    return await openBounceReceiver(app, port, host);
  } catch (error) {
    throw listenProblem(error as NodeJS.ErrnoException, "BOUNCE_SMTP_PORT", port, host);
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
