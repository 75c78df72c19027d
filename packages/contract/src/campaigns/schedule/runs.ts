import { SCHEDULE_FIELDS } from "@okaeri/domain/campaigns/schedule/schedule";
import { TRIGGER_BASES } from "@okaeri/domain/campaigns/triggers/trigger";
import { ACTION_TYPES } from "@okaeri/domain/enumerations";
import { z } from "zod";
import { date, timestamp } from "../../paging.ts";
import { line } from "../../text.ts";

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

/**
 * What a forecast of a trigger rests on. `stored`: facts known before, as birthdays. `bookings`: those that are there now; more may come.
 * `last_week`: the same weekday of the week before.
 */
export const FORECAST_BASES = ["stored", "bookings", "last_week"] as const;
export type ForecastBasis = (typeof FORECAST_BASES)[number];

/** What of a campaign comes at a moment. */
export const RUN_KINDS = ["schedule", "trigger", "missed", "done"] as const;

const run = {
  action_id: z.number().int(),
  at: timestamp,
  /** The moment that its schedule says, by which it is moved and left out. */
  planned_at: timestamp,
};
export const nextRun = z.object(run);
/** `quiet`: it lies in the quiet hours, so that messages wait until they end. */
export const comingRun = nextRun.extend({ quiet: z.boolean() });
export const missedRun = z.object({ ...run, reason: z.string() });

/** Longest part of the calendar that is asked for at once, in days. */
export const MAX_CALENDAR_DAYS = 100;
export const calendarQuestion = z.object({ from: date, to: date });
export const calendarItem = z.object({
  campaign_id: z.number().int(),
  campaign_name: z.string(),
  action_id: z.number().int(),
  action_type: z.enum(ACTION_TYPES),
  /** One guest gets the actions of one segment alone. */
  segment_id: z.number().int(),
  at: timestamp,
  /** As its schedule has it; of a trigger as `at`. */
  planned_at: timestamp,
  kind: z.enum(RUN_KINDS),
  /** Whom it reached; of a trigger how many guests it is expected to reach; null: not known yet. */
  count: z.number().int().nullable(),
  /** What a trigger's forecast rests on; null of everything else. */
  basis: z.enum(FORECAST_BASES).nullable(),
  /** Why it was missed, in words. */
  reason: z.string().nullable(),
  /** A person left this run out: it comes back when it is moved to its own moment. */
  omitted: z.boolean(),
  trigger: z.object({ base: z.enum(TRIGGER_BASES), offset_days: z.number().int() }).nullable(),
  quiet: z.boolean(),
});

/** `at`: as the run is planned, or as it was moved; `move_to` null: it is left out; its planned moment: nothing is different any more. */
export const runChange = z.strictObject({
  action_id: z
    .number()
    .int()
    .describe("Number of the action.")
    .meta({ examples: [31] }),
  at: timestamp
    .describe("The run: the moment its schedule says, or the one it was moved to.")
    .meta({ examples: ["2026-12-01T01:00:00Z"] }),
  move_to: timestamp
    .nullable()
    .describe("When it comes instead; null: not at all; the moment its schedule says: as planned again.")
    .meta({ examples: ["2026-12-01T03:00:00Z"] }),
});

/** For how many it is by what is stored now: of each of the next runs by its own day; of triggers today, and from today on within seven days. */
export const expectedCounts = z.object({
  schedule: z.array(
    z.object({ action_id: z.number().int(), segment_id: z.number().int(), at: timestamp, count: z.number().int() }),
  ),
  triggers: z.array(
    z.object({
      action_id: z.number().int(),
      today: z.number().int(),
      /** Null: nothing is known of these days yet. */
      next_7_days: z.number().int().nullable(),
      basis: z.enum(FORECAST_BASES),
    }),
  ),
});
