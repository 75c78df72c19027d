import type { CampaignDocument } from "@okaeri/contract/campaigns/document";
import type { FieldProblem } from "@okaeri/contract/problems/problems";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { carriesOut } from "@okaeri/domain/campaigns/actions/offered-types";
import { runsAfter } from "@okaeri/domain/campaigns/schedule/runs";
import { neverAfter, parseSchedule } from "@okaeri/domain/campaigns/schedule/schedule";

/** Schedules of a document that come at no moment after `now` in the campaign's days: it cannot be switched on with them. */
export function neverComing(document: CampaignDocument, now: Date): FieldProblem[] {
  const { type, campaign_start_dt: start, campaign_end_dt: end } = document;
  const period = { start: start as CalendarDate | null, end: end as CalendarDate | null };
  return document.segments.flatMap(({ actions }, segment) =>
    actions.flatMap((action, at): FieldProblem[] => {
      const read = action.schedule !== null && carriesOut(type, action.type) ? parseSchedule(action.schedule) : null;
      if (!read?.ok || runsAfter({ schedule: read.schedule, period, known: [] }, now, { count: 1 }).length > 0)
        return [];
      const path = `segments.${segment}.actions.${at}.schedule`;
      const never = neverAfter(read.schedule, now);
      return [never === null ? { path, code: "no_run_in_period" } : { path: `${path}.${never}`, code: "never" }];
    }),
  );
}
