import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail";
import { MailWords } from "../../mails/MailWords.tsx";

/** One of several texts beside what came of it: its subject. */
export const ComparedMail = ({ detail }: { detail: MailDetail }) => <MailWords words={detail.title} />;
