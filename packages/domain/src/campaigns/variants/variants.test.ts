import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LanguageCode } from "../../enumerations.ts";
import { remainingShare, VARIANTS, type Variant } from "../../pushes/variants.ts";
import { variantProblems } from "./variant-problems.ts";
import { evenShares, sharesOf, type WithVariants } from "./variants.ts";

const text = (variant: Variant, share: number | null, language: LanguageCode = "ja") => ({ variant, share, language });
type Text = ReturnType<typeof text>;
const problems = (texts: Text[], mayWait = true) =>
  variantProblems(
    texts.map((detail, at) => ({ path: at === 0 ? "mail" : `other_mails.${at - 1}`, detail })),
    mayWait,
  );

describe("shares", () => {
  test("one letter is for all, in whatever languages it is written", () => {
    expect(sharesOf([text("A", null), text("A", null, "en")])).toEqual([{ variant: "A", share: 100 }]);
    expect(remainingShare(sharesOf([text("B", null)]))).toBe(0);
  });

  test("several stand in the order of the alphabet, each with what its first text says", () => {
    const texts: WithVariants[] = [text("C", 10), text("A", 20), text("A", null, "en"), text("B", null)];
    const shares = sharesOf(texts);
    expect(shares.map(({ variant, share }) => [variant, share])).toEqual([
      ["A", 20],
      ["B", 0],
      ["C", 10],
    ]);
    expect(remainingShare(shares)).toBe(70);
  });

  test("even shares come to the whole", () => {
    expect([evenShares(2), evenShares(3), evenShares(4, 41)]).toEqual([
      [50, 50],
      [34, 33, 33],
      [11, 10, 10, 10],
    ]);
  });
});

describe("what keeps several texts from going out", () => {
  test("nothing, where the shares leave some who wait, or nobody", () => {
    expect(problems([text("A", 20), text("B", 20)])).toEqual([]);
    expect(problems([text("A", 1), text("B", 99)], false)).toEqual([]);
    expect(problems([text("A", null)], false)).toEqual([]);
    expect(problems([text("A", 100)])).toEqual([]);
  });

  test("a share that is not said, more than all, or a single text with a part", () => {
    expect(problems([text("A", 20), text("B", null)])).toEqual([{ path: "other_mails.0.share", code: "required" }]);
    expect(problems([text("A", 60), text("B", 41)])).toEqual([
      { path: "other_mails.0.share", code: "shares_over", sum: 101 },
    ]);
    expect(problems([text("A", 30)])).toEqual([{ path: "mail.share", code: "share_alone" }]);
  });

  test("guests who would wait where each is met by itself", () => {
    expect(problems([text("A", 50), text("B", 49)], false)).toEqual([
      { path: "other_mails.0.share", code: "shares_under", sum: 99 },
    ]);
  });

  test("a letter without the first text's language, and a share said in two languages of a letter", () => {
    expect(problems([text("A", 50), text("B", 50, "en")])).toEqual([
      { path: "other_mails.0.language", code: "variant_language" },
    ]);
    expect(problems([text("A", 50), text("A", 50, "en"), text("B", 50)])).toEqual([
      { path: "other_mails.0.share", code: "share_of_variant" },
    ]);
  });

  test("a draft that a browser kept from before there were letters lacks nothing", () => {
    expect(variantProblems([{ path: "mail", detail: { language: "ja" } as Text }], false)).toEqual([]);
  });

  test("letters whose shares come to 100 at most may go out, whatever they are", () => {
    const some = fc.uniqueArray(fc.constantFrom(...VARIANTS), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(
        some,
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 4, maxLength: 4 }),
        (variants, shares) => {
          const texts = variants.map((name, at) => text(name, shares[at] ?? 1));
          const sum = texts.reduce((all, { share }) => all + (share ?? 0), 0);
          expect(problems(texts).length).toBe(sum > 100 ? 1 : 0);
          expect(remainingShare(sharesOf(texts))).toBe(Math.max(0, 100 - sum));
        },
      ),
    );
  });
});
