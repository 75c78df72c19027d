import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import type { CampaignAction } from "@okaeri/contract/campaigns/document";
import { detailsOf, furtherName } from "@okaeri/domain/campaigns/actions/further-details";
import type { ActionType } from "@okaeri/domain/enumerations";
import type { Variant } from "@okaeri/domain/pushes/variants";

/** One of the texts of a mail: a letter in a language. */
export type VariantKey = Pick<MailDetail, "variant" | "language">;
/** The same of what may have letters alone. */
export type WithVariantKey = { variant: Variant; language?: VariantKey["language"] | undefined };

export const isWording =
  (wanted: VariantKey) =>
  ({ variant, language }: WithVariantKey): boolean =>
    variant === wanted.variant && language === wanted.language;

/** What a text is called in code: "B en". */
export const variantKeyText = ({ variant, language }: VariantKey): string => `${variant} ${language}`;

/** The one that is wanted, else the first of its letter, else the first of all. */
export function nearestVariantKey<Held extends WithVariantKey>(
  held: readonly Held[],
  wanted: VariantKey,
): Held | undefined {
  return held.find(isWording(wanted)) ?? held.find(({ variant }) => variant === wanted.variant) ?? held[0];
}

/** The actions with what is wanted of each, or what comes nearest to it, as all that it holds. */
export function inWording(
  actions: readonly CampaignAction[],
  wantedOf: (type: ActionType) => VariantKey,
): readonly CampaignAction[] {
  return actions.map((action) => {
    const further = furtherName(action.type);
    if (further === undefined) return action;
    const held = detailsOf(action).flatMap(({ detail }) => (detail === null ? [] : [detail as WithVariantKey]));
    const near = nearestVariantKey(held, wantedOf(action.type));
    return near === undefined ? action : ({ ...action, [action.type]: near, [further]: [] } as CampaignAction);
  });
}
