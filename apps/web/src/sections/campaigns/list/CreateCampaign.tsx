import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useGo } from "../../../shell/navigation.ts";
import { useMay } from "../../../shell/use-may.ts";

/** For who makes campaigns. */
export function CreateCampaign() {
  const { t } = useTranslation("campaigns");
  const go = useGo();
  const may = useMay("campaigns/create");
  if (!may) return null;
  return (
    <Button variant="filled" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => void go("/campaigns/new")}>
      {t("list.create")}
    </Button>
  );
}
