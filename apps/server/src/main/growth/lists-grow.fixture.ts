import { expect } from "vitest";
import { grownFaster, openGrowingAccount, type Planner } from "./growing-account.fixture.ts";
import { makeRows, type Question } from "./lists-at-size.fixture.ts";

/** Asks for so many guests and for four times as many, and compares each statement. */
export async function expectPagesToGrowWithGuests(
  guests: number,
  planner: Planner,
  asked: readonly Question[],
): Promise<void> {
  const failed: string[] = [];
  const few = await openGrowingAccount(guests, planner);
  const many = await openGrowingAccount(4 * guests, planner);
  try {
    for (const account of [few, many]) {
      await makeRows(account);
      account.touched.clear();
      await account.plan();
      for (const { name, ask } of asked)
        await account.note(name, () => ask(account)).catch((error: Error) => failed.push(`${name}: ${error.message}`));
    }
  } finally {
    await few.close();
    await many.close();
  }
  expect(many.touched.size).toBe(asked.length);
  expect(failed).toEqual([]);
  expect(grownFaster(few, many)).toEqual([]);
}
