import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import { MailTextView } from "./MailTextView.tsx";

/** One of several texts beside what came of it: its subject. */
export const ComparedMail = ({ detail }: { detail: MailDetail }) => <MailTextView words={detail.title} />;
