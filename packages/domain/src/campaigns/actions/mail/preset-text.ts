import { LANGUAGE_CODES, type LanguageCode, type PresetType } from "../../../enumerations.ts";
import { blocksInOrder, type MailDocument } from "../../../messaging/mail-blocks.ts";
import { parseTemplate } from "../../../messaging/placeholders.ts";
import type { PresetContext } from "../../presets/preset.ts";
import { PRESETS } from "../../presets/presets.ts";

/** Texts of presets depend on the language alone; any account that every preset accepts will do. */
const ANY_ACCOUNT: Omit<PresetContext, "language"> = {
  hasSender: true,
  ranks: [1, 2],
  ranksByPoints: false,
  scores: "available",
  upperFifth: 1,
};

/**
 * Whether a mail still has the preset's own words in every text field, in one of the languages of presets. A placeholder counts by its
 * name: another fallback or other spaces in its braces do not make another text.
 */
export function isPresetText(type: PresetType, mail: MailDocument): boolean {
  const words = wordsOf(mail);
  return LANGUAGE_CODES.some((language) => textsOf(type, language).includes(words));
}

function textsOf(type: PresetType, language: LanguageCode): string[] {
  const preset = PRESETS.find((one) => one.type === type);
  const segments = preset?.segments({ ...ANY_ACCOUNT, language }) ?? [];
  return segments.flatMap(({ actions }) =>
    actions.flatMap((action) => (action.type === "mail" ? [wordsOf(action.mail)] : [])),
  );
}

/** Everything that a mail says, as one text to compare. */
function wordsOf({ title, preheader, body, signature, blocks }: MailDocument): string {
  const ofBlocks = blocksInOrder(blocks).map(({ kind, text, label, url, image, alt }) => [
    kind,
    plain(text),
    plain(label),
    url,
    image,
    plain(alt),
  ]);
  return JSON.stringify([[title, preheader, body, signature].map(plain), ofBlocks]);
}

/** A text without what does not change its words: spaces around it, kinds of line breaks, and what placeholders say beside their names. */
function plain(text: string): unknown {
  const parsed = parseTemplate(text.replaceAll("\r\n", "\n").trim());
  if (!parsed.ok) return text;
  return parsed.parts.map((part) => ("placeholder" in part ? { placeholder: part.placeholder } : part.text));
}
