// @vitest-environment jsdom
import { focusManager, useQuery } from "@tanstack/react-query";
import { act } from "react";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { queryClient } from "../../../api/query-client.ts";
import { loadWords, startWords } from "../../../i18n/i18n.ts";
import { FakeCalls } from "../../../test/fake-calls.fixture.ts";
import { mount } from "../../../test/mount.fixture.tsx";
import { campaignQuery } from "../campaigns.api.ts";
import { campaignOf, pushOf } from "../campaigns.fixture.ts";

let server: FakeCalls;
let seen: DocumentVisibilityState = "visible";
const asked = () => server.callsOf("campaigns.get").length;
const Watched = () => <p>{useQuery(campaignQuery(7)).data?.name}</p>;
const look = (state: DocumentVisibilityState) =>
  act(async () => {
    seen = state;
    window.dispatchEvent(new Event("visibilitychange"));
  });
/** So many seconds, and what the server answers meanwhile. */
const pass = async (seconds: number) => {
  for (let n = 0; n < seconds * 2; n += 1) {
    await act(async () => vi.advanceTimersByTime(500));
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  }
};

beforeAll(async () => {
  await startWords("ja");
  await loadWords("signedIn");
  vi.stubGlobal("fetch", (request: Request) => server.fetch(request));
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => seen);
  focusManager.setFocused(undefined);
});
afterEach(() => void vi.useRealTimers());
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a campaign that moves is asked for every two seconds while its page is seen, one at rest never", async () => {
  server = new FakeCalls();
  const moving = campaignOf({ sending: true, pushes: [pushOf()] });
  server.answer("campaigns.get", moving);
  queryClient.clear();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { text } = await mount(<Watched />);
  await act(() => vi.waitFor(() => expect(text()).toContain(moving.name)));
  expect(asked()).toBe(1);
  await pass(4);
  expect(asked()).toBe(3);
  await look("hidden");
  await pass(10);
  expect(asked()).toBe(3);
  // Whoever comes back does not wait for the next turn.
  server.answer("campaigns.get", campaignOf({ sending: false }));
  await look("visible");
  await pass(0.5);
  expect(asked()).toBe(4);
  await pass(10);
  await look("hidden");
  await look("visible");
  await pass(2);
  expect(asked()).toBe(4);
});
