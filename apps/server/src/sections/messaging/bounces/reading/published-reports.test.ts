import { readFileSync } from "node:fs";
import { join } from "node:path";
import { mildest } from "@okaeri/domain/messaging/delivery-reports";
import { expect, test } from "vitest";
import { readReport } from "./report.ts";

const FOLDER = join(import.meta.dirname, "../../../../../fixtures/bounces");
const rows = readFileSync(join(FOLDER, "expected.tsv"), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [file = "", , , , right = ""] = line.split("\t");
    return { file, right };
  });

/** Reports that are judged otherwise here than by the set, and why. */
const OTHERWISE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Failed authentication (RFC 6591) is a report about the sender's domain: no reader complained.
  none: {
    "arf-18.eml": "complaint",
    "arf-19.eml": "complaint",
    "arf-20.eml": "complaint",
    // A mailing list refuses a post of somebody who is no member.
    "lhost-fml-02.eml": "soft",
    // Notifications of a service that is not used here.
    "lhost-amazonses-09.eml": "hard",
    "lhost-amazonses-10.eml": "hard",
    // A report about a report: no mail of ours is one.
    "lhost-sendmail-39.eml": "soft",
    "lhost-sendmail-41.eml": "hard",
  },
  // The text reports an unknown user, and no sign that the mail had been accepted before.
  hard: {
    "lhost-activehunter-02.eml": "soft",
    "lhost-exchange2003-04.eml": "soft",
    "lhost-mailfoundry-01.eml": "soft",
    "lhost-messagingserver-06.eml": "soft",
    "lhost-mxlogic-03.eml": "soft",
    "lhost-receivingses-01.eml": "soft",
    "lhost-surfcontrol-01.eml": "soft",
    "rfc3464-42.eml": "soft",
  },
  // The text does not name the address as the reason, or names another reason too.
  soft: {
    "lhost-dragonfly-16.eml": "hard",
    "lhost-exim-31.eml": "hard",
    "lhost-interscanmss-02.eml": "hard",
    "lhost-messagelabs-03.eml": "hard",
    "lhost-v5sendmail-03.eml": "hard",
    // The server still tries.
    "lhost-opensmtpd-12.eml": "hard",
  },
};

test("294 published reports: each is judged as its own set judges it, but for those that are named", async () => {
  const otherwise: Record<string, Record<string, string>> = { none: {}, hard: {}, soft: {}, complaint: {} };
  for (const { file, right } of rows) {
    const { news } = await readReport(readFileSync(join(FOLDER, file)), true);
    const judged = JUDGED[mildest(news)?.news ?? "none"] ?? "";
    if (judged !== right) Object.assign(otherwise[judged] ?? {}, { [file]: right });
  }
  expect(rows).toHaveLength(294);
  expect(otherwise).toEqual({ ...OTHERWISE, complaint: {} });
});

test("reports without news: the ones that were not understood are counted, absence notices and the like are not", async () => {
  const notUnderstood: string[] = [];
  for (const { file } of rows) {
    const { news, isUnderstood } = await readReport(readFileSync(join(FOLDER, file)), true);
    expect([file, news.length > 0 && !isUnderstood]).toEqual([file, false]);
    if (!isUnderstood) notUnderstood.push(file);
  }
  // Notifications of a service that is not used here, and a list's refusal.
  expect(notUnderstood).toEqual([
    "lhost-amazonses-09.eml",
    "lhost-amazonses-10.eml",
    "lhost-amazonses-13.eml",
    "lhost-fml-02.eml",
  ]);
});

const JUDGED: Readonly<Record<string, string>> = {
  none: "none",
  hard: "hard",
  soft: "soft",
  delayed: "soft",
  complaint: "complaint",
  refusal: "complaint",
};
