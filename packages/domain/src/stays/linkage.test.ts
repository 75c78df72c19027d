import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinReports, type StayReport } from "./linkage.ts";

const report = (id: number, name: string, links: string[] = [], hasStay = false): StayReport => {
  const named = (text: string) => {
    const [space = "", code = ""] = text.split(" ");
    return { space: space as "s4", code };
  };
  return { id, name: named(name), links: links.map(named), hasStay };
};
const joined = (...reports: StayReport[]) => Object.fromEntries(joinReports(reports));

describe("reports of one stay", () => {
  it("the hotel's own system counts, whichever of the two names the other", () => {
    expect(joined(report(1, "s4 A", ["dynalution D"]), report(2, "dynalution D"))).toEqual({ 1: 2, 2: null });
    expect(joined(report(1, "s4 A"), report(2, "dynalution D", ["s4 A"]))).toEqual({ 1: 2, 2: null });
  });

  it("a confirmed stay counts before one that is only booked", () => {
    expect(joined(report(1, "s4 A", ["dynalution D"], true), report(2, "dynalution D"))).toEqual({ 1: null, 2: 1 });
  });

  it("two that name the same third are one, also when that one never comes", () => {
    const both = [report(1, "none B", ["dynalution D"]), report(2, "s4 A", ["dynalution D"])];
    expect(joined(...both)).toEqual({ 1: 2, 2: null });
    expect(joined(...both, report(3, "dynalution D"))).toEqual({ 1: 3, 2: 3, 3: null });
  });

  it("two bookings of the system that counts are two, of the other they are the one", () => {
    const both = [report(1, "s4 A", ["dynalution D"]), report(2, "s4 B", ["dynalution D"])];
    expect(joined(...both)).toEqual({ 1: null, 2: null });
    expect(joined(...both, report(3, "dynalution D"))).toEqual({ 1: 3, 2: 3, 3: null });
  });

  it("who names nobody that came stands alone; the same code elsewhere is something else", () => {
    expect(joined(report(1, "s4 A", ["dynalution Z"]), report(2, "dynalution A"))).toEqual({ 1: null, 2: null });
  });

  it("the order of the reports does not matter", () => {
    const name = fc.record({
      space: fc.constantFrom("s4", "dynalution", "none"),
      code: fc.constantFrom("A", "B", "C"),
    });
    const made = fc.array(fc.record({ name, links: fc.array(name, { maxLength: 2 }), hasStay: fc.boolean() }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(made, fc.infiniteStream(fc.nat()), (reports, random) => {
        const named = new Map(reports.map((one) => [`${one.name.space} ${one.name.code}`, one]));
        const given = [...named.values()].map((one, id) => ({ ...one, id }) as StayReport);
        const mixed = given.map((one) => ({ one, at: random.next().value })).sort((a, b) => a.at - b.at);
        const ordered = (leads: Map<number, number | null>) => [...leads].sort(([a], [b]) => a - b);
        expect(ordered(joinReports(mixed.map(({ one }) => one)))).toEqual(ordered(joinReports(given)));
      }),
    );
  });
});
