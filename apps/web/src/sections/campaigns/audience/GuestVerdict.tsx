import type { ConditionInput, SegmentTarget } from "@okaeri/contract/campaigns/audience/condition";
import { parseTarget } from "@okaeri/domain/segments/target";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useConditionWords } from "../../../parts/campaigns/conditions/condition-text.ts";
import { GuestField } from "../../../parts/customers/GuestField.tsx";
import { AppLink } from "../../../shell/AppLink.tsx";
import { Card } from "../../../ui/Card.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { formatDate } from "../../../ui/format.ts";
import { Tag } from "../../../ui/Tag.tsx";
import { type AudienceQuestion, type Explanation, explanationQuery } from "../campaigns.api.ts";
import text from "../text.module.css";
import styles from "./audience.module.css";

/** このお客様は? What becomes of one guest: the verdict first, then each check. */
export function GuestVerdict({ question }: { question: AudienceQuestion | undefined }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const [guest, setGuest] = useState("");
  const asked = guest === "" || question === undefined ? undefined : { ...question, customer_id: Number(guest) };
  const { data, error, isFetching, refetch } = useQuery(explanationQuery(asked));
  return (
    <Card title={t("verdict.title")}>
      <GuestField id="audience-guest" label={t("verdict.guest")} value={guest} onChange={setGuest} />
      {question === undefined ? <p className={text.quiet}>{t("verdict.unfinished")}</p> : null}
      {question?.segments.some(({ occasions = [] }) => occasions.length > 0) ? (
        <p className={text.quiet}>{t("verdict.nextReservation")}</p>
      ) : null}
      {asked === undefined ? null : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <p className={text.quiet} role="status">
          {t("ui:table.loading")}
        </p>
      ) : (
        <div className={styles.verdict} aria-busy={isFetching} aria-live="polite">
          <Verdict explanation={data} targets={question?.segments.flatMap(({ target }) => target ?? []) ?? []} />
        </div>
      )}
    </Card>
  );
}

type VerdictProps = { explanation: Explanation; targets: readonly SegmentTarget[] };

function Verdict({ explanation, targets }: VerdictProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { verdict, reason, segment, customer } = explanation;
  const gets = verdict === "benefits_only" && reason !== "no_message" ? "benefitsWithoutMessage" : verdict;
  const chip =
    segment === null ? t("verdict.notMatched") : reason && reason !== "no_message" && t(`audience.why.${reason}`);
  return (
    <>
      <p className={styles.verdictHead}>
        <strong>{t(`verdict.${gets}`)}</strong>
        {chip ? <Tag kind="warning">{chip}</Tag> : null}
      </p>
      <p className={text.quiet}>
        <AppLink to={`/customers/${customer.id}`}>{customer.name}</AppLink> {customer.member_number}
      </p>
      <ul className={styles.checks}>
        <Check holds={segment !== null}>
          {segment === null
            ? t(targets.length > 1 ? "verdict.inNoSegment" : "verdict.doesNotMatch")
            : t(targets.length > 1 ? "verdict.inSegment" : "verdict.matches", { n: segment + 1 })}
          <Rules explanation={explanation} targets={targets} />
        </Check>
        {explanation.checks.map((check) => (
          <Check key={check.step} holds={check.reason === null}>
            <CheckWords check={check} />
          </Check>
        ))}
      </ul>
      {explanation.limited && verdict === "message" ? <p className={text.quiet}>{t("verdict.limited")}</p> : null}
    </>
  );
}

function Check({ holds, children }: { holds: boolean; children: ReactNode }) {
  const { t } = useTranslation("campaigns");
  const Icon = holds ? IconCheck : IconX;
  return (
    <li data-holds={holds}>
      <Icon size={16} role="img" aria-label={t(holds ? "verdict.holds" : "verdict.fails")} />
      <div>{children}</div>
    </li>
  );
}

function CheckWords({ check }: { check: Explanation["checks"][number] }) {
  const { t } = useTranslation("campaigns");
  const days = check.days.map(formatDate).join(t("condition.separator"));
  const dated = days === "" ? "plain" : "dated";
  if (check.reason === null) {
    if (check.step === "consented" || check.step === "not_capped") return t(`verdict.${check.step}.${dated}`, { days });
    return t(`verdict.${check.step as "reachable" | "not_control" | "will_receive"}`);
  }
  return (
    <>
      <strong>{t(`verdict.failed.${check.reason}`)}</strong>
      {check.reason === "opted_out" && days !== "" ? <span> {t("verdict.since", { days })}</span> : null}
      {check.free_on === null ? null : (
        <p className={text.quiet}>{t("verdict.freeOn", { days, day: formatDate(check.free_on) })}</p>
      )}
    </>
  );
}

/** The rules of the segment that means the guest and of those before it; of all where none does. */
function Rules({ explanation, targets }: VerdictProps) {
  const { t } = useTranslation("campaigns");
  const words = useConditionWords();
  const shown = explanation.segments.slice(0, explanation.segment === null ? undefined : explanation.segment + 1);
  return shown.map(({ rules }, at) => {
    const target = targets[at];
    const own = (target === undefined ? [] : rulesOf(target)).filter(({ path }) => path in rules);
    if (own.length === 0) return null;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a segment has no other name than its place
      <div key={at}>
        {targets.length > 1 ? <span className={text.quiet}>{t("segment.title", { n: at + 1 })}</span> : null}
        <ul className={styles.rules}>
          {own.map(({ path, rule }) => (
            <Check key={path} holds={rules[path] === true}>
              {words.rule(rule)}
            </Check>
          ))}
        </ul>
      </div>
    );
  });
}

type Rule = Exclude<ConditionInput, { rules: unknown }>;

/** The rules of a target, also of a script that the builder could show. */
function rulesOf(target: SegmentTarget) {
  const parsed = parseTarget(target);
  return parsed.ok && parsed.target.tree !== null ? leavesOf(parsed.target.tree as ConditionInput) : [];
}

/** Each rule with its path, as the server names it. */
function leavesOf(node: ConditionInput, path = ""): { path: string; rule: Rule }[] {
  if (!("rules" in node)) return [{ path, rule: node }];
  return node.rules.flatMap((one, at) => leavesOf(one, `${path === "" ? "" : `${path}.`}rules.${at}`));
}
