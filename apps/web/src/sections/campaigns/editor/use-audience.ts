import { couponToldBy } from "@okaeri/domain/messaging/mail-text";
import { validateCondition } from "@okaeri/domain/segments/condition";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Audience, type AudienceQuestion, audienceQuery } from "../campaigns.api.ts";
import { actionTypes, type Draft, type DraftAction, type DraftSegment } from "./draft.ts";
import { toTarget } from "./target-tree.ts";

/** Fast enough to feel live, slow enough not to count at every key. */
const PAUSE = 350;

/** The channels a segment is counted for: its own, or a mail while none is chosen yet. */
export function countedTypes(segment: DraftSegment, draft: Draft): DraftAction["type"][] {
  const types = actionTypes(segment);
  if (types.length > 0) return types;
  return draft.type === "basic" ? ["point"] : ["mail"];
}

/** What its mail tells of a coupon that guests have already: who has none gets no mail. What the segment gives is not given yet. */
function toldOfHeld({ actions }: DraftSegment): "coupon" | "code" | null {
  const mail = actions.find((action) => action.type === "mail")?.mail;
  if (!mail || actions.some(({ type }) => type === "coupon")) return null;
  const { told, withCode } = couponToldBy(mail);
  return withCode ? "code" : told ? "coupon" : null;
}

function questionOf(draft: Draft): AudienceQuestion {
  return {
    segments: draft.segments.map((segment) => ({
      target: toTarget(segment.target),
      types: countedTypes(segment, draft),
      tells_of: toldOfHeld(segment),
    })),
  };
}

export type Reached = { people: number; mails: number; points: number; coupons: number };

/** What a launch reaches: people, mails, and people who get points or coupons. These reach everybody who matches, mail needs consent. */
export function reachOf(draft: Draft, audience: Audience): Reached {
  const reach = { people: 0, mails: 0, points: 0, coupons: 0 };
  for (const [index, segment] of draft.segments.entries()) {
    const counted = audience.segments[index];
    if (counted === undefined) continue;
    const types = countedTypes(segment, draft);
    const [mails, points, coupons] = [
      types.includes("mail") ? counted.will_receive : 0,
      types.includes("point") ? counted.matched : 0,
      types.includes("coupon") ? counted.matched : 0,
    ];
    reach.mails += mails;
    reach.points += points;
    reach.coupons += coupons;
    reach.people += Math.max(mails, points, coupons);
  }
  return reach;
}

/** The live count of the draft. Half-filled conditions are not asked; the numbers before them stay. */
export function useAudience(draft: Draft) {
  const question = questionOf(draft);
  const complete = question.segments.every(({ target }) => validateCondition(target).length === 0);
  const text = JSON.stringify(question);
  const [asked, setAsked] = useState<string | undefined>(complete ? text : undefined);
  useEffect(() => {
    if (!complete) return undefined;
    const timer = setTimeout(() => setAsked(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text, complete]);
  const query = useQuery(audienceQuery(asked === undefined ? undefined : (JSON.parse(asked) as AudienceQuestion)));
  return { query, complete, busy: query.isFetching || (complete && asked !== text) };
}
