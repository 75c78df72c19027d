import { customerList } from "@okaeri/contract/lists/customers";
import type { List } from "@okaeri/contract/lists/list";
import { callOfList, LIST_NAMES, LISTS, type ListName } from "@okaeri/contract/lists/lists";
import { targetOfList } from "@okaeri/contract/target-of-list";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Case, describeLists, type Row } from "./list-facts.fixture.ts";
import { openWorld, type World } from "./lists.fixture.ts";
import { projectFiles } from "./tree.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.t.close());

const CASES = describeLists((id) => world.guests.get(id));

/** Where the list's call lies; what stands on a guest's page, on the page of the guest who has some of everything. */
function placeOf(list: List): string {
  const name = (Object.keys(LISTS) as ListName[]).find((one) => (LISTS[one] as List) === list);
  return name === undefined ? list.path : callOfList(name).replace("{id}", String(world.guest));
}

async function asked(list: List, query: Record<string, string>): Promise<Row[]> {
  const search = new URLSearchParams({ account_id: String(world.programme), size: "100", ...query });
  const { statusCode, body } = await world.boss({ method: "GET", url: `/api${placeOf(list)}?${search}` });
  expect([statusCode, `${search}`, statusCode === 200 ? "" : body]).toEqual([200, `${search}`, ""]);
  return (JSON.parse(body) as { items: Row[] }).items;
}

test("every list that is described has its name for saved views", async () => {
  const files = projectFiles().filter((path) => /^packages\/contract\/src\/lists\/(?!lists?\.ts)/.test(path));
  const found = await Promise.all(files.map((path): Promise<object> => import(/* @vite-ignore */ `../${path}`)));
  const described = found.flatMap((file) => Object.entries(file).filter(([name]) => name.endsWith("List")));
  expect(described.length).toBeGreaterThan(10);
  const named = new Set<unknown>(Object.values(LISTS));
  expect(described.filter(([, list]) => !named.has(list)).map(([name]) => name)).toEqual([]);
});

/** Every row, and what of it is shown where only this condition is asked. */
async function rowsOf(list: List, { filters, byDefault: unasked = {} }: Case["facts"]) {
  const rows = [await asked(list, {})];
  for (const name of Object.keys(unasked)) {
    const filter = list.filters[name];
    const others = filter?.kind === "choice" ? filter.of.filter((value) => value !== unasked[name]) : [];
    for (const value of others) rows.push(await asked(list, { [name]: value }));
  }
  const isShown = (condition: string) => (row: Row) =>
    Object.entries(unasked).every(([name, value]) => name === condition || filters[name]?.(row) === value);
  return { all: rows.flat(), isShown };
}

/** Who has no description here, and why. */
const ELSEWHERE: Partial<Record<ListName, string>> = {
  attributed_bookings: "its rows are bookings of a campaign, which its own tests make",
  imports: "always newest first, without conditions",
  pushes: "always newest first, without conditions",
  recipients: "its rows are recipients of sends, which its own tests make",
};
test("every list is asked here, or it is said why not", () => {
  const covered = CASES.map(({ list }) => list);
  const missing = LIST_NAMES.filter((name) => !covered.includes(LISTS[name] as List));
  expect(missing.toSorted()).toEqual(Object.keys(ELSEWHERE).toSorted());
});

const ids = (rows: Row[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b);
const filters = CASES.flatMap(({ list, facts }) =>
  Object.keys(list.filters).map((name) => [list.path, name, list, facts] as const),
);

test.each(filters)("%s narrowed by %s: the rows that say so, and no other", async (_path, name, list, facts) => {
  const { all: every, isShown } = await rowsOf(list, facts);
  const all = every.filter(isShown(name));
  const filter = list.filters[name];
  const valuesOf = (row: Row) => [facts.filters[name]?.(row) ?? null].flat().filter((value) => value !== null);
  const values = [...new Set(all.flatMap(valuesOf))];
  // What cannot leave a row out would prove nothing. A condition of one word is true of some rows and says nothing of the others.
  if (filter?.kind === "choice" && filter.of.length === 1)
    expect(new Set(all.map((row) => valuesOf(row).length))).toEqual(new Set([0, 1]));
  else expect(values.length).toBeGreaterThan(1);
  for (const value of values) {
    if (filter !== undefined && "from" in filter) {
      const [from, to] = await Promise.all([
        asked(list, { [filter.from]: String(value) }),
        asked(list, { [filter.to]: String(value) }),
      ]);
      expect([value, ids(from)]).toEqual([value, ids(all.filter((row) => valuesOf(row).some((one) => one >= value)))]);
      expect([value, ids(to)]).toEqual([value, ids(all.filter((row) => valuesOf(row).some((one) => one <= value)))]);
    } else {
      const found = await asked(list, { [name]: String(value) });
      expect([value, ids(found)]).toEqual([value, ids(all.filter((row) => valuesOf(row).includes(value)))]);
    }
  }
  if (filter?.kind === "records" || filter?.kind === "numbers") {
    const several = values.slice(0, 2);
    const found = await asked(list, { [name]: several.join(",") });
    expect(ids(found)).toEqual(ids(all.filter((row) => valuesOf(row).some((value) => several.includes(value)))));
  }
});

// What the list finds is what a campaign made of its conditions is sent to.
const NO_RULE = ["q", "rfm_id", "rfm_flow"];
const ofGuests = filters.filter(([, name, list]) => list === customerList && !NO_RULE.includes(name));
test.each(ofGuests)("%s narrowed by %s: as a target, as many guests", async (_path, name, list, facts) => {
  const filter = list.filters[name];
  const values = [...new Set((await asked(list, {})).flatMap((row) => [facts.filters[name]?.(row) ?? []].flat()))];
  const several = filter?.kind === "records" || filter?.kind === "numbers";
  const parameters = filter !== undefined && "from" in filter ? [filter.from, filter.to] : [name];
  const searches = values.flatMap((value) =>
    parameters.map((parameter) => ({ [parameter]: several ? String(value) : (value as string | number) })),
  );
  if (parameters[1] !== undefined)
    searches.push(Object.fromEntries(parameters.map((parameter, n) => [parameter, values.toSorted()[n + 1] ?? ""])));
  for (const search of searches) {
    const texts = Object.entries(search).map(([key, value]): [string, string] => [key, String(value)]);
    const found = ids(await asked(list, Object.fromEntries(texts)));
    const payload = { segments: [{ target: targetOfList(search as never), types: ["point"] }] };
    const url = `/api/campaigns/audience?account_id=${world.programme}`;
    const { statusCode, body } = await world.boss({ method: "POST", url, payload });
    expect([search, statusCode, JSON.parse(body).segments?.[0].matched]).toEqual([search, 200, found.length]);
  }
});

const ranges = filters.filter(([, name, list]) => "from" in (list.filters[name] ?? {}));
test.each(ranges)("%s: %s that ends before it begins is a mistake", async (_path, name, list) => {
  const { kind, from, to } = list.filters[name] as { kind: string; from: string; to: string };
  const [first, last] = kind === "days" ? ["2026-02-01", "2026-01-31"] : ["2", "1"];
  const search = new URLSearchParams({ account_id: String(world.programme), [from]: first, [to]: last });
  const answer = await world.boss({ method: "GET", url: `/api${placeOf(list)}?${search}` });
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [to]]);
});

const sorts = CASES.flatMap(({ list, facts }) => list.sorts.map((sort) => [list.path, sort, list, facts] as const));
test.each(sorts)("%s by %s: in both directions, without a value last", async (_path, sort, list, facts) => {
  const value = (row: Row) => facts.sorts[sort]?.(row) ?? null;
  const all = await asked(list, {});
  expect(new Set(all.map(value)).size).toBeGreaterThan(1);
  for (const direction of [1, -1]) {
    const rows = await asked(list, { sort: direction === 1 ? sort : `-${sort}` });
    const values = rows.map(value);
    const expected = all.map(value).toSorted((a, b) => {
      if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
      return (a < b ? -1 : a > b ? 1 : 0) * direction;
    });
    expect(values).toEqual(expected);
    expect(ids(rows)).toEqual(ids(all));
  }
});

const files = CASES.filter(({ list }) => list.file !== undefined);
test.each(files.map((one) => [one.list.path, one] as const))(
  "%s as a file: each column of each row",
  async (path, one) => {
    const { statusCode, body } = await world.boss({
      method: "GET",
      url: `/api${path}/export.csv?account_id=${world.programme}`,
    });
    expect(statusCode).toBe(200);
    const lines = body.replace("\ufeff", "").trimEnd().split("\r\n").slice(1);
    const rows = await asked(one.list, {});
    const columns = one.list.file ?? [];
    for (const column of columns)
      expect([column, new Set(rows.map((row) => one.facts.file?.[column]?.(row))).size]).not.toEqual([column, 1]);
    expect(lines).toEqual(
      rows.map((row) => columns.map((column) => String(one.facts.file?.[column]?.(row) ?? "")).join(",")),
    );
  },
);
