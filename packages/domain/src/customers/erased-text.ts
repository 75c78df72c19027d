/** What stands in the audit log in place of a text about a guest who was erased (migration 0585). */
export const ERASED_TEXT = "消去済み";
