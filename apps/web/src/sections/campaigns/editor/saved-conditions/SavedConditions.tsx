import { Button, Menu, TextInput } from "@mantine/core";
import { validateCondition } from "@okaeri/domain/segments/condition";
import { IconBookmark } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { type DraftSegment, withSegment } from "../draft.ts";
import { useEditor } from "../editor-context.ts";
import { fromTarget, toTarget } from "../target-tree.ts";
import { SaveConditionDialog } from "./SaveConditionDialog.tsx";
import styles from "./SavedConditions.module.css";
import { type SavedCondition, savedConditionsQuery } from "./saved-conditions.api.ts";
import { TendConditionsDialog } from "./TendConditionsDialog.tsx";

/** So many are found by eye. */
const FOUND_BY_EYE = 8;
type Open = "save" | "tend" | { chosen: SavedCondition };

/** Conditions kept under a name: put into this segment, kept from it, and tended. */
export function SavedConditions({ segment, index }: { segment: DraftSegment; index: number }) {
  const { t } = useTranslation("campaigns");
  const { change } = useEditor();
  const { data } = useQuery(savedConditionsQuery());
  const [open, setOpen] = useState<Open>();
  const [words, setWords] = useState("");
  const all = data?.items ?? [];
  const target = toTarget(segment.target);
  const isEmpty = segment.target.rules.length === 0;
  const finished = !isEmpty && validateCondition(target).length === 0;
  const close = () => setOpen(undefined);
  const put = (saved: SavedCondition, how: "add" | "replace") => {
    change((before) =>
      withSegment(before, index, (old) => ({
        ...old,
        target: how === "replace" ? fromTarget(saved.target) : withAdded(old, saved),
      })),
    );
    close();
  };
  const choose = (saved: SavedCondition) => (isEmpty ? put(saved, "replace") : setOpen({ chosen: saved }));
  const found = all.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()));
  return (
    <>
      <Menu position="bottom-end" width={280} onClose={() => setWords("")}>
        <Menu.Target>
          <Button variant="subtle" size="compact-sm" leftSection={<IconBookmark size={14} aria-hidden />}>
            {t("saved.label")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label={t("saved.label")}>
          {all.length === 0 ? <p className={styles.none}>{t("saved.none")}</p> : null}
          {all.length > FOUND_BY_EYE ? (
            <TextInput
              className={styles.search ?? ""}
              aria-label={t("saved.search")}
              placeholder={t("saved.search")}
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
            />
          ) : null}
          <div className={styles.names}>
            {found.map((saved) => (
              <Menu.Item key={saved.id} onClick={() => choose(saved)}>
                {saved.name}
              </Menu.Item>
            ))}
          </div>
          <Menu.Divider />
          <Menu.Item disabled={!finished} onClick={() => setOpen("save")}>
            {t(finished || isEmpty ? "saved.save" : "saved.saveUnfinished")}
          </Menu.Item>
          {all.length > 0 ? <Menu.Item onClick={() => setOpen("tend")}>{t("saved.tend")}</Menu.Item> : null}
        </Menu.Dropdown>
      </Menu>
      {typeof open === "object" ? (
        <Dialog
          opened
          onClose={close}
          size="sm"
          title={t("saved.putTitle", { name: open.chosen.name })}
          actions={
            <>
              <Button onClick={() => put(open.chosen, "replace")}>{t("saved.replace")}</Button>
              <Button variant="filled" onClick={() => put(open.chosen, "add")}>
                {t("saved.add")}
              </Button>
            </>
          }
        >
          {t("saved.putText")}
        </Dialog>
      ) : null}
      {open === "save" ? <SaveConditionDialog all={all} target={target} onClose={close} /> : null}
      {open === "tend" ? <TendConditionsDialog all={all} onClose={close} /> : null}
    </>
  );
}

/** The segment's conditions and the saved ones, all of which must hold: side by side where that says the same, else group beside group. */
function withAdded({ target }: DraftSegment, saved: SavedCondition): DraftSegment["target"] {
  const added = fromTarget(saved.target);
  const flat = (group: typeof target) => (group.combinator === "and" && !group.not ? group.rules : [group]);
  return { combinator: "and", rules: [...flat(target), ...flat(added)] } as DraftSegment["target"];
}
