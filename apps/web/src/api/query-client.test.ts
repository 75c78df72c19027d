import { MutationObserver, onlineManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { startWords } from "../i18n/i18n.ts";
import { toAppError } from "./app-error.ts";
import { api } from "./client.ts";
import { queryClient } from "./query-client.ts";

const asked = vi.fn<(request: Request) => Promise<Response>>();

beforeAll(() => startWords("ja"));
afterEach(() => {
  onlineManager.setOnline(true);
  queryClient.clear();
  vi.unstubAllGlobals();
  asked.mockReset();
});

function lineIsGone() {
  vi.stubGlobal("location", { origin: "http://okaeri.example" });
  vi.stubGlobal("fetch", asked);
  asked.mockRejectedValue(new TypeError("Failed to fetch"));
  onlineManager.setOnline(false);
}

it("a write fails at once while the line is gone, and is never sent by itself when the line is back", async () => {
  lineIsGone();
  const write = new MutationObserver(queryClient, api.campaigns.remove.mutationOptions());
  await expect(write.mutate({ id: 7 })).rejects.toThrow("サーバーに接続できませんでした");
  expect(asked).toHaveBeenCalledOnce();
  asked.mockResolvedValue(Response.json({ id: 7 }));
  onlineManager.setOnline(true);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked).toHaveBeenCalledOnce();
});

it("a page says that the line is gone, and asks anew when it is back", async () => {
  lineIsGone();
  const page = new QueryObserver(queryClient, { ...api.users.list.queryOptions({ input: { page: 1 } }) });
  const leave = page.subscribe(() => undefined);
  queryClient.mount();
  await vi.waitFor(() => expect(page.getCurrentResult().isError).toBe(true), 5_000);
  expect(toAppError(page.getCurrentResult().error).message).toContain("サーバーに接続できませんでした");
  asked.mockResolvedValue(Response.json({ items: [], total: 0, page: 1, size: 20 }));
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(page.getCurrentResult().isSuccess).toBe(true), 5_000);
  queryClient.unmount();
  leave();
});
