import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinTellings, type Telling } from "./linkage.ts";

const telling = (id: number, name: string, links: string[] = [], hasStay = false): Telling => {
  const named = (text: string) => {
    const [space = "", code = ""] = text.split(" ");
    return { space: space as "s4", code };
  };
  return { id, name: named(name), links: links.map(named), hasStay };
};
const joined = (...tellings: Telling[]) => Object.fromEntries(joinTellings(tellings));

describe("tellings of one stay", () => {
  it("the hotel's own system counts, whichever of the two names the other", () => {
    expect(joined(telling(1, "s4 A", ["dynalution D"]), telling(2, "dynalution D"))).toEqual({ 1: 2, 2: null });
    expect(joined(telling(1, "s4 A"), telling(2, "dynalution D", ["s4 A"]))).toEqual({ 1: 2, 2: null });
  });

  it("a confirmed stay counts before one that is only booked", () => {
    expect(joined(telling(1, "s4 A", ["dynalution D"], true), telling(2, "dynalution D"))).toEqual({ 1: null, 2: 1 });
  });

  it("two that name the same third are one, also when that one never comes", () => {
    const both = [telling(1, "none B", ["dynalution D"]), telling(2, "s4 A", ["dynalution D"])];
    expect(joined(...both)).toEqual({ 1: 2, 2: null });
    expect(joined(...both, telling(3, "dynalution D"))).toEqual({ 1: 3, 2: 3, 3: null });
  });

  it("two bookings of the system that counts are two, of the other they are the one", () => {
    const both = [telling(1, "s4 A", ["dynalution D"]), telling(2, "s4 B", ["dynalution D"])];
    expect(joined(...both)).toEqual({ 1: null, 2: null });
    expect(joined(...both, telling(3, "dynalution D"))).toEqual({ 1: 3, 2: 3, 3: null });
  });

  it("who names nobody that came stands alone; the same code elsewhere is something else", () => {
    expect(joined(telling(1, "s4 A", ["dynalution Z"]), telling(2, "dynalution A"))).toEqual({ 1: null, 2: null });
  });

  it("the order of the tellings does not matter", () => {
    const name = fc.record({
      space: fc.constantFrom("s4", "dynalution", "none"),
      code: fc.constantFrom("A", "B", "C"),
    });
    const made = fc.array(fc.record({ name, links: fc.array(name, { maxLength: 2 }), hasStay: fc.boolean() }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(made, fc.infiniteStream(fc.nat()), (tellings, random) => {
        const named = new Map(tellings.map((one) => [`${one.name.space} ${one.name.code}`, one]));
        const given = [...named.values()].map((one, id) => ({ ...one, id }) as Telling);
        const mixed = given.map((one) => ({ one, at: random.next().value })).sort((a, b) => a.at - b.at);
        const ordered = (leads: Map<number, number | null>) => [...leads].sort(([a], [b]) => a - b);
        expect(ordered(joinTellings(mixed.map(({ one }) => one)))).toEqual(ordered(joinTellings(given)));
      }),
    );
  });
});
