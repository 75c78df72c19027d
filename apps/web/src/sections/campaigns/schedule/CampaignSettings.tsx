import { TYPES_TO_CHOOSE } from "@okaeri/domain/campaigns/actions/offered-types";
import {
  CAMPAIGN_PURPOSES,
  type CampaignPurpose,
  LAST_PRIORITY,
  MAX_CONTROL_RATE,
} from "@okaeri/domain/campaigns/delivery/purpose";
import { useTranslation } from "react-i18next";
import { Fold } from "../../../ui/Fold.tsx";
import { ChoiceField } from "../../../ui/fields/ChoiceField.tsx";
import { FigureField } from "../../../ui/fields/FigureField.tsx";
import { formatCount } from "../../../ui/format.ts";
import type { Draft } from "../editor/draft.ts";
import { campaignFieldId } from "../editor/draft-problems.ts";
import { useEditor } from "../editor/editor-context.ts";
import { useReachToday } from "./use-reach-today.ts";
import styles from "./when.module.css";

/** What most campaigns leave as it is: a row each, saying how it stands. */
export function CampaignSettings() {
  const { t } = useTranslation("campaigns");
  const { draft, errorAt } = useEditor();
  const sends = draft.type !== "basic";
  const fixed = draft.preset_type !== null && errorAt("type") === undefined;
  if (fixed && !sends) return null;
  return (
    <section className={styles.settings} aria-label={t("settings.title")}>
      {fixed ? null : <TypeRow />}
      {sends ? <PurposeRow /> : null}
      {sends ? <PriorityRow /> : null}
      {sends ? <ControlRow /> : null}
    </section>
  );
}

function useSetting<Name extends "type" | "purpose" | "priority" | "control_rate">(name: Name) {
  const { t } = useTranslation("campaigns");
  const { change, errorAt } = useEditor();
  return {
    id: campaignFieldId(name),
    label: t(`field.${name}`),
    error: errorAt(name),
    onChange: (value: Draft[Name]) => change((before) => ({ ...before, [name]: value })),
  };
}

function TypeRow() {
  const { t } = useTranslation("campaigns");
  const { draft } = useEditor();
  const field = useSetting("type");
  return (
    <Fold title={t("settings.type")} says={t(`type.${draft.type}.name`)} wrong={field.error !== undefined}>
      <ChoiceField
        {...field}
        as="open"
        value={draft.type}
        choices={TYPES_TO_CHOOSE.map((value) => ({
          value,
          label: t(`type.${value}.name`),
          note: t(`type.${value}.does`),
        }))}
      />
    </Fold>
  );
}

function PurposeRow() {
  const { t } = useTranslation("campaigns");
  const { draft } = useEditor();
  const field = useSetting("purpose");
  const takesService = draft.type === "customer_service";
  const purpose: CampaignPurpose = takesService ? draft.purpose : "marketing";
  return (
    <Fold title={t("settings.purpose")} says={t(`purpose.${purpose}`)} wrong={field.error !== undefined}>
      <ChoiceField
        {...field}
        as="open"
        value={purpose}
        help={takesService ? undefined : t("settings.purposeFixed")}
        choices={CAMPAIGN_PURPOSES.filter((one) => takesService || one === "marketing").map((value) => ({
          value,
          label: t(`purpose.${value}`),
          note: t(`settings.purposeDoes.${value}`),
        }))}
      />
    </Fold>
  );
}

const PRIORITIES = Array.from({ length: LAST_PRIORITY }, (_, at) => at + 1);
const NAMED = { 1: "first", 5: "usual", 9: "last" } as const;

function PriorityRow() {
  const { t } = useTranslation("campaigns");
  const { draft } = useEditor();
  const { onChange, ...field } = useSetting("priority");
  const name = (n: number) => {
    const named = NAMED[n as keyof typeof NAMED];
    return named ? t(`settings.priorityOption.${named}`) : String(n);
  };
  return (
    <Fold
      title={t("settings.priority")}
      says={t("settings.prioritySays", { n: draft.priority })}
      wrong={field.error !== undefined}
    >
      <ChoiceField
        {...field}
        as="short"
        value={String(draft.priority)}
        help={t("settings.priorityHint")}
        choices={PRIORITIES.map((n) => ({ value: String(n), label: name(n) }))}
        onChange={(n) => onChange(Number(n))}
      />
    </Fold>
  );
}

function ControlRow() {
  const { t } = useTranslation("campaigns");
  const { draft } = useEditor();
  const field = useSetting("control_rate");
  const people = useReachToday();
  const service = draft.type === "customer_service" && draft.purpose === "service";
  const rate = service ? 0 : draft.control_rate;
  const left = typeof rate === "number" && people !== undefined ? Math.round((people * rate) / 100) : undefined;
  const says =
    rate === 0
      ? t("settings.controlSays.none")
      : left === undefined
        ? t("settings.controlSays.some", { rate })
        : t("settings.controlSaysPeople", { rate, n: formatCount(left, "people") });
  return (
    <Fold title={t("settings.control")} says={says} wrong={field.error !== undefined || typeof rate === "string"}>
      {service ? (
        <p>{t("settings.controlService")}</p>
      ) : (
        <FigureField
          {...field}
          label={t("settings.control")}
          className={styles.figure}
          unit="percent"
          value={rate}
          rule={{ required: true, from: 0, to: MAX_CONTROL_RATE }}
          help={t("settings.controlHint")}
        />
      )}
    </Fold>
  );
}
