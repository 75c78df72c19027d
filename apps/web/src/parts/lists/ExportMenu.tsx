import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { download, type LostCharacters, lostInShiftJis, saveFile } from "../../api/download.ts";
import { useNoRight } from "../../shell/no-right.ts";
import { notify } from "../../shell/toasts.tsx";
import { useMayExport } from "../../shell/use-may.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import type { Picture } from "../../ui/pictures/picture.ts";
import { ReasonedButton } from "../../ui/ReasonedButton.tsx";

type ExportMenuProps = {
  /** Of a CSV: /api/users/export.csv. */
  path: string;
  /** Conditions and sort, as its address takes them. */
  query: Record<string, string | number | undefined>;
  /** Whose people are in it: their export is a switch of its own. */
  people?: "users" | "customers" | "campaigns";
  /** What it is, where several stand on one page; the button is a small one then. */
  title?: string;
  /** The same as a picture. */
  picture?: Picture;
  /** What the button says. */
  words?: "button" | "billing";
};

/**
 * The whole table, narrowed and sorted as it is on screen, as a file (product §3: UTF-8 with BOM or Shift_JIS). What Shift_JIS cannot
 * hold is said before the file is saved.
 */
export function ExportMenu({ path, query, people, title, picture, words: kind = "button" }: ExportMenuProps) {
  const { t } = useTranslation("ui");
  const [busy, setBusy] = useState(false);
  const noRight = useNoRight();
  const mayExport = useMayExport(people);
  const [loss, setLoss] = useState<LostCharacters>();
  const label = title === undefined ? undefined : t(picture ? "export.anyOf" : "export.of", { title });
  const words = t(picture ? "export.any" : `export.${kind}`);
  const icon = <IconDownload size={title === undefined ? 16 : 14} aria-hidden />;
  const size = title === undefined ? {} : { size: "xs" };
  const save = async (encoding: "utf8" | "sjis", accepted: boolean) => {
    setLoss(undefined);
    setBusy(true);
    try {
      if (encoding === "sjis" && !accepted) {
        const found = await lostInShiftJis(path, query);
        if (found.lost > 0) return setLoss(found);
      }
      const { name, omitted } = await download(path, { ...query, encoding });
      const rest = omitted > 0 ? t("export.omitted", { count: omitted }) : "";
      notify("success", `${t("export.done", { name })}${rest}`);
    } catch (error) {
      notify("error", toAppError(error).message);
    } finally {
      setBusy(false);
    }
  };
  const draw = async (shown: Picture, form: "svg" | "png") => {
    setBusy(true);
    try {
      const { pictureFile } = await import("../../ui/pictures/picture-file.tsx");
      const { file, name } = await pictureFile(shown, form);
      notify("success", t("export.done", { name: saveFile(file, name) }));
    } catch (error) {
      notify("error", toAppError(error).message);
    } finally {
      setBusy(false);
    }
  };
  if (!mayExport) {
    return (
      <ReasonedButton {...size} leftSection={icon} label={label} reason={noRight} onClick={() => {}}>
        {words}
      </ReasonedButton>
    );
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            {...size}
            {...(label === undefined ? {} : { "aria-label": label })}
            leftSection={icon}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            loading={busy}
          >
            {words}
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label={t(picture ? "export.form" : "export.choose")}>
          <Menu.Item onClick={() => void save("utf8", true)}>{t(picture ? "export.csv" : "export.utf8")}</Menu.Item>
          <Menu.Item onClick={() => void save("sjis", false)}>
            {t(picture ? "export.csvSjis" : "export.sjis")}
          </Menu.Item>
          {picture ? (
            <>
              <Menu.Item onClick={() => void draw(picture, "png")}>{t("export.png")}</Menu.Item>
              <Menu.Item onClick={() => void draw(picture, "svg")}>{t("export.svg")}</Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <Dialog
        opened={loss !== undefined}
        onClose={() => setLoss(undefined)}
        title={t("export.lossTitle")}
        size="sm"
        actions={
          <>
            <Button onClick={() => void save("sjis", true)}>{t("export.asIs")}</Button>
            <Button variant="filled" onClick={() => void save("utf8", true)} data-autofocus>
              {t("export.inUtf8")}
            </Button>
          </>
        }
      >
        {t("export.loss", { count: loss?.lost ?? 0, examples: loss?.examples.join(t("save.separator")) })}
      </Dialog>
    </>
  );
}
