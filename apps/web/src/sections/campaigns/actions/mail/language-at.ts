import type { LanguageCode } from "@okaeri/domain/enumerations";
import type { Draft } from "../../editor/draft.ts";

/** The language of the mail that a field belongs to; undefined where it is of none. */
export function mailLanguageAt(path: string, { segments }: Draft): LanguageCode | undefined {
  const [, at, place, other] = /^segments\.(\d+)\.actions\.(\d+)\.(?:mail|other_mails\.(\d+))\b/.exec(path) ?? [];
  const action = segments[Number(at ?? -1)]?.actions[Number(place)];
  if (action?.type !== "mail") return undefined;
  return other === undefined ? action.mail.language : action.mail.others[Number(other)]?.language;
}
