import { describe, expect, it } from "vitest";
import { periodOf } from "./period.ts";

const today = "2026-03-31";

describe("the period of an address", () => {
  it.each([
    [{}, "2025-04-01", today],
    [{ preset: "month" }, "2026-03-01", today],
    [{ preset: "quarter" }, "2026-01-01", today],
    [{ from: "2025-02-03", to: "2025-02-04" }, "2025-02-03", "2025-02-04"],
    [{ from: "2025-02-03" }, "2025-02-03", today],
    [{ from: "2026-05-01" }, "2026-05-01", "2026-05-01"],
    [{ to: "2024-02-29" }, "2023-03-01", "2024-02-29"],
    [{ preset: "month", from: "2025-01-01", to: "2025-01-31" }, "2025-01-01", "2025-01-31"],
  ] as const)("%j is %s to %s", (search, from, to) => {
    expect(periodOf(search, today)).toEqual({ from, to });
  });
});
