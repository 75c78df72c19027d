import { describe, expect, it } from "vitest";
import { foreignName, japaneseName, mailAddressOf, mobileNumberOf } from "./names.ts";
import { seededRandom } from "./random.ts";

describe("seededRandom", () => {
  it("repeats itself for a seed and differs between seeds", () => {
    const throws = (seed: string) => {
      const random = seededRandom(seed);
      return Array.from({ length: 5 }, () => random.int(1, 1_000));
    };
    expect(throws("guest 1")).toEqual(throws("guest 1"));
    expect(throws("guest 1")).not.toEqual(throws("guest 2"));
  });

  it("stays within its bounds and reaches both", () => {
    const random = seededRandom("bounds");
    const seen = new Set(Array.from({ length: 500 }, () => random.int(3, 6)));
    expect([...seen].sort()).toEqual([3, 4, 5, 6]);
    expect(() => random.pick([])).toThrow(RangeError);
  });
});

describe("names", () => {
  it("are Japanese with full-width katakana, frequent families often", () => {
    const random = seededRandom("names");
    const people = Array.from({ length: 3_000 }, () => japaneseName(random));
    for (const { name, kana, latin } of people) {
      expect(name).toMatch(/^\S+ \S+$/);
      expect(kana).toMatch(/^[ァ-ヴー]+ [ァ-ヴー]+$/);
      expect(latin.family + latin.given).toMatch(/^[a-z]+$/);
    }
    const sato = people.filter(({ name }) => name.startsWith("佐藤 ")).length;
    expect(sato).toBeGreaterThan(20);
    expect(new Set(people.map(({ name }) => name)).size).toBeGreaterThan(2_900);
  });

  it("are foreign with katakana", () => {
    const random = seededRandom("foreign");
    for (const area of ["english", "iberian", "french", "german", "italian", "chinese"] as const) {
      for (let i = 0; i < 200; i++) {
        const { name, kana } = foreignName(random, area);
        expect(name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
        expect(kana).toMatch(/^[ァ-ヴー]+ [ァ-ヴー]+$/);
      }
    }
  });

  it("give every serial number its own mail address and telephone number", () => {
    const random = seededRandom("contacts");
    const serials = Array.from({ length: 20_000 }, (_, i) => i + 1);
    expect(new Set(serials.map(mobileNumberOf)).size).toBe(serials.length);
    expect(new Set(serials.map((serial) => mailAddressOf(random, japaneseName(random), serial))).size).toBe(
      serials.length,
    );
  });
});
