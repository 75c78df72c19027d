import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

/** Where an installation keeps its settings; the systemd units name the same files. */
const ENV_DIR = "/etc/okaeri";
const NAMES = ["okaeri.env", "owner.env"];

/**
 * The environment with the settings of an installation's files, so that a command by hand works on the same database and folders as the
 * processes and the timer. The environment itself has priority. ENV_DIR: another folder, or empty for none.
 * @throws Error in one line that says who may read them, when this user may not.
 */
export function withEnvFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folder = env.ENV_DIR ?? ENV_DIR;
  if (folder === "") return env;
  return Object.assign({}, ...NAMES.map((name) => settingsIn(join(folder, name))), env);
}

function settingsIn(file: string): NodeJS.ProcessEnv {
  try {
    return parseEnv(readFileSync(file, "utf8"));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return {};
    throw new Error(
      `設定ファイルを読めません: ${file}。読める利用者で実行してください (例: sudo -u okaeri-db npm run db -- …)。ほかの設定を使うには ENV_DIR にフォルダーを、使わないときは空を指定します`,
    );
  }
}
