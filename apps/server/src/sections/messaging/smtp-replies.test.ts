import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeGuests, promotion } from "../campaigns/campaigns.fixture.ts";
import { openPipeline } from "../campaigns/pipeline.fixture.ts";

const REPORTED = join(import.meta.dirname, "../../../fixtures/reported/01-smtp-rcpt-replies.json");
const { cases } = JSON.parse(readFileSync(REPORTED, "utf8")) as { cases: { reply: string; right: string }[] };

test("only a reply to RCPT about the address suppresses it; the ledger keeps the reply", async () => {
  const p = await openPipeline();
  try {
    const guests = await makeGuests(p.t.app, p.inn.accountId, { count: cases.length, mail: "guest", stays: 1 });
    p.verdict = (recipient) => {
      const reply = cases[Number(/\d+/.exec(recipient)?.[0]) - 1]?.reply ?? "";
      return { refuseRecipient: Number(reply.slice(0, 3)), text: reply.slice(4) };
    };
    await p.started(promotion());
    await p.drain();
    const states: string[] = [];
    for (const guest of guests) states.push((await p.call("GET", `/customers/${guest}`)).mail_state);
    expect(states).toEqual(cases.map(({ right }) => /^\w+/.exec(right)?.[0]));
    expect(states).toContain("bounced");
    expect(states).toContain("reachable");
    const [dead = 0] = guests.filter((_, n) => states[n] === "bounced");
    expect((await p.call("GET", `/customers/${dead}/suppressions`)).items).toMatchObject([
      { kind: "hard", source: "send", status_code: "5.1.1", detail: "550 5.1.1 User unknown" },
    ]);
  } finally {
    await p.close();
  }
});
