import { isWritten, previewQuestion } from "@okaeri/contract/campaigns/actions/mail/question";
import { isMailAddress, mailMatchKey } from "@okaeri/domain/mail-address";
import type { Tx } from "../../../database/connection.ts";
import { refuseProblems } from "../../../http/errors.ts";
import type { ActionTest, Asking, Whom } from "../../actions/action-kind.ts";
import { asTest } from "../content/as-test.ts";
import { inLanguageOf } from "../content/shown-blocks.ts";
import { fromHeader, type MailSender, mailSenderOf } from "../mail-sender.read.ts";
import { insertTests, suppressedOf, type TestPerson } from "../tests/message-tests.ts";
import { type PreviewedMail, previewMail } from "./preview-mail.ts";
import { mailsOfAction } from "./write-mail.ts";

/** Keeps a test of the mail, as the guest would read it, for each person. @throws CallError INVALID_INPUT, NOT_FOUND. */
export async function testMail(tx: Tx, asking: Asking, test: ActionTest, whom: Whom): Promise<number[]> {
  const { accountId, now } = asking;
  const { actions } = test.segment;
  const sender = await mailSenderOf(tx, accountId, asking.origin);
  const question = previewQuestion(test.segment, actions, test.customerId, asking.today) as PreviewedMail | undefined;
  if (question === undefined || !isWritten(actions)) refuseProblems([{ path: "action_id", code: "test_not_written" }]);
  const shown = await inOwnLanguage(tx, asking, sender, { test, whom, question: question as PreviewedMail });
  if (shown.subject === "") refuseProblems([{ path: "action_id", code: "nothing_to_say" }]);
  const { title, body, html } = asMail(asTest(shown, shown.language));
  const mails = await mailsOfAction(tx, accountId, test.actionId);
  const mailId = mails.find(({ language }) => language === shown.language)?.id ?? null;
  const kept = { mailId, from: fromHeader(sender), title, body, html };
  return insertTests(
    tx,
    { accountId, userId: test.by, now },
    { ...kept, campaignId: test.campaignId, customerId: shown.customer?.id ?? null },
    await judged(tx, accountId, test.people),
  );
}

/** The mail that the guest would get: the one in their language, where the action has it. */
async function inOwnLanguage(
  tx: Tx,
  asking: Asking,
  sender: MailSender,
  { test, whom, question }: { test: ActionTest; whom: Whom; question: PreviewedMail },
) {
  const shownOf = (asked: PreviewedMail) => previewMail(tx, asking, sender, asked, { ...whom, isTest: true }, []);
  const shown = await shownOf(question);
  const tried = test.segment.actions.find(({ id }) => id === test.actionId);
  const others = (tried?.type === "mail" ? tried.other_mails : undefined) ?? [];
  const own = inLanguageOf([question.mail, ...others], shown.guestLanguage) ?? question.mail;
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
    const fault = !isMailAddress(address) ? "malformed" : suppressed.has(keys[at] ?? "") ? "suppressed" : null;
    return { userId, address, fault };
  });
}
