import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/Dialog.tsx";
import type { RightsOffer } from "../users.api.ts";
import styles from "./rights.module.css";
import { canChangeMembership, copied, inTree } from "./rights-draft.ts";
import type { RightsEdit } from "./rights-edit.ts";
import { useRightsText } from "./use-rights-text.ts";

type CopyRightsProps = {
  from: RightsOffer;
  held: readonly string[];
  edit: RightsEdit;
  isNew: boolean;
  onClose: () => void;
};

/** Gives the rights of one account in others too, as far as they may be given there. */
export function CopyRights({ from, held, edit, isNew, onClose }: CopyRightsProps) {
  const { t } = useTranslation(["users", "ui"]);
  const words = useRightsText();
  const [chosen, setChosen] = useState<number[]>([]);
  const targets = inTree(edit.offers).filter((offer) => offer.id !== from.id && canChangeMembership(offer, isNew));
  const copy = () => {
    edit.setSeveral(
      targets
        .filter((offer) => chosen.includes(offer.id))
        .map((offer) => ({
          account_id: offer.id,
          permissions: copied(held, offer, edit.heldIn(offer.id) ?? []).rights,
          can_export: edit.exportsIn(offer.can_export ? from.id : offer.id),
        })),
    );
    onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t("copy.title", { name: from.name })}
      actions={
        <>
          <Button onClick={onClose}>{t("ui:dialog.cancel")}</Button>
          <Button variant="filled" disabled={chosen.length === 0} onClick={copy}>
            {t("copy.confirm")}
          </Button>
        </>
      }
    >
      <p>{t("copy.what", { rights: words.summary(held) })}</p>
      {targets.length === 0 ? (
        <p>{t("copy.none")}</p>
      ) : (
        <Checkbox.Group
          label={t("copy.to")}
          value={chosen.map(String)}
          onChange={(values) => setChosen(values.map(Number))}
        >
          <div className={styles.targets}>
            {targets.length > 1 ? (
              <div>
                <Button size="xs" onClick={() => setChosen(targets.map((offer) => offer.id))}>
                  {t("copy.all")}
                </Button>
              </div>
            ) : null}
            {targets.map((offer) => {
              const now = edit.heldIn(offer.id);
              const { left } = copied(held, offer, now ?? []);
              const notes = [
                now === undefined ? t("copy.joins") : t("copy.isMember"),
                ...(left.length > 0 ? [t("copy.left", { values: words.each(left) })] : []),
              ];
              return (
                <Checkbox
                  key={offer.id}
                  value={String(offer.id)}
                  label={offer.name}
                  description={notes.join(" ")}
                  style={{ marginInlineStart: Math.min(offer.depth, 4) * 16 }}
                />
              );
            })}
          </div>
        </Checkbox.Group>
      )}
    </Dialog>
  );
}
