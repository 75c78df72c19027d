import { z } from "zod";
import { call, needsProgramme } from "../../call.ts";
import { id, version } from "../../paging.ts";
import { filledLine } from "../../text.ts";
import { answeredTarget, orScript, segmentTarget } from "./condition.ts";

/** Saved conditions of one programme. */
export const MOST_SAVED_CONDITIONS = 200;

/** Whoever makes campaigns keeps conditions for all who do. */
const compose = needsProgramme("campaigns/edit", "campaigns/create");
const written = { name: filledLine(60), target: segmentTarget };

const savedCondition = z.object({
  id: z.number().int(),
  name: z.string(),
  ...answeredTarget,
  updated_at: z.string(),
  /** Who changed it last; null when that person is gone. */
  updated_by_name: z.string().nullable(),
  version,
});
/** By name. */
const all = z.object({ items: z.array(savedCondition) });

/** Conditions kept under a name. A campaign takes a copy of them, so that changing or deleting one changes no campaign. */
export const savedConditions = {
  list: call(compose).route({ method: "GET", path: "/saved-conditions", summary: "保存した条件" }).output(all),
  create: call(compose)
    .route({ method: "POST", path: "/saved-conditions", summary: "条件に名前を付けて保存する" })
    .input(orScript(z.strictObject(written)))
    .output(all),
  update: call(compose)
    .route({ method: "PUT", path: "/saved-conditions/{id}", summary: "保存した条件を変更する" })
    .input(orScript(z.strictObject({ id, version, ...written })))
    .output(all),
  remove: call(compose)
    .route({ method: "DELETE", path: "/saved-conditions/{id}", summary: "保存した条件を削除する" })
    .input(z.strictObject({ id }))
    .output(all),
};
