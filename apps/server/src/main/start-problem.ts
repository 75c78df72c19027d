import type { Config } from "../config.ts";
import { DISK_CAUSES } from "../database/backup/disk-causes.ts";

type Facts = { code?: string; path?: string; hostname?: string; port?: number; errors?: unknown[]; message?: string };

/** Why a server does not listen, in one line that names the setting. */
export function listenProblem(error: NodeJS.ErrnoException, setting: string, port: number, host: string): Error {
  if (error.code === "EADDRINUSE")
    return new Error(
      `${setting}: ポート ${port} はほかのプログラムが使っています。別の番号で始めてください: ${setting}=${port + 1} npm start`,
    );
  if (error.code === "EACCES") return new Error(`${setting}: ポート ${port} を使う権限がありません`);
  if (
    error.code === "EADDRNOTAVAIL" ||
    error.code === "ENOTFOUND" ||
    error.code === "EINVAL" ||
    error.code === "EAI_AGAIN"
  )
    return new Error(`HOST: このコンピューターのアドレスではありません: ${host}`);
  return error;
}

/** Why the product did not start, in one line that names the setting and the cause, without passwords. */
export function startProblem(error: unknown, config: Config): string {
  const facts = innermost(error);
  const setting = databaseSetting(facts, config);
  const cause = DATABASE_CAUSES[facts.code ?? ""];
  if (setting !== null && cause !== undefined) return `${setting.name}: ${cause} (${setting.where})`;
  const disk = DISK_CAUSES[facts.code ?? ""];
  // A socket of PostgreSQL that is not there has no path.
  const isFile = facts.path !== undefined || facts.code !== "ENOENT";
  if (disk !== undefined && isFile) return `DATA_DIR: ${disk}: ${facts.path ?? config.dataDir}`;
  return (facts.message ?? String(error)).split("\n")[0] ?? "";
}

/** A name with several addresses fails with all their errors at once, and no words of its own. */
function innermost(error: unknown): Facts {
  const facts = (error ?? {}) as Facts;
  return Array.isArray(facts.errors) && facts.errors.length > 0 ? innermost(facts.errors[0]) : facts;
}

const DATABASE_CAUSES: Record<string, string> = {
  "28P01": "ユーザー名かパスワードが違います",
  "28000": "このユーザーでの接続が許されていません",
  "3D000": "データベースがありません",
  "42501": "権限が足りません",
  "53300": "データベースの接続数が上限に達しています",
  "57P03": "データベースは起動の途中です",
  ECONNREFUSED: "データベースに接続できません。動いているか確かめてください",
  ECONNRESET: "データベースとの接続が切れました",
  ENOTFOUND: "データベースのホスト名が見つかりません",
  EAI_AGAIN: "データベースのホスト名を調べられません",
  ETIMEDOUT: "データベースが応答しません",
};

/** The setting whose connection failed: by the user who was refused, else by the place that did not answer, else the first used. */
function databaseSetting(
  { message = "", hostname, port }: Facts,
  config: Config,
): { name: string; where: string } | null {
  if (config.databaseUrl === null) return null;
  const of = (name: string, text: string) => {
    const url = new URL(text);
    const user = decodeURIComponent(url.username);
    return {
      name,
      user,
      hostname: url.hostname,
      port: Number(url.port || 5432),
      where: `${user}@${url.host}${url.pathname}`,
    };
  };
  const known = [
    ...(config.databaseOwnerUrl === null ? [] : [of("DATABASE_OWNER_URL", config.databaseOwnerUrl)]),
    of("DATABASE_URL", config.databaseUrl),
  ];
  const refused = known.find(({ user }) => message.includes(`"${user}"`));
  const silent = known.find((one) => one.hostname === hostname) ?? known.find((one) => one.port === port);
  return refused ?? silent ?? known[0] ?? null;
}
