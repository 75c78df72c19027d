import { existsSync } from "node:fs";
import sparticuz from "@sparticuz/chromium";

// Installed browsers are preferred; the npm package's binary serves where there is none.
const INSTALLED = [
  process.env.CHROMIUM_PATH ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * Where a browser is. The package unpacks its own at the first call, and takes a file that is half written for a whole one: on a new
 * machine the second lane could not start it. So the whole run asks once before its lanes do.
 */
export async function chromiumPath(): Promise<string> {
  return INSTALLED.find((path) => path && existsSync(path)) ?? (await sparticuz.executablePath());
}
