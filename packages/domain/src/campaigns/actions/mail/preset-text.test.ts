import { describe, expect, it } from "vitest";
import { LANGUAGE_CODES } from "../../../enumerations.ts";
import type { MailDocument } from "../../../messaging/mail-blocks.ts";
import type { PresetContext } from "../../presets/preset.ts";
import { PRESETS } from "../../presets/presets.ts";
import { isPresetText } from "./preset-text.ts";

const ACCOUNTS: Omit<PresetContext, "language">[] = [
  { hasSender: true, ranks: [11, 12, 13], ranksByPoints: false, scores: "available", upperFifth: 42_000 },
  { hasSender: true, ranks: [7], ranksByPoints: false, scores: "none", upperFifth: 900 },
];
const mailsOf = (preset: (typeof PRESETS)[number], context: PresetContext): MailDocument[] =>
  preset
    .segments(context)
    .flatMap(({ actions }) => actions.flatMap((action) => (action.type === "mail" ? [action.mail] : [])));

const walked = PRESETS.flatMap((preset) =>
  LANGUAGE_CODES.flatMap((language) =>
    ACCOUNTS.flatMap((account) =>
      mailsOf(preset, { ...account, language }).map((mail) => [preset.type, language, mail] as const),
    ),
  ),
);

describe("the text of a preset", () => {
  it.each(walked)("%s in %s is recognised in every account, and is not once a field differs", (type, _, mail) => {
    expect(isPresetText(type, mail)).toBe(true);
    const changed: Partial<MailDocument>[] = [
      { title: `${mail.title}!` },
      { preheader: "" },
      { body: "秋も深まってまいりました。" },
      { signature: "花の湯" },
      { blocks: mail.blocks.slice(1) },
      { blocks: mail.blocks.map((block) => (block.kind === "text" ? { ...block, text: `${block.text}。` } : block)) },
    ];
    expect(changed.map((change) => isPresetText(type, { ...mail, ...change }))).toEqual(changed.map(() => false));
  });

  const [[, , mail]] = walked.filter(([type]) => type === "information") as [(typeof walked)[number]];
  const inText = (from: string, to: string): MailDocument => ({
    ...mail,
    blocks: mail.blocks.map((block) => ({ ...block, text: block.text.replaceAll(from, to) })),
  });
  it.each<[string, MailDocument, boolean]>([
    ["a fallback of a placeholder", inText("{{ name }}", "{{ name | お客 }}"), true],
    ["spaces in the braces of a placeholder", inText("{{ name }}", "{{name}}"), true],
    ["line breaks of another system", inText("\n", "\r\n"), true],
    ["another placeholder", inText("{{ name }}", "{{ name_kana }}"), false],
    ["a word in a placeholder's place", inText("{{ facility_name }}", "花の湯"), false],
    ["a sender of its own", { ...mail, from_address: "info@example.jp" }, true],
    ["another language for the same words", { ...mail, language: "en" }, true],
  ])("with %s", (_, changed, same) => {
    expect(isPresetText("information", changed)).toBe(same);
  });

  it("is one preset's alone", () => {
    expect(isPresetText("birthday", mail)).toBe(false);
    expect(isPresetText("weekday_benefit", mail)).toBe(false);
  });
});
