import type { Draft } from "../../editor/draft.ts";
import { textsOf } from "./mail-draft.ts";
import type { Wording } from "./wording.ts";

/** The text that a field of a mail belongs to; undefined where it is of none. `letters`: its mail has others beside. */
export function wordingAt(path: string, { segments }: Draft): (Wording & { letters: boolean }) | undefined {
  const [, at, place, other] = /^segments\.(\d+)\.actions\.(\d+)\.(?:mail|other_mails\.(\d+))\b/.exec(path) ?? [];
  const action = segments[Number(at ?? -1)]?.actions[Number(place)];
  if (action?.type !== "mail") return undefined;
  const texts = textsOf(action.mail);
  const text = texts[other === undefined ? 0 : Number(other) + 1];
  const letters = texts.some(({ variant }) => variant !== text?.variant);
  return text && { variant: text.variant, language: text.language, letters };
}
