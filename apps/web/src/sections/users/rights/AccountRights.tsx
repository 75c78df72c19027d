import { Button, Checkbox } from "@mantine/core";
import type { Role } from "@okaeri/domain/permissions/roles";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { type CSSProperties, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RightsOffer } from "../users.api.ts";
import { CopyRights } from "./CopyRights.tsx";
import { RightsMatrix } from "./RightsMatrix.tsx";
import styles from "./rights.module.css";
import { type Branch, canChangeMembership, fallingAway, lockedValues } from "./rights-draft.ts";
import type { RightsEdit } from "./rights-edit.ts";
import { useRightsText } from "./use-rights-text.ts";

type AccountRightsProps = {
  offer: Branch<RightsOffer>;
  role: Role;
  edit: RightsEdit;
  isNew: boolean;
  /** Ids that the summary of errors leads to, and what the server said. */
  errors: { id: string; message: string | undefined }[];
  startsOpen: boolean;
};

/** One account: whether the person belongs to it, in short what they may do there, and on demand the whole matrix. */
export function AccountRights({ offer, role, edit, isNew, errors, startsOpen }: AccountRightsProps) {
  const { t } = useTranslation("users");
  const words = useRightsText();
  const [open, setOpen] = useState(startsOpen);
  const [copying, setCopying] = useState(false);
  const panel = useId();
  const why = useId();
  const held = edit.heldIn(offer.id);
  const member = held !== undefined;
  const locked = lockedValues(offer, held ?? []);
  const reason = !canChangeMembership(offer, isNew)
    ? t("editor.lockedAccount")
    : locked.length > 0
      ? t("editor.lockedLeave", { values: words.each(locked) })
      : undefined;
  const mayChange = canChangeMembership(offer, isNew);
  const { name } = offer;
  return (
    <li className={styles.account} style={{ "--depth": Math.min(offer.depth, 4) } as CSSProperties}>
      {errors.map((error) => (
        <span key={error.id} id={error.id} tabIndex={-1} />
      ))}
      <div className={styles.head}>
        <Checkbox
          label={name}
          description={offer.code}
          aria-label={t("editor.belongs", { name })}
          aria-describedby={reason ? why : undefined}
          checked={member}
          disabled={reason !== undefined}
          onChange={(event) => {
            const joins = event.currentTarget.checked;
            edit.setMember(offer, joins);
            setOpen(joins);
          }}
        />
        <span className={styles.summary} data-warn={member && held.length === 0}>
          {member ? words.summary(held.filter((value) => !fallingAway(offer, held).includes(value))) : null}
        </span>
        {member && mayChange ? (
          <Button
            size="xs"
            variant="subtle"
            rightSection={open ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />}
            aria-expanded={open}
            aria-controls={panel}
            aria-label={t(open ? "editor.closeOf" : "editor.chooseOf", { name })}
            onClick={() => setOpen(!open)}
          >
            {t(open ? "editor.close" : "editor.choose")}
          </Button>
        ) : null}
      </div>
      {reason ? (
        <p id={why} className={styles.reason}>
          {reason}
        </p>
      ) : null}
      {errors.map(({ id, message }) =>
        message ? (
          <p key={id} className={styles.error}>
            {message}
          </p>
        ) : null,
      )}
      <div id={panel}>
        {member && mayChange && open ? (
          <RightsMatrix
            offer={offer}
            role={role}
            held={held}
            onChange={(next) => edit.setRights(offer.id, next)}
            exports={edit.exportsIn(offer.id)}
            onExports={(next) => edit.setExport(offer.id, next)}
            aside={
              edit.offers.length > 1 ? (
                <Button size="xs" onClick={() => setCopying(true)}>
                  {t("editor.copy")}
                </Button>
              ) : null
            }
          />
        ) : null}
      </div>
      {member && copying ? (
        <CopyRights from={offer} held={held} edit={edit} isNew={isNew} onClose={() => setCopying(false)} />
      ) : null}
    </li>
  );
}
