import { createReadStream } from "node:fs";
import { afterAll, beforeAll } from "vitest";
import { convertResortBookings } from "../../seed/resort/convert.ts";
import { type TestApp, testApp } from "../../test/app.ts";
import { resortSlice } from "../imports/imports.fixture.ts";
import { deliveredSeparately } from "./delivered-separately.fixture.ts";
import { type Row, rowsOfFile } from "./deliveries.fixture.ts";

// As delivered-separately.test.ts, in more orders, and with 5,000 bookings of the published file, where RESORT_BOOKINGS names it.
let t: TestApp;
let rows: Row[];
beforeAll(async () => {
  t = await testApp();
  rows = await bookings();
});
afterAll(() => t.close());

async function bookings(): Promise<Row[]> {
  const path = process.env.RESORT_BOOKINGS;
  if (!path) return rowsOfFile(await resortSlice());
  let text = "";
  for await (const piece of convertResortBookings(createReadStream(path))) text += piece;
  return rowsOfFile(Buffer.from(text)).slice(0, 5_000);
}

deliveredSeparately(() => ({ t, rows }), [1, 2, 5], 12);
