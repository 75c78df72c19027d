// @vitest-environment jsdom
import { act, type ReactNode } from "react";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../../i18n/i18n.ts";
import { Toasts } from "../../../shell/toasts.tsx";
import { mount } from "../../../test/mount.fixture.tsx";
import type { CampaignDetail, CampaignRecipient } from "../campaigns.api.ts";
import { campaignOf } from "../campaigns.fixture.ts";
import { UnknownMessages } from "./UnknownMessages.tsx";

let counts = { decided: 2, omitted: 0 };
const asked: { path: string; body: unknown }[] = [];
const totals: CampaignDetail["totals"] = [
  { type: "mail", targets: 9, waiting: 0, sent: 6, skipped: 0, failed: 0, unknown: 3 },
  { type: "point", targets: 9, waiting: 0, sent: 9, skipped: 0, failed: 0, unknown: 0 },
];
const campaign = campaignOf({ totals });
beforeAll(async () => {
  await startWords("ja");
  await loadWords("signedIn");
  vi.stubGlobal("fetch", async (request: Request) => {
    asked.push({ path: new URL(request.url).pathname, body: JSON.parse(await request.text()) });
    return new Response(JSON.stringify({ ...campaign, ...counts }), {
      headers: { "content-type": "application/json" },
    });
  });
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  asked.length = 0;
});

const until = (settled: () => void) => act(() => vi.waitFor(settled));
const expectText = (text: string) => until(() => expect(document.body.textContent).toContain(text));
const dialog = () => document.querySelector<HTMLElement>("[role=dialog]");
const confirm = (name: string) =>
  act(() =>
    vi.waitFor(() => {
      const found = [...(dialog()?.querySelectorAll("button") ?? [])].find((one) => one.textContent === name);
      expect(found).toBeDefined();
      return found as HTMLButtonElement;
    }),
  );
const mountWithToasts = (part: ReactNode) =>
  mount(
    <>
      {part}
      <Toasts />
    </>,
  );
const guest = (customer_id: number) => ({ push_action_id: 3, customer_id }) as CampaignRecipient;

test("sending again warns that a mail may arrive twice, and is about the chosen guests", async () => {
  const done = vi.fn();
  const { button, press } = await mountWithToasts(
    <UnknownMessages campaign={campaign} chosen={[guest(11), guest(12)]} onDone={done} />,
  );
  await press(button("再送する"));
  const again = await confirm("再送する");
  expect(dialog()?.textContent).toContain("2件のメールを再送しますか");
  expect(dialog()?.textContent).toContain("届いている場合は二重に届きます");
  expect(asked).toEqual([]);
  await press(again);
  const recipients = [11, 12].map((customer_id) => ({ push_action_id: 3, customer_id }));
  await until(() => expect(done).toHaveBeenCalled());
  expect(asked).toEqual([{ path: "/api/campaigns/7/unknown", body: { decision: "resend", recipients } }]);
  await expectText("2件の再送を始めました。");
});

test("with nobody chosen it is about all of them, and says how many", async () => {
  const { button, press } = await mountWithToasts(
    <UnknownMessages campaign={campaign} chosen={[]} onDone={() => {}} />,
  );
  await press(button("届いたと記録する"));
  const note = await confirm("届いたと記録する");
  expect(dialog()?.textContent).toContain("3件を届いたものとして記録しますか");
  counts = { decided: 2, omitted: 0 };
  await press(note);
  await until(() =>
    expect(asked).toEqual([{ path: "/api/campaigns/7/unknown", body: { decision: "delivered", recipients: null } }]),
  );
  // As many as it was decided about, not as many as were asked for.
  await expectText(
    "2件を届いたものとして記録しました。ほかの1件は、結果がすでに分かったか、対象でなくなったため除きました。",
  );
});
