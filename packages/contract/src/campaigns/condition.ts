import { z } from "zod";

/** The condition tree of a segment. Its shape and limits are checked by `@okaeri/domain/segments/condition`. */
export type ConditionNode =
  | { combinator: "and" | "or"; not?: boolean | undefined; rules: ConditionNode[] }
  | { field: string; operator: string; value: unknown };
export const conditionNode: z.ZodType<ConditionNode, ConditionNode> = z.lazy(() =>
  z.union([
    z.strictObject({
      combinator: z.enum(["and", "or"]),
      not: z.boolean().optional(),
      rules: z.array(conditionNode).max(50),
    }),
    z.strictObject({ field: z.string().max(60), operator: z.string().max(30), value: z.unknown() }),
  ]),
);
