import { furtherName, furtherOf, type KindWithVariants } from "@okaeri/domain/campaigns/actions/further-details";
import { evenShares, sharesOf, type WithVariants } from "@okaeri/domain/campaigns/variants/variants";
import type { ActionType } from "@okaeri/domain/enumerations";
import { VARIANTS, type Variant } from "@okaeri/domain/pushes/variants";

// An action in the editor that may hold several of its kind, each letter for a share of the guests.

/** What an action holds, and beside it what its other letters hold. */
export type WithOthers<Held> = Held & { others: Held[] };

/** The others of a saved action. */
export const othersOf = <Held>(action: { type: ActionType }): Held[] =>
  furtherOf(action).map(({ detail }) => detail as Held);

/** All that the draft holds, the action's own first. */
export function heldIn<Held extends object>({ others, ...own }: WithOthers<Held>): [Held, ...Held[]] {
  return [own as unknown as Held, ...others];
}

/** A draft of these; as it was where there is none. */
export function draftOfHeld<Held extends object>(held: readonly Held[], otherwise: WithOthers<Held>): WithOthers<Held> {
  const [first, ...others] = held;
  return first === undefined ? otherwise : { ...first, others };
}

/** Where it stands in the action: its own, or another one by its place among the others. */
export const pathOfHeld = (kind: KindWithVariants, at: number): string =>
  at <= 0 ? kind : `${furtherName(kind)}.${at - 1}`;

/** The letters of the draft, in the order of the alphabet. */
export const variantsOf = <Held extends WithVariants>(draft: WithOthers<Held>): Variant[] =>
  sharesOf(heldIn<Held>(draft)).map(({ variant }) => variant);

/** The letter that a further one gets; undefined where there is none left. */
export const nextVariant = <Held extends WithVariants>(draft: WithOthers<Held>): Variant | undefined => {
  const variants = variantsOf(draft);
  return VARIANTS.find((wanted) => !variants.includes(wanted));
};

/** One more letter, which is as `from` to begin with, for a part of the guests as large as each other's. `again`: what cannot stand twice is new. */
export function withVariant<Held extends WithVariants>(
  draft: WithOthers<Held>,
  from: Variant,
  again: (held: Held) => Held = (held) => held,
): WithOthers<Held> {
  const wanted = nextVariant(draft);
  if (wanted === undefined) return draft;
  const copies = heldIn<Held>(draft)
    .filter(({ variant }) => variant === from)
    .map((held) => ({ ...again(held), variant: wanted }));
  return sharedEvenly({ ...draft, others: [...draft.others, ...copies] });
}

/** Without a letter; the one that is left alone is for everybody. */
export function withoutVariant<Held extends WithVariants>(draft: WithOthers<Held>, wanted: Variant): WithOthers<Held> {
  const left = draftOfHeld(
    heldIn<Held>(draft).filter(({ variant }) => variant !== wanted),
    draft,
  );
  if (variantsOf(left).length > 1) return left;
  return { ...left, share: null, others: left.others.map((held) => ({ ...held, share: null })) };
}

/** Each letter for as many guests, `percent` of them in all. */
export function sharedEvenly<Held extends WithVariants>(draft: WithOthers<Held>, percent = 100): WithOthers<Held> {
  const variants = variantsOf(draft);
  const shares = evenShares(variants.length, percent);
  return variants.reduce((before, wanted, at) => withShare(before, wanted, shares[at] ?? null), draft);
}

/** The share stands with the first of its letter. */
export function withShare<Held extends WithVariants>(
  draft: WithOthers<Held>,
  wanted: Variant,
  share: number | null,
): WithOthers<Held> {
  const held = heldIn<Held>(draft);
  const first = held.findIndex(({ variant }) => variant === wanted);
  return draftOfHeld(
    held.map((one, at) => (one.variant === wanted ? { ...one, share: at === first ? share : null } : one)),
    draft,
  );
}
