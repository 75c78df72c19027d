/** What stands in the audit log in place of a text about a guest who was erased (`without_texts` of the database). */
export const ERASED_TEXT = "消去済み";
