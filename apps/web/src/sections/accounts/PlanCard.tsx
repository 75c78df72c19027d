import { OPTION_TYPES, openedBy } from "@okaeri/domain/permissions/plan-options";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import { Fact } from "../../ui/fields/Fact.tsx";
import { FieldGrid } from "../../ui/fields/FieldGrid.tsx";
import styles from "./accounts.module.css";

/** What each option opens, as the guards, keys and jobs read it; all of it ends with the option's last day. */
export function PlanCard({ isTopLevel }: { isTopLevel: boolean }) {
  const { t } = useTranslation(["accounts", "ui"]);
  const options = OPTION_TYPES.filter((option) => isTopLevel || option !== "crm_option_parent");
  return (
    <Card title={t("plan.title")}>
      <p className={styles.lead}>{t("plan.lead")}</p>
      <FieldGrid>
        {options.map((option) => (
          <Fact key={option} label={t(`ui:option.${option}`)}>
            <ul className={styles.plan}>
              {openedBy(option).map((part) => (
                <li key={part}>{t(`plan.parts.${part}`)}</li>
              ))}
            </ul>
          </Fact>
        ))}
      </FieldGrid>
    </Card>
  );
}
