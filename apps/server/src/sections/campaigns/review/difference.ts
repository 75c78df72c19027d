import { isDeepStrictEqual } from "node:util";
import { actionDetailOf, type CampaignDocument } from "@okaeri/contract/campaigns/document";
import { furtherName, furtherOf } from "@okaeri/domain/campaigns/actions/further-details";
import { CAMPAIGN_COLUMNS, SEGMENT_COLUMNS } from "../columns.ts";

/** What a document says, field by field: "name", "segments.12.target", "segments.12.mail.34.title". */
type FieldValues = Record<string, unknown>;

function documentFields(document: CampaignDocument): FieldValues {
  const values: FieldValues = {};
  for (const column of CAMPAIGN_COLUMNS) values[column] = document[column];
  for (const segment of document.segments) {
    for (const column of SEGMENT_COLUMNS) values[`segments.${segment.id}.${column}`] = segment[column];
    for (const action of segment.actions) {
      const { seq, schedule, schedule_once, trigger } = action;
      const fields = { seq, schedule, schedule_once, trigger, ...(actionDetailOf(action) as object | null) };
      const at = `segments.${segment.id}.${action.type}.${action.id}`;
      for (const [field, value] of Object.entries(fields)) values[`${at}.${field}`] = value;
      const further = furtherName(action.type);
      if (further !== undefined) values[`${at}.${further}`] = furtherOf(action).map(({ detail }) => detail);
    }
  }
  return values;
}

/** The places of a document's segments, for whoever reads of a segment by its number. */
const placesOf = ({ segments }: CampaignDocument): FieldValues =>
  Object.fromEntries(segments.map(({ id, priority_seq }) => [`places.${id}`, priority_seq]));

/**
 * What differs between two saved documents of a campaign, for the log: fields that are not there are null on both sides alike. A document
 * that comes to be, or goes, has one side.
 */
export function differenceOf(
  before: CampaignDocument | null,
  after: CampaignDocument | null,
): { before: FieldValues; after: FieldValues } {
  const was = before === null ? {} : documentFields(before);
  const is = after === null ? {} : documentFields(after);
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (field) => !isDeepStrictEqual(was[field] ?? null, is[field] ?? null),
  );
  const side = (values: FieldValues) => Object.fromEntries(changed.map((field) => [field, values[field] ?? null]));
  const places = { ...(before ? placesOf(before) : {}), ...(after ? placesOf(after) : {}) };
  return { before: side(was), after: { ...side(is), ...places } };
}
