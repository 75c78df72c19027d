import { createInterface } from "node:readline/promises";

export function inJapanese(n: number): string {
  return n.toLocaleString("ja-JP");
}

/** Asks whoever runs a command, unless that was said with `--yes`. @throws Error when the answer is not yes. */
export async function confirm(warning: string): Promise<void> {
  if (process.argv.includes("--yes")) return;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${warning} 続けるには yes と入力してください: `);
  terminal.close();
  if (answer.trim() !== "yes") throw new Error("中止しました");
}
