import { expect, it } from "vitest";
import { inTreeOrder } from "./account-tree.ts";
import type { ClientAccount } from "./clients.api.ts";

const account = (id: number, parent_id: number | null): ClientAccount => ({
  id,
  parent_id,
  code: `A${id}`,
  name: `施設${id}`,
  active_status: "active",
  contract_state: "running",
  contract_started_at: null,
  contract_ended_at: null,
  options: [],
  payment: null,
});
const order = (accounts: ClientAccount[]) => inTreeOrder(accounts).map(({ id, depth }) => [id, depth]);

it("puts each account beneath its own, whatever order they come in", () => {
  expect(order([account(5, 2), account(1, null), account(2, 1), account(3, 1), account(4, null)])).toEqual([
    [1, 0],
    [2, 1],
    [5, 2],
    [3, 1],
    [4, 0],
  ]);
});

it("keeps an account whose parent one may not see", () => {
  expect(order([account(7, 99)])).toEqual([[7, 0]]);
});
