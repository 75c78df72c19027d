import { mailTemplateValues } from "@okaeri/contract/campaigns/templates/mail-templates";
import { blockFaults, blocksLack } from "@okaeri/domain/messaging/mail-blocks";
import { mailTextFaults } from "@okaeri/domain/messaging/mail-text";
import { expect, test } from "vitest";
import { CLOCK_CAMPAIGNS } from "../clock-campaigns.ts";
import { DEMO_CAMPAIGNS, demoCampaignDocument } from "../demo-campaigns.ts";
import { DEMO_TEMPLATES, withTemplateOrigin } from "./demo-templates.ts";

const faultsOf = (mail: Parameters<typeof mailTextFaults>[0] & { blocks: Parameters<typeof blockFaults>[0] }) => [
  ...mailTextFaults(mail),
  ...blockFaults(mail.blocks),
  ...blocksLack(mail.blocks),
];

test("the demo has five templates in each language, which can be sent as they are", () => {
  const languages = DEMO_TEMPLATES.map(({ mail }) => mail.language);
  expect(languages.toSorted()).toEqual([...Array(5).fill("en"), ...Array(5).fill("ja")]);
  expect(new Set(DEMO_TEMPLATES.map(({ name, mail }) => `${name} ${mail.language}`)).size).toBe(10);
  for (const { name, label, mail } of DEMO_TEMPLATES) {
    const { variant: _variant, share: _share, ...values } = mail;
    expect(mailTemplateValues.parse({ ...values, name, label })).toMatchObject({ name, blocks: mail.blocks });
    expect([name, faultsOf(mail)]).toEqual([name, []]);
  }
});

test("mails of the demo's campaigns say what can be sent; those that run by themselves know the template of each language", () => {
  const templates = new Map(DEMO_TEMPLATES.map(({ mail }, at) => [mail, at + 1]));
  const running = CLOCK_CAMPAIGNS.map((document) => withTemplateOrigin(document, templates));
  const documents = [...running, ...DEMO_CAMPAIGNS.map((one) => demoCampaignDocument(one, "2026-11-20" as never))];
  const mails = documents.flatMap(({ segments }) =>
    segments.flatMap(({ actions }) => actions.flatMap((action) => (action.type === "mail" ? [action] : []))),
  );
  expect(mails.flatMap(({ mail }) => (mail === null ? [] : faultsOf(mail)))).toEqual([]);
  const begun = running.flatMap(({ segments }) =>
    segments.flatMap(({ actions }) =>
      actions.flatMap((action) =>
        action.type === "mail"
          ? [[action.mail, ...(action.other_mails ?? [])].map((one) => one?.mail_template_id)]
          : [],
      ),
    ),
  );
  expect(begun).toHaveLength(CLOCK_CAMPAIGNS.length);
  expect(begun.flat().every((id) => typeof id === "number")).toBe(true);
});
