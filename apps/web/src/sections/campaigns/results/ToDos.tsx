import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { useTranslation } from "react-i18next";
import { AppLink } from "../../../shell/AppLink.tsx";
import { Card } from "../../../ui/Card.tsx";
import { formatCount } from "../../../ui/format.ts";
import { useToDosOfKinds } from "../actions/kinds.ts";
import { isEditable, totalCounts } from "../campaign-state.ts";
import type { CampaignDetail } from "../campaigns.api.ts";
import type { ToDo } from "../delivery/to-do.ts";
import styles from "./results.module.css";
import { COMPARISON_PLACE } from "./VariantComparison.tsx";

/** What of a campaign needs a person, each with the way to it; nothing where nothing does. */
export function ToDos({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation("campaigns");
  const path = `/campaigns/${campaign.id}`;
  const { unknown, failed } = totalCounts(campaign.totals.filter(({ type }) => isMessage(type)));
  const ofKinds = useToDosOfKinds(campaign);
  const todos: ToDo[] = [
    // What is over needs nothing any more.
    ...(campaign.status === "inactive" ? [] : campaign.missing).map(({ path: field, message }) => ({
      key: field,
      danger: true,
      what: message,
      ...(isEditable(campaign)
        ? { verb: t("todo.mend"), to: { path: `${path}/edit` } }
        : { verb: t("todo.look"), to: { path, search: { tab: "content" } } }),
    })),
    ...(campaign.pushes.some(({ held }) => held?.for === "variant")
      ? [
          {
            key: "variant",
            what: t("todo.variant"),
            why: t("todo.variantWhy"),
            verb: t("todo.choose"),
            to: { place: COMPARISON_PLACE },
          },
        ]
      : []),
    ...ofKinds,
    ...(unknown > 0
      ? [
          {
            key: "unknown",
            what: t("todo.unknown", { n: formatCount(unknown, "mails") }),
            why: t("todo.unknownWhy"),
            verb: t(campaign.commands.includes("decide_unknown") ? "todo.decide" : "todo.look"),
            to: { path, search: { tab: "recipients", outcome: "unknown" } },
          },
        ]
      : []),
    ...(failed > 0
      ? [
          {
            key: "failed",
            what: t("todo.failed", { n: formatCount(failed, "mails") }),
            why: t("todo.failedWhy"),
            verb: t("todo.look"),
            to: { path, search: { tab: "recipients", outcome: "failed" } },
          },
        ]
      : []),
  ];
  if (todos.length === 0) return null;
  return (
    <Card flush title={t("todo.title")} note={formatCount(todos.length, "items")}>
      <ul className={styles.todos}>
        {todos.map(({ key, danger, what, why, verb, to }) => (
          <li key={key}>
            <span className={styles.dot} data-kind={danger ? "danger" : "warning"} aria-hidden />
            <div>
              <strong>{what}</strong>
              {why ? <small>{why}</small> : null}
            </div>
            {"place" in to ? (
              <a href={`#${to.place}`}>{verb}</a>
            ) : (
              <AppLink to={to.path} search={to.search ?? {}}>
                {verb}
              </AppLink>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
