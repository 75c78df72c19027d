import { z } from "zod";

/** The condition tree of a segment. Its shape and limits are checked by `@okaeri/domain/segments/condition`. */
export type ConditionNode =
  | { combinator: "and" | "or"; not?: boolean | undefined; rules: ConditionNode[] }
  | { field: string; args?: (string | number)[] | undefined; operator: string; value: unknown }
  | { of: string; where: ConditionNode; operator: string; value: unknown; sum?: string | undefined };
export const conditionNode: z.ZodType<ConditionNode, ConditionNode> = z.lazy(() =>
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
export type SegmentTarget = ConditionNode | { lua: string };
export const segmentTarget: z.ZodType<SegmentTarget, SegmentTarget> = z.union([
  conditionNode,
  z.strictObject({ lua: z.string() }),
]);
