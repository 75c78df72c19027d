import { createInterface } from "node:readline/promises";

export function inJapanese(n: number): string {
  return n.toLocaleString("ja-JP");
}

/** Asks for confirmation of a command, unless `--yes` is given. @throws Error when the answer is not yes, and without a terminal. */
export async function confirm(warning: string): Promise<void> {
  if (process.argv.includes("--yes")) return;
  // Without a terminal nobody answers, and the process would end without a word.
  if (!process.stdin.isTTY)
    throw new Error(`${warning} 端末から実行していないため、確認できません。実行するには --yes を付けてください`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${warning} 続けるには yes と入力してください: `);
  terminal.close();
  if (answer.trim() !== "yes") throw new Error("中止しました");
}
