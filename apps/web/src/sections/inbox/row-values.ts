/** A row of a feed as a form has it: each single value by its path, such as `rooms.0.room_code`. */
export function rowFormValues(row: unknown, path = ""): Record<string, string> {
  if (row === null || row === undefined) return { [path]: "" };
  if (typeof row !== "object") return { [path]: String(row) };
  return Object.assign(
    {},
    ...Object.entries(row).map(([name, part]) => rowFormValues(part, path === "" ? name : `${path}.${name}`)),
  );
}

/** The row with what was typed; an empty value is not said. */
export function rowWith(row: Record<string, unknown>, typed: Record<string, string>): Record<string, unknown> {
  const changed = structuredClone(row);
  for (const [path, text] of Object.entries(typed)) {
    const names = path.split(".");
    const last = names.pop() ?? "";
    let place: Record<string, unknown> = changed;
    for (const name of names) {
      const next = place[name];
      if (typeof next !== "object" || next === null) place[name] = {};
      place = place[name] as Record<string, unknown>;
    }
    place[last] = text === "" ? null : text;
  }
  return changed;
}
