import { SCHEDULE_FIELDS } from "@okaeri/domain/campaigns/timing/schedule";
import { z } from "zod";
import { timestamp } from "../paging.ts";
import { line } from "../text.ts";

const field = (says: string, example: string) =>
  line(200)
    .describe(says)
    .meta({ examples: [example] });
/** In the words of Unix cron. What they mean is asked with the document: a draft may be unfinished. */
export const scheduleFields = z
  .strictObject({
    minute: field("Minute, 0 to 59: a single one, for a schedule comes at most once an hour.", "0"),
    hour: field("Hours in Japan, 0 to 23; lists, ranges and steps as in Unix cron.", "10"),
    day_of_month: field("Days of the month, 1 to 31; L alone: the last one; * or ?: any.", "L"),
    month: field("Months, 1 to 12 or jan to dec.", "*"),
    day_of_week: field("Weekdays, 0 and 7 Sunday, or sun to sat; 4#2 alone: the second Thursday; * or ?: any.", "?"),
    year: field("Years, 1970 to 2099.", "*"),
  })
  .describe("When it comes, in Japan's time. With both day fields either day counts.")
  .meta({
    examples: [{ minute: "0", hour: "10", day_of_month: "L", month: "*", day_of_week: "?", year: "*" }],
  });

export const nextRunsQuestion = z.strictObject({
  schedule: scheduleFields,
  after: timestamp
    .describe("Runs after this moment; without it from now on.")
    .meta({ examples: ["2026-12-01T00:00:00Z"] })
    .optional(),
  count: z.number().int().min(1).max(100).default(10),
});

export const nextRunsAnswer = z.object({
  runs: z.array(
    z.object({
      at: timestamp,
      weekday: z
        .number()
        .int()
        .describe("Weekday in Japan, 0 = Sunday.")
        .meta({ examples: [2] }),
      holiday: z
        .string()
        .nullable()
        .describe("The national holiday; null: none.")
        .meta({ examples: ["勤労感謝の日"] }),
      quiet: z
        .boolean()
        .describe("It lies in the quiet hours: messages wait until they end.")
        .meta({ examples: [false] }),
    }),
  ),
  quiet_hours: z
    .object({
      from: z
        .string()
        .describe("HH:MM in Japan, included.")
        .meta({ examples: ["21:00"] }),
      until: z
        .string()
        .describe("HH:MM in Japan, not included.")
        .meta({ examples: ["08:00"] }),
    })
    .nullable()
    .describe("The hours in which nothing reaches guests; null: there are none.")
    .meta({ examples: [{ from: "21:00", until: "08:00" }] }),
  problem: z
    .object({ code: z.enum(["never", "invalid"]), field: z.enum(SCHEDULE_FIELDS), message: z.string() })
    .nullable(),
});
