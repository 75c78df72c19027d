import { Button, Menu, TextInput } from "@mantine/core";
import { targetErrors } from "@okaeri/domain/segments/target";
import { IconBookmark } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/Dialog.tsx";
import { type DraftSegment, fromSaved, targetOf, withSegment } from "../editor/draft.ts";
import { useEditor } from "../editor/editor-context.ts";
import { ManageConditionsDialog } from "./ManageConditionsDialog.tsx";
import { SaveConditionDialog } from "./SaveConditionDialog.tsx";
import styles from "./SavedConditions.module.css";
import { type SavedCondition, savedConditionsQuery } from "./saved-conditions.api.ts";
import { isScriptAlone } from "./target-description.ts";

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
  const target = targetOf(segment);
  const isEmpty = segment.lua === undefined && segment.target.rules.length === 0;
  const finished = !isEmpty && targetErrors(target).length === 0;
  const close = () => setOpen(undefined);
  // A script stands alone.
  const canAdd = (saved: SavedCondition) => segment.lua === undefined && !isScriptAlone(saved);
  const put = (saved: SavedCondition, how: "add" | "replace") => {
    change((before) =>
      withSegment(before, index, ({ lua: _, ...old }) => ({
        ...old,
        ...(how === "add" ? { target: withAdded(old, saved) } : fromSaved(saved)),
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
              {canAdd(open.chosen) ? (
                <Button variant="filled" onClick={() => put(open.chosen, "add")}>
                  {t("saved.add")}
                </Button>
              ) : null}
            </>
          }
        >
          {t(canAdd(open.chosen) ? "saved.putText" : "saved.putScriptText")}
        </Dialog>
      ) : null}
      {open === "save" ? <SaveConditionDialog all={all} target={target} onClose={close} /> : null}
      {open === "tend" ? <ManageConditionsDialog all={all} onClose={close} /> : null}
    </>
  );
}

/** The segment's conditions and the saved ones, all of which must hold: side by side where that says the same, else group beside group. */
function withAdded({ target }: Pick<DraftSegment, "target">, saved: SavedCondition): DraftSegment["target"] {
  const { target: added } = fromSaved(saved);
  const flat = (group: typeof target) => (group.combinator === "and" && !group.not ? group.rules : [group]);
  return { combinator: "and", rules: [...flat(target), ...flat(added)] } as DraftSegment["target"];
}
