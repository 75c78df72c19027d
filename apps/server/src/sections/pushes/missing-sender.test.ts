import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeGuests, promotion } from "../campaigns/campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";

// A send may wait for the morning or for a person. Who sends it, as the law asks for it, is asked once more when it goes out.

let p: Pipeline;
beforeAll(async () => {
  p = await openPipeline();
  await makeGuests(p.t.app, p.inn.accountId, { count: 2, mail: "guest" });
});
afterAll(() => p.close());

const named = (name: string) => p.query(sql`update account_settings set legal_sender_name = ${name}`);

test("a send whose sender has lost its name meanwhile stops and says why, and goes on when it has one", async () => {
  const { id } = await p.frozen(promotion());
  await named(" ");
  await p.drain();
  const stopped = await p.detail(id);
  expect([stopped.status, stopped.sending, stopped.pushes[0].stop_reason, p.sink.received]).toEqual([
    "stopped",
    false,
    expect.stringContaining("特定電子メール法"),
    [],
  ]);
  await named("株式会社宿");
  await p.call("POST", `/campaigns/${id}/resume`);
  await p.drain();
  expect(await p.detail(id)).toMatchObject({ sending: false, figures: { reached: 2 } });
  expect(p.sink.received.toSorted()).toEqual(["guest1@example.jp", "guest2@example.jp"]);
});
