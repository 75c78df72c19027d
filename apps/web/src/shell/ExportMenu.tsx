import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../api/app-error.ts";
import { download } from "../api/download.ts";
import { notify } from "./toasts.tsx";

type ExportMenuProps = {
  section: "users" | "accounts" | "clients";
  /** The list's conditions and sort, as its call takes them. */
  query: Record<string, string | number | undefined>;
};

/** The whole list, narrowed and sorted as it is on screen, as a file (product §3: UTF-8 with BOM or Shift_JIS). */
export function ExportMenu({ section, query }: ExportMenuProps) {
  const { t } = useTranslation("ui");
  const [busy, setBusy] = useState(false);
  const save = async (encoding: "utf8" | "sjis") => {
    setBusy(true);
    try {
      const name = await download(`/api/${section}/export.csv`, { ...query, encoding });
      notify("success", t("export.done", { name }));
    } catch (error) {
      notify("error", toAppError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          leftSection={<IconDownload size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          loading={busy}
        >
          {t("export.button")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t("export.choose")}>
        <Menu.Item onClick={() => void save("utf8")}>{t("export.utf8")}</Menu.Item>
        <Menu.Item onClick={() => void save("sjis")}>{t("export.sjis")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
