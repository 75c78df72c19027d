import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { makeAccount, testApp } from "../../test/app.ts";

/** Who is taken off the list or put back by one statement, how: by the customer's place. */
const statement = fc.record({
  places: fc.uniqueArray(fc.nat(11), { minLength: 1 }),
  to: fc.constantFrom("inactive", "active", "other way", "merged", "unmerged", "renamed"),
});

test("however many customers one statement takes off the list or puts back, the list and its count are those of a recount", async () => {
  const t = await testApp();
  const { accountId } = await makeAccount(t.app, { name: "名簿の宿" });
  const inScope = <T>(work: Parameters<typeof t.app.database.inScope<T>>[1]) =>
    t.app.database.inScope({ accountIds: [accountId] }, work);
  const made = await inScope(
    (tx) => tx.all<{ id: number }>`insert into customers (account_id, name)
      select ${accountId}::bigint, 'g' || n from generate_series(1, 13) n returning id`,
  );
  const ids = made.map((row) => row.id);
  // Nobody is merged into a guest who is merged, so this one stays apart.
  const survivor = ids.pop();
  const changes = {
    inactive: sql`active_status = 'inactive'`,
    active: sql`active_status = 'active', merged_into = null`,
    // Some go while others come: the count may stay.
    "other way": sql`active_status = case active_status when 'active' then 'inactive' else 'active' end, merged_into = null`,
    merged: sql`active_status = 'inactive', merged_into = ${survivor}`,
    unmerged: sql`merged_into = null`,
    renamed: sql`name = name || 'x'`,
  };
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { maxLength: 6 }), async (statements) => {
      await inScope(async (tx) => {
        for (const { places, to } of statements)
          await tx.run`update customers set ${changes[to]} where account_id = ${accountId}
            and id = any(${places.map((place) => ids[place])}::bigint[])`;
        const found = await tx.one<{ counted: number; listed: number; wrong: number }>`select
          (select sum(customer_count)::int from account_counters where account_id = ${accountId}) as counted,
          (select count(*)::int from customers where account_id = ${accountId} and active_status = 'active'
            and merged_into is null) as listed,
          (select count(*)::int from customers customer join customer_totals total on total.account_id = customer.account_id
            and total.customer_id = customer.id
            where customer.account_id = ${accountId}
              and total.is_listed <> (customer.active_status = 'active' and customer.merged_into is null)) as wrong`;
        expect(found).toEqual({ counted: found.listed, listed: found.listed, wrong: 0 });
      });
    }),
    { numRuns: 40 },
  );
  await t.close();
});
