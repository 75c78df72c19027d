import type { ActionKind, ActionKinds } from "../actions/action-kind.ts";
import type { Send, SentGift } from "../pushes/take-backs.read.ts";

type GiftsOfKind = { gifts: SentGift[]; takeBack: NonNullable<ActionKind["takeBack"]> };

/** What a send gave, kind by kind, as far as it can be taken back. */
export function giftsByKind(kinds: ActionKinds, send: Send): GiftsOfKind[] {
  return kinds.flatMap(({ type, takeBack }) => {
    const gifts = send.gifts.filter(({ channel }) => channel === type);
    return takeBack === undefined || gifts.length === 0 ? [] : [{ gifts, takeBack }];
  });
}
