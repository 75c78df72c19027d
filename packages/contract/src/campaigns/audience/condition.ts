import { CAMPAIGN_TYPES } from "@okaeri/domain/enumerations";
import { describeTarget, isOwnText } from "@okaeri/domain/segments/target";
import { z } from "zod";

/** The condition tree of a segment. Its shape and limits are checked by `@okaeri/domain/segments/condition`. */
export type ConditionInput =
  | { combinator: "and" | "or"; not?: boolean | undefined; rules: ConditionInput[] }
  | { field: string; args?: (string | number)[] | undefined; operator: string; value: unknown }
  | { of: string; where: ConditionInput; operator: string; value: unknown; sum?: string | undefined };
export const conditionNode: z.ZodType<ConditionInput, ConditionInput> = z.lazy(() =>
  z.union([
    z.strictObject({
      combinator: z.enum(["and", "or"]),
      not: z.boolean().optional(),
      rules: z.array(conditionNode).max(500),
    }),
    z.strictObject({
      field: z.string().max(60),
      args: z
        .array(z.union([z.string().max(60), z.number()]))
        .max(5)
        .optional(),
      operator: z.string().max(30),
      value: z.unknown(),
    }),
    z.strictObject({
      of: z.string().max(60),
      where: conditionNode,
      operator: z.string().max(30),
      value: z.unknown(),
      sum: z.string().max(60).optional(),
    }),
  ]),
);

/** Whom a segment means: conditions, or a script in Lua. What a script may say is checked by `@okaeri/domain/segments/target`. */
export type SegmentTarget = ConditionInput | { lua: string };
export const segmentTarget: z.ZodType<SegmentTarget, SegmentTarget> = z.union([
  conditionNode,
  z.strictObject({ lua: z.string() }),
]);

/**
 * A question or segment in which `lua_script` may stand beside `target: null`. Beside a target that is one, the script is what was read with
 * it: its text stays while it says the same, else the target counts.
 */
export function orScript<Shape extends z.ZodObject>(
  schema: Shape,
): z.ZodType<z.output<Shape>, WithScript<z.input<Shape>>> {
  return z.preprocess(scriptAsTarget, schema) as unknown as z.ZodType<z.output<Shape>, WithScript<z.input<Shape>>>;
}
type WithScript<Asks> =
  | Asks
  | (Omit<Asks, "target"> & { target: null; lua_script: string })
  | (Asks & { lua_script: string });

function scriptAsTarget(raw: unknown): unknown {
  if (typeof raw !== "object" || raw === null || !("lua_script" in raw)) return raw;
  const { lua_script: script, ...rest } = raw as { lua_script: unknown; target?: unknown };
  if (typeof script !== "string") return raw;
  const { target = null } = rest;
  return target === null || isOwnText(target, script) ? { ...rest, target: { lua: script } } : rest;
}

/** A target as it is answered: its script, and conditions where some say the same. */
export const answeredTarget = { target: conditionNode.nullable(), lua_script: z.string() };
type AnsweredTarget = z.output<z.ZodObject<typeof answeredTarget>>;
/** A kept target as it is answered. */
export const answerTarget = (stored: unknown) => describeTarget(stored) as AnsweredTarget;

/** Whom a condition means, asked by itself. */
const asked = z.strictObject({ target: segmentTarget, type: z.enum(CAMPAIGN_TYPES) });
export const conditionQuestion = orScript(asked);
const remark = z.object({
  /** From 1, columns in UTF-16 units; null: of conditions, which have no lines. */
  line: z.number().int().nullable(),
  column: z.number().int().nullable(),
  code: z.string(),
  message: z.string(),
  /** Of conditions: the rule. */
  path: z.string(),
});
export const checkedCondition = z.object({
  /** Null: what is refused has no text. */
  lua_script: z.string().nullable(),
  /** Null where no conditions say the same. */
  target: conditionNode.nullable(),
  problems: z.array(remark),
  warnings: z.array(remark),
});
