import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isRecent, isSigned } from "./sendgrid-signature.ts";

// Vectors of sendgrid/sendgrid-nodejs (MIT), packages/eventwebhook/src/eventwebhook.spec.js; two rows derived from them.
type Vector = {
  name: string;
  public_key_base64_spki: string;
  payload: string;
  signature: string;
  timestamp: string;
  valid: boolean;
};
const FILE = join(import.meta.dirname, "../../../../fixtures/mail/sendgrid_signature_vectors.json");
const { vectors } = JSON.parse(readFileSync(FILE, "utf8")) as { vectors: Vector[] };

test.each(vectors)(
  "SendGrid's vectors: $name",
  ({ public_key_base64_spki: key, payload, signature, timestamp, valid }) => {
    const at = new Date(Number(timestamp) * 1_000);
    expect(isRecent(timestamp, at) && isSigned(key, signature, timestamp, Buffer.from(payload))).toBe(valid);
  },
);

test("a timestamp of ten minutes ago is old, and so is one to come; odd keys and signatures are none", () => {
  const now = new Date(1_600_000_000_000);
  expect([-600, 0, 600].map((by) => isRecent(String(1_600_000_000 + by), now))).toEqual([true, true, true]);
  expect([-601, 601].map((by) => isRecent(String(1_600_000_000 + by), now))).toEqual([false, false]);
  for (const odd of ["", " 1600000000", "1600000000.0", "1e9", "0x1", "-1600000000"])
    expect(isRecent(odd, now)).toBe(false);
  const [good] = vectors;
  if (!good) throw new Error("no vectors");
  const { public_key_base64_spki: key, signature, timestamp, payload } = good;
  for (const odd of ["", "!", "AAAA", `${signature}\n`, Buffer.from(signature, "base64").toString("hex")])
    expect(isSigned(key, odd, timestamp, Buffer.from(payload))).toBe(false);
  for (const odd of ["", "!", "AAAA"]) expect(isSigned(odd, signature, timestamp, Buffer.from(payload))).toBe(false);
});
