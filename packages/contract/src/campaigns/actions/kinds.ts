import { z } from "zod";
import { coupon } from "./coupon/coupon.ts";
import type { ContractKind } from "./kind.ts";
import { mail } from "./mail/mail.ts";
import { point } from "./point/point.ts";

/** The kinds of action there are, by their ActionType. The server's are in main/action-kinds.ts, the screens' in campaigns/actions/. */
export const CONTRACT_ACTION_KINDS = { point, coupon, mail };
export type KindName = keyof typeof CONTRACT_ACTION_KINDS;
export const KIND_NAMES = Object.keys(CONTRACT_ACTION_KINDS) as KindName[];

type WithPreview = Extract<(typeof CONTRACT_ACTION_KINDS)[KindName], { preview: unknown }>["preview"];
const previews = Object.values<ContractKind>(CONTRACT_ACTION_KINDS).flatMap(({ preview }) =>
  preview ? [preview] : [],
);
/** The previews of all kinds that have one. */
export const PREVIEWS = {
  input: z.union(previews.map(({ input }) => input)) as unknown as WithPreview["input"],
  output: z.union(previews.map(({ output }) => output)) as unknown as WithPreview["output"],
};
