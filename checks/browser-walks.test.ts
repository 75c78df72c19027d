import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { routesOfFiles, routesOfPages } from "../e2e/page-routes.ts";

// What the browser's walks go through is the whole of it.
const SOURCES = join(import.meta.dirname, "../apps/web/src");

/**
 * Where the program fetches a part of itself later. Pages do by the router; a new place is tried in e2e/missing-parts.e2e.ts, by one of
 * its pages or by a story of its own; the editors of scripts and of mails, in whose place plain fields come, in plain-editor.test.tsx and
 * mail-text.test.tsx beside them.
 */
const LATER = [
  "api/client.ts: virtual:signed-in-lines",
  "i18n/i18n.ts: ./signed-in.en.ts",
  "i18n/i18n.ts: ./signed-in.ja.ts",
  "parts/lists/ExportMenu.tsx: ../../ui/pictures/picture-file.tsx",
  "routes/__root.tsx: fonts:rest",
  "sections/campaigns/actions/mail/text/MailTextField.tsx: ./ChipEditor.tsx",
  "sections/campaigns/audience/lua/LuaTarget.tsx: ./LuaEditor.tsx",
  "sections/campaigns/calendar/CalendarPage.tsx: ./CampaignCalendar.tsx",
  "shell/toasts.tsx: ./frame/ToastHost.tsx",
  "ui/charts/Chart.tsx: ./Drawing.tsx",
];

test("every page of the router is opened in one of the walks", () => {
  expect(routesOfPages()).toEqual(routesOfFiles());
});

test("every part that is fetched later is tried while it is missing", () => {
  const program = globSync("**/*.{ts,tsx}", { cwd: SOURCES }).filter((file) => !/\.test\.|\.d\.ts$|fixture/.test(file));
  const found = program.flatMap((file) =>
    [...readFileSync(join(SOURCES, file), "utf8").matchAll(/(?<!typeof )\bimport\("([^"]+)"\)/g)].map(
      ([, part]) => `${file}: ${part}`,
    ),
  );
  expect(found.sort()).toEqual(LATER);
});
