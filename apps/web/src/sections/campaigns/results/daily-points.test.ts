import { beforeAll, expect, test } from "vitest";
import { startWords } from "../../../i18n/i18n.ts";
import { resultRow, resultsAnswer } from "../campaigns.fixture.ts";
import { dailyPoints } from "./daily-points.ts";

beforeAll(() => startWords("ja"));

test("each day of the period has a bar, also one on which nothing happened; a send stands on its day in Japan", () => {
  const { step, points } = dailyPoints(
    resultsAnswer(
      {},
      {
        from: "2026-11-01",
        to: "2026-11-03",
        sends: [{ at: "2026-11-01T15:30:00Z", sent: 2_011 }],
        rows: [resultRow("2026-11-01", { reserved: 2 }), resultRow("2026-11-03", { transacted: 1 })],
      },
    ),
  );
  expect(step).toBe(1);
  expect(points).toEqual([
    { label: "11月1日", reserved: 2, transacted: 0, sent: 0 },
    { label: "11月2日", reserved: 0, transacted: 0, sent: 2_011 },
    { label: "11月3日", reserved: 0, transacted: 1, sent: 0 },
  ]);
});

test("a long time is told by weeks, a very long one by several; nothing is lost, and each bar has its own name", () => {
  for (const [to, step] of [
    ["2026-05-05", 7],
    ["2036-12-31", 35],
  ] as const) {
    const rows = [resultRow("2026-01-01", { reserved: 1 }), resultRow(to, { reserved: 2 })];
    const result = dailyPoints(resultsAnswer({}, { from: "2026-01-01", to, rows }));
    expect(result.step).toBe(step);
    expect(result.points.length).toBeLessThanOrEqual(124);
    expect(result.points.reduce((sum, { reserved }) => sum + reserved, 0)).toBe(3);
    expect(new Set(result.points.map(({ label }) => label)).size).toBe(result.points.length);
  }
});
