import type { z } from "zod";

type Time = "created_at" | "updated_at";

/** A row with the columns that the contract shows, `Without` those that are worked out from it; `Times` are still times. */
export type RowOf<
  Schema extends z.ZodType<object>,
  Without extends keyof z.output<Schema> = never,
  Times extends string = Time,
> = {
  [Column in Exclude<keyof z.output<Schema>, Without>]: Column extends Times
    ? Date | Extract<z.output<Schema>[Column], null>
    : z.output<Schema>[Column];
};
