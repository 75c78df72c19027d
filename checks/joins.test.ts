import { expect, test } from "vitest";
import { tenantTables, withoutAccount } from "./joins.ts";
import { textOf } from "./tree.ts";

// scripts/test.ts asks this of every statement of the program, once the server's tests have sent what they send.

const TENANTS = tenantTables(textOf("apps/server/schema.sql"));

test("tables of tenants are read from the schema", () => {
  expect(TENANTS.has("customers")).toBe(true);
  expect(TENANTS.has("companies")).toBe(false);
  expect(TENANTS.size).toBeGreaterThan(80);
});

test.each([
  "select * from customers c join customer_totals t on t.account_id = c.account_id and t.customer_id = c.id where c.account_id = $1",
  "select * from customers c join customer_totals t using (account_id, customer_id) where c.account_id = $1",
  "select * from customers c where (c.account_id, c.id) in (select account_id, customer_id from grant_points where account_id = $1)",
  `select * from customers c where c.account_id = $1 and ((c.account_id, c.id) in (select l.account_id, l.customer_id from point_lots l
    where l.remaining > 0 group by 1, 2))`,
  "update customers c set name = $1 from customer_totals t where c.account_id = $2 and t.account_id = c.account_id",
  `select * from customers c join (select l.account_id, l.customer_id from point_lots l
    where l.remaining > 0) o on o.account_id = c.account_id where c.account_id = $1`,
  "select id from customers where account_id = $1 union all select id from customer_totals where account_id = $1",
  "select * from customers c join users u on u.id = c.created_by",
])("names the account of each: %s", (statement) => {
  expect(withoutAccount(statement, TENANTS)).toEqual([]);
});

test.each([
  [
    "select * from customers c join customer_totals t on t.customer_id = c.id where c.account_id = $1",
    ["customer_totals t"],
  ],
  [
    "select c.account_id, t.account_id from customers c, customer_totals t where t.customer_id = c.id",
    ["customers c", "customer_totals t"],
  ],
  [
    "select * from customers where account_id = $1 and exists (select from grant_points g where g.customer_id = id)",
    ["grant_points g"],
  ],
  [
    "select * from customers c join (select l.account_id from point_lots l) o on o.customer_id = c.id where c.account_id = $1",
    ["point_lots l"],
  ],
  [
    "select id from customers c where c.account_id = $1 union all select id from customer_totals c where c.customer_id = $2",
    ["customer_totals c"],
  ],
  [
    "select * from customers c where c.account_id = $1 and (c.name, c.id) in (select l.account_id, l.customer_id from point_lots l)",
    ["point_lots l"],
  ],
  ["delete from customer_totals t using customers c where t.account_id = $1 and c.id = t.customer_id", ["customers c"]],
])("does not: %s", (statement, tables) => {
  expect(withoutAccount(statement, TENANTS).sort()).toEqual([...tables].sort());
});
