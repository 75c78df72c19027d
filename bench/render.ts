import { fillMail } from "../apps/server/src/sections/messaging/content/fill-mail.ts";
import { type MailLayout, makeLayout } from "../apps/server/src/sections/messaging/content/layout.ts";
import { type BenchSettings, type FigureLine, inPairs, lineText, median, mustAgree, rounded } from "./figures.ts";
import { compiledMail, factValuesOf, MAIL, urlsOf } from "./mail-document.ts";

const MAILS = 20_000;
const BY_LIBRARY = 30;

/** quality.md, row "render": mails filled in for guests beside mjml, which makes each anew, and beside the least that could do it. */
export async function renderBench(settings: BenchSettings): Promise<FigureLine[]> {
  const compiled = await compiledMail();
  const first = fillMail(compiled, { values: factValuesOf(1), shown: [] }, urlsOf(1)).mail;
  if (first === null) throw new Error("the mail says nothing");
  const shape = {
    language: "ja",
    blocks: MAIL.blocks.map(({ seq, kind }) => ({ seq, kind })),
  } as MailLayout;
  const perMail = async (mails: number, one: (n: number) => unknown) => {
    const begun = performance.now();
    for (let n = 0; n < mails; n += 1) await one(n);
    return ((performance.now() - begun) / mails) * 1_000;
  };
  /** Nothing is missing and nothing is left out: each mark is replaced. */
  const byHand = (n: number) => {
    const to = urlsOf(n);
    const put = (text: string) =>
      text
        .replaceAll("山田 1子", `山田 ${n}子`)
        .replaceAll(urlsOf(1).unsubscribe, to.unsubscribe)
        .replaceAll(urlsOf(1).link(1), to.link(1))
        .replaceAll(urlsOf(1).pixel, to.pixel)
        .replaceAll(">1<", `>${n}<`);
    return { subject: put(first.subject), text: put(first.text), html: put(first.html) };
  };
  mustAgree("render", first, byHand(1));
  const pairs = await inPairs(
    {
      product: () => perMail(MAILS, (n) => fillMail(compiled, { values: factValuesOf(n), shown: [] }, urlsOf(n)).mail),
      limit: () => perMail(BY_LIBRARY, () => makeLayout(shape)),
      byHand: () => perMail(MAILS, byHand),
    },
    { pairs: settings.pairs, warmUp: true, seconds: 120 },
  );
  const of = (pick: (pair: (typeof pairs)[number]) => number) => median(pairs.map(pick));
  const line: FigureLine = {
    bench: "render",
    work: "one guest's mail of seven blocks",
    size: MAILS,
    unit: "µs a mail",
    product: rounded(of(({ product }) => product)),
    limit: rounded(of(({ limit }) => limit)),
    ratio: rounded(
      of(({ product, limit }) => product / limit),
      4,
    ),
    goal: "≤ 0.1× of mjml",
    reached: of(({ product, limit }) => product / limit) <= 0.1,
    pairs: pairs.length,
    more: {
      by_hand: rounded(of((pair) => pair.byHand)),
      of_by_hand: rounded(of((pair) => pair.product / pair.byHand)),
      bytes: Buffer.byteLength(first.html),
    },
  };
  settings.say(lineText(line));
  return [line];
}
