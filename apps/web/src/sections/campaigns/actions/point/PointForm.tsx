import { takesRates } from "@okaeri/domain/campaigns/actions/offered-types";
import { POINT_EXPIRATION_TYPES, POINT_GRANT_TYPES } from "@okaeri/domain/enumerations";
import { useTranslation } from "react-i18next";
import { Fold } from "../../../../ui/Fold.tsx";
import { ChoiceField } from "../../../../ui/fields/ChoiceField.tsx";
import { DateField } from "../../../../ui/fields/DateField.tsx";
import { FigureField } from "../../../../ui/fields/FigureField.tsx";
import type { FigureInput } from "../../../../ui/fields/field-props.ts";
import { formatPrice } from "../../../../ui/format.ts";
import formStyles from "../../form.module.css";
import text from "../../text.module.css";
import type { FormProps, T } from "../kind.ts";
import { PlanCodesField } from "../PlanCodesField.tsx";
import styles from "./PointForm.module.css";
import { type DraftFigure, type DraftPoint, sentPoint } from "./point-draft.ts";
import { firstExpiryWords } from "./point-words.ts";

/** Points of an action: how many, until when, and of an always-on campaign for which stays. */
export function PointForm(props: FormProps<DraftPoint>) {
  const { detail: point, set, type, ...form } = props;
  const { t } = useTranslation("campaigns");
  const rate = point.grant_type === "rate";
  const figure = figuresOf(props);
  return (
    <div className={styles.form}>
      <div className={styles.amount}>
        {rate ? (
          <FigureField {...figure("grant_rate", true)} decimals={3} unit="percent" help={t("point.rateHint")} />
        ) : (
          <FigureField
            {...figure("grant_absolute", true)}
            unit="points"
            help={t(type === "repeat_promotion" ? "point.absoluteHintSend" : "point.absoluteHintStay")}
          />
        )}
        {takesRates(type) || rate ? (
          <ChoiceField
            {...form.field("grant_type")}
            as="short"
            value={point.grant_type}
            choices={POINT_GRANT_TYPES.map((value) => ({ value, label: t(`point.${value}`) }))}
            onChange={(grant_type) => set({ grant_type })}
          />
        ) : null}
      </div>
      <Expiry {...props} />
      {type === "repeat_promotion" ? null : <Stays {...props} />}
    </div>
  );
}

const figuresOf =
  ({ detail, set, field, rule }: FormProps<DraftPoint>) =>
  (name: DraftFigure, required: boolean) => ({
    ...field(name),
    value: detail[name] ?? "",
    rule: { ...rule(name), required },
    onChange: (typed: FigureInput) => set({ [name]: typed === "" ? null : typed }),
  });

/** That points never expire is chosen among the others, in words. */
function Expiry(props: FormProps<DraftPoint>) {
  const { detail: point, set, field, firstRunOn } = props;
  const { t: translate } = useTranslation("campaigns");
  const t = translate as T;
  const figure = figuresOf(props);
  const firstUntil = firstExpiryWords(t, sentPoint(point, props.type), firstRunOn);
  const chosen = point.expiration_type;
  return (
    <>
      <div className={formStyles.inlineFields}>
        <ChoiceField
          {...field("expiration_type")}
          value={chosen}
          onChange={(expiration_type) => set({ expiration_type })}
          choices={POINT_EXPIRATION_TYPES.map((value) => ({ value, label: t(`point.expiration.${value}`) }))}
        />
        {chosen === "date" ? (
          <DateField
            {...field("expiration_date")}
            value={point.expiration_date ?? ""}
            rule={{ required: true, form: "date" }}
            onChange={(day) => set({ expiration_date: day || null })}
          />
        ) : null}
        {chosen === "days_from_grant" || chosen === "days_from_last_stay" ? (
          <FigureField key={chosen} {...figure(`expiration_${chosen}`, true)} unit="days" />
        ) : null}
      </div>
      <p className={text.quiet}>{t(`point.expirationHint.${chosen}`)}</p>
      {firstUntil === undefined ? null : <p>{firstUntil}</p>}
    </>
  );
}

function Stays(props: FormProps<DraftPoint>) {
  const { detail: point, set, field } = props;
  const { t } = useTranslation(["campaigns", "ui"]);
  const least = point.grant_condition;
  const says = [
    typeof least === "number" && least > 0 ? t("point.saysMinimum", { yen: formatPrice(least) }) : t("point.anyPrice"),
    point.plan_code.length === 0 ? t("point.everyPlan") : point.plan_code.join(t("condition.separator")),
  ];
  const wrong = field("grant_condition").error !== undefined || field("plan_code").error !== undefined;
  return (
    <Fold
      title={t("point.stays")}
      says={says.join(t("condition.separator"))}
      wrong={wrong || typeof least === "string"}
    >
      <FigureField
        {...figuresOf(props)("grant_condition", false)}
        className={formStyles.figure}
        unit="yen"
        help={t("point.conditionHint")}
      />
      <PlanCodesField {...field("plan_code")} value={point.plan_code} onChange={(plan_code) => set({ plan_code })} />
    </Fold>
  );
}
