import { RANK_DEFINITIONS } from "@okaeri/domain/enumerations";
import { THRESHOLD_OF } from "@okaeri/domain/ranks/definition";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { DateField } from "../../ui/fields/DateField.tsx";
import { FigureField } from "../../ui/fields/FigureField.tsx";
import { required } from "../../ui/fields/field-props.ts";
import { RowsField } from "../../ui/fields/RowsField.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { newTier } from "./rank-draft.ts";
import styles from "./ranks.module.css";
import type { RankForm } from "./use-rank-form.ts";

const UNITS = { stay: "stays", use_price: "yen", get_point: "points" } as const;

/** What decides, the tiers from the best down, and from which day it counts. */
export function RankFields({ form, suggest }: { form: RankForm; suggest?: ReactNode }) {
  const { t } = useTranslation("ranks");
  const { definition } = form.values;
  const threshold = THRESHOLD_OF[definition];
  return (
    <>
      <Card title={t("form.rules")}>
        <div className={styles.fields}>
          <ChoiceField
            {...form.field("definition")}
            as="short"
            choices={RANK_DEFINITIONS.map((value) => ({ value, label: t(`form.definitions.${value}`) }))}
          />
          <FigureField {...form.field("base_month")} unit="months" help={t("form.baseMonthHint")} />
          <FigureField {...form.field("active_month")} unit="months" help={t("form.activeMonthHint")} />
          <FigureField {...form.field("base_date")} help={t("form.baseDateHint")} />
          <FigureField {...form.field("use_point_unit")} unit="points" help={t("form.unitHint")} />
          <DateField {...required(form.field("valid_from"))} help={t("form.validFromHint")} />
        </div>
      </Card>
      <Card title={t("form.tiers")} aside={suggest}>
        <RowsField
          {...form.field("details")}
          hideLabel
          ordered
          help={t("form.tiersHint")}
          keyOf={(tier) => tier.key}
          nameOf={(tier) => tier.name}
          make={newTier}
          first="name"
          add={t("form.addTier")}
          row={(_tier, index) => (
            <>
              <TextField {...form.field(`details.${index}.name`, t("column.name"))} />
              <FigureField
                {...required(form.field(`details.${index}.${threshold}`, t(`form.threshold.${definition}`)))}
                unit={UNITS[definition]}
              />
              <FigureField {...form.field(`details.${index}.min_use_point`, t("column.min"))} unit="points" />
              <FigureField
                {...form.field(`details.${index}.max_use_point`, t("column.max"))}
                unit="points"
                {...(index === 0 ? { help: t("form.maxHint") } : {})}
              />
            </>
          )}
        />
      </Card>
    </>
  );
}
