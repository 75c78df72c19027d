import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import { isWritten, previewQuestion } from "@okaeri/contract/campaigns/actions/mail/question";
import type { CampaignAction } from "@okaeri/contract/campaigns/document";
import { isMailAddress, mailMatchKey, smtpAddress } from "@okaeri/domain/mail-address";
import type { Variant } from "@okaeri/domain/pushes/variants";
import type { Tx } from "../../../../database/connection.ts";
import { refuseProblems } from "../../../../http/errors.ts";
import { asTest } from "../../../messaging/content/as-test.ts";
import { inLanguageOf, ofVariant } from "../../../messaging/content/shown-blocks.ts";
import { fromHeader, type MailSender, mailSenderOf } from "../../../messaging/mail-sender.read.ts";
import { insertTests, suppressedOf, type TestPerson } from "../../../messaging/tests/message-tests.ts";
import type { ActionTest, CampaignContext, PreviewAudience } from "../action-kind.ts";
import { type PreviewedMail, previewMail } from "./preview-mail.ts";
import { mailsOfAction } from "./write-mail.ts";

/** Keeps a test of the mail, as the guest would read it, for each person. @throws CallError INVALID_INPUT, NOT_FOUND. */
export async function testMail(
  tx: Tx,
  asking: CampaignContext,
  test: ActionTest,
  audience: PreviewAudience,
): Promise<number[]> {
  const { accountId, now } = asking;
  const tried = test.segment.actions.find(({ id }) => id === test.actionId);
  const texts = textsOf(tried, test.variant);
  const [first] = texts;
  if (first === undefined && test.variant !== null) refuseProblems([{ path: "variant", code: "not_a_choice" }]);
  const actions = test.segment.actions.map((one) =>
    one === tried && one.type === "mail" ? { ...one, mail: first ?? null } : one,
  );
  const sender = await mailSenderOf(tx, accountId, asking.origin);
  const question = previewQuestion(test.segment, actions, test.customerId, asking.now) as PreviewedMail | undefined;
  if (question === undefined || !isWritten(actions)) refuseProblems([{ path: "action_id", code: "test_not_written" }]);
  const shown = await inOwnLanguage(tx, asking, sender, { texts, audience, question: question as PreviewedMail });
  if (shown.subject === "") refuseProblems([{ path: "action_id", code: "nothing_to_say" }]);
  const { title, body, html } = asMail(asTest(shown, shown.language));
  const mails = await mailsOfAction(tx, accountId, test.actionId);
  const mailId = mails.find((one) => one.variant === first?.variant && one.language === shown.language)?.id ?? null;
  const content = { mailId, from: fromHeader(sender), title, body, html };
  return insertTests(
    tx,
    { accountId, userId: test.by, now },
    { ...content, campaignId: test.campaignId, customerId: shown.customer?.id ?? null },
    await judged(tx, accountId, test.people),
  );
}

/** The mails of the letter; of the first where none is named. */
function textsOf(tried: CampaignAction | undefined, variant: Variant | null): MailDetail[] {
  const all = tried?.type === "mail" && tried.mail !== null ? [tried.mail, ...(tried.other_mails ?? [])] : [];
  return ofVariant(all, variant ?? all[0]?.variant ?? null);
}

/** The mail that the guest would get: the one in their language, where the letter has it. */
async function inOwnLanguage(
  tx: Tx,
  asking: CampaignContext,
  sender: MailSender,
  { texts, audience, question }: { texts: readonly MailDetail[]; audience: PreviewAudience; question: PreviewedMail },
) {
  const shownOf = (asked: PreviewedMail) => previewMail(tx, asking, sender, asked, { ...audience, isTest: true }, []);
  const shown = await shownOf(question);
  const own = inLanguageOf(texts, shown.guestLanguage) ?? question.mail;
  return own === question.mail ? shown : shownOf({ ...question, mail: own });
}

const asMail = ({ subject, text, html }: { subject: string; text: string; html: string }) => ({
  title: subject,
  body: text,
  html,
});

/** The people, with what is known to be wrong with their addresses. */
async function judged(tx: Tx, accountId: number, people: ActionTest["people"]): Promise<TestPerson[]> {
  const keys = people.map(({ address }) => mailMatchKey(address));
  const suppressed = await suppressedOf(tx, accountId, keys);
  return people.map(({ userId, address }, at) => {
    const fault = !isMailAddress(smtpAddress(address))
      ? "malformed"
      : suppressed.has(keys[at] ?? "")
        ? "suppressed"
        : null;
    return { userId, address, fault };
  });
}
