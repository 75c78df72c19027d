/** A picture in the JSON of a document, as a regular expression of PostgreSQL. */
export const IMAGES_IN_DOCUMENT = '"image": "([0-9a-f]{64})"';
