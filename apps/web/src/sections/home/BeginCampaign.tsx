import { Button } from "@mantine/core";
import { IconSpeakerphone } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useMaking } from "../../parts/campaigns/use-making.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { useMay } from "../../shell/use-may.ts";
import styles from "./home.module.css";

/** Those that are begun most; all others are one press further. */
const PRESETS = ["customer_defection_benefit", "information"] as const;

/** A campaign is begun with one press, by who makes campaigns. */
export function BeginCampaign() {
  const { t } = useTranslation("home");
  const may = useMay("campaigns/create");
  const { making, make } = useMaking({ replace: false });
  if (!may) return null;
  return (
    <section className={styles.begin} aria-label={t("begin.title")}>
      <IconSpeakerphone size={18} aria-hidden />
      <span>{t("begin.title")}</span>
      {PRESETS.map((preset) => (
        <Button
          key={preset}
          size="xs"
          loading={making === preset}
          onClick={() => void make(preset, { preset_type: preset })}
        >
          {t(`begin.${preset}`)}
        </Button>
      ))}
      <AppLink to="/campaigns/new">{t("begin.all")}</AppLink>
    </section>
  );
}
