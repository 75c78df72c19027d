import { expect, test } from "vitest";
import { projectFiles, textOf } from "./tree.ts";

// A day is a day in Asia/Tokyo, wherever the database and the host stand. The tests' database refuses comparisons and casts
// between days and instants (apps/server/src/test/global-setup.ts); these are the spellings it cannot refuse.
const SESSION_DAYS: readonly [RegExp, string][] = [
  [/\bcurrent_date\b|\bcurrent_time\b|\blocaltime(?:stamp)?\b/i, "today in the session's zone: pass the day in"],
  [/'(?:today|tomorrow|yesterday|now)'::/i, "today in the session's zone: pass the day in"],
  [/\bdate_part\s*\(/i, "extract(… from …), which the tests' database watches"],
  [
    /\bto_char\s*\((?![^()]*(?:\([^()]*\)[^()]*)?(?:::timestamp\b|at time zone|\bcoalesce\())/i,
    "to_char of an instant: name the zone",
  ],
  [/(?:now\(\)|_at|_time|_dt)::(?:date|timestamp\b|text)/i, "an instant cut in the session's zone: at time zone first"],
];
const HOST_DAYS: readonly [RegExp, string][] = [
  [
    /\.(?:get|set)(?:FullYear|Month|Date|Day|Hours|Minutes)\(/,
    "the host's zone: calendar-date of packages/domain, or UTC",
  ],
  [/\.toLocale(?:Date|Time)String\(/, "the host's zone: ui/format.ts"],
  [/new Date\(\s*[^()]*,/, "a Date from parts in the host's zone"],
  [/Intl\.DateTimeFormat\((?![^)]*timeZone)/s, "the host's zone: name it"],
  [/\bdayjs\(\s*\)/, "the browser's day: ask the site for today"],
];

const sources = projectFiles().filter((path) => /^(?:apps|packages|e2e|bench)\/.*\.(?:tsx?|sql)$/.test(path));

test("no statement takes a day from the session's time zone", () => {
  const server = sources.filter((path) => path.startsWith("apps/server/") && !path.endsWith("schema.sql"));
  expect(server.flatMap((path) => findings(path, SESSION_DAYS))).toEqual([]);
});

test("no code takes a day from the host's time zone", () => {
  expect(sources.filter((path) => !path.endsWith(".sql")).flatMap((path) => findings(path, HOST_DAYS))).toEqual([]);
});

test("the spellings are found", () => {
  const bad = [
    "where l.at::date = current_date",
    "c.created_at::date",
    "to_char(p.sent_at, 'YYYY-MM')",
    "date_part('day', s.at)",
    "x < 'today'::date",
  ];
  expect(bad.filter((text) => !SESSION_DAYS.some(([spelling]) => spelling.test(text)))).toEqual([]);
  const hosts = [
    "day.getDate()",
    "at.toLocaleDateString('ja')",
    "new Date(2026, 1, 1)",
    "new Intl.DateTimeFormat('ja', { dateStyle: 'long' })",
    "dayjs()",
  ];
  expect(hosts.filter((text) => !HOST_DAYS.some(([spelling]) => spelling.test(text)))).toEqual([]);
});

function findings(path: string, spellings: readonly [RegExp, string][]): string[] {
  const text = textOf(path);
  return spellings.filter(([spelling]) => spelling.test(text)).map(([, instead]) => `${path}: ${instead}`);
}
