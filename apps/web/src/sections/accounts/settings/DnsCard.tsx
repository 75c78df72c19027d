import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { client } from "../../../api/client.ts";
import { notify } from "../../../shell/toasts.tsx";
import { Card } from "../../../ui/Card.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { Tag, type TagKind } from "../../../ui/Tag.tsx";
import { DkimDialog } from "./DkimDialog.tsx";
import { WhenLoaded } from "./notices.tsx";
import sender from "./sender.module.css";
import { type DkimAnswer, type DnsAnswer, type DnsFinding, dkimQuery } from "./settings.api.ts";
import styles from "./settings.module.css";

const KINDS: Record<DnsFinding["state"], TagKind> = {
  ok: "success",
  wrong: "danger",
  missing: "warning",
  unknown: "neutral",
};

/** What to put into the DNS of the sender's domain so that mails are believed, and whether it is there. */
export function DnsCard({ id, domain }: { id: number; domain: string | undefined }) {
  const query = useQuery(dkimQuery(id));
  return <WhenLoaded query={query}>{(answer) => <Records id={id} domain={domain} answer={answer} />}</WhenLoaded>;
}

function Records({ id, domain, answer }: { id: number; domain: string | undefined; answer: DkimAnswer }) {
  const { t } = useTranslation("accountSettings");
  const [making, setMaking] = useState(false);
  const [checking, setChecking] = useState(false);
  const [found, setFound] = useState<DnsAnswer>();
  const { editable } = answer.owner;
  const shown = answer.domain ?? domain;
  const check = async () => {
    setChecking(true);
    try {
      setFound(await client.mailDelivery.checkDkim({ id }));
    } catch (error) {
      notify("error", toAppError(error).message);
    } finally {
      setChecking(false);
    }
  };
  return (
    <Card
      title={t("sender.dns.title")}
      aside={
        editable ? (
          <span className={styles.stored}>
            <Button onClick={() => setMaking(true)} aria-haspopup="dialog">
              {t(answer.record === null ? "dkim.make" : "dkim.makeAnother")}
            </Button>
            <Button onClick={() => void check()} loading={checking}>
              {t("dkim.check")}
            </Button>
          </span>
        ) : undefined
      }
    >
      <p className={styles.lead}>
        {shown === undefined ? t("sender.dns.leadNone") : t("sender.dns.lead", { domain: shown })}
      </p>
      <dl className={sender.records}>
        <Entry kind="dkim" found={found?.dkim}>
          {answer.record === null ? (
            <p className={styles.help}>{t("dkim.none")}</p>
          ) : (
            <Copies name={answer.record.name} value={answer.record.value} editable={editable} />
          )}
        </Entry>
        <Entry kind="spf" found={found?.spf}>
          {found?.spf.wanted ? <Copies name={found.spf.name} value={found.spf.wanted} editable={editable} /> : null}
        </Entry>
        <Entry kind="dmarc" found={found?.dmarc}>
          {found?.dmarc.wanted ? (
            <Copies name={found.dmarc.name} value={found.dmarc.wanted} editable={editable} />
          ) : null}
        </Entry>
      </dl>
      {making ? <DkimDialog id={id} domain={shown ?? ""} onClose={() => setMaking(false)} /> : null}
    </Card>
  );
}

type EntryProps = { kind: "dkim" | "spf" | "dmarc"; found: DnsFinding | undefined; children: ReactNode };

/** One of the three: what it is for, what to enter, and what the DNS says. */
function Entry({ kind, found, children }: EntryProps) {
  const { t } = useTranslation("accountSettings");
  return (
    <div className={sender.record}>
      <dt>
        {t(`dkim.name.${kind}`)} {found ? <Tag kind={KINDS[found.state]}>{t(`dkim.state.${found.state}`)}</Tag> : null}
      </dt>
      <dd>
        <p className={styles.help}>{t(`sender.dns.${kind}`)}</p>
        {children}
        {found && found.found !== null && found.state !== "ok" ? (
          <p className={styles.help}>
            {t("dkim.found")} <span className={sender.value}>{found.found}</span>
          </p>
        ) : null}
      </dd>
    </div>
  );
}

function Copies({ name, value, editable }: { name: string; value: string; editable: boolean }) {
  const { t } = useTranslation("accountSettings");
  const line = (text: string, label: string) =>
    editable ? <CopyText value={text} label={label} /> : <span>{text}</span>;
  return (
    <div className={sender.value}>
      <div>
        {t("dkim.recordName")} {line(name, t("dkim.copyName", { name }))}
      </div>
      <div>
        {t("dkim.recordValue")} {line(value, t("dkim.copyValue", { name }))}
      </div>
    </div>
  );
}
