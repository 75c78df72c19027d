import { CAMPAIGN_FIELDS, SEGMENT_DOCUMENT_FIELDS } from "@okaeri/contract/campaigns/document";

const namesIn = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields & string)[];

/** Columns of campaigns and of campaign_segments that hold what the document says (contract/campaigns/document.ts). */
export const CAMPAIGN_COLUMNS = namesIn(CAMPAIGN_FIELDS);
export const SEGMENT_COLUMNS = namesIn(SEGMENT_DOCUMENT_FIELDS);
