import { Button, Checkbox, Radio } from "@mantine/core";
import { CRM_OPTION_PERMISSION, EVERYTHING, PAGE_ACTIONS } from "@okaeri/domain/permissions/actions";
import type { Role } from "@okaeri/domain/permissions/roles";
import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { RightsOffer } from "../users.api.ts";
import styles from "./rights.module.css";
import {
  cellOf,
  fallingAway,
  fromTemplate,
  gatesNothing,
  lockedValues,
  opensCrm,
  pressed,
  sectionsIn,
  withCrm,
  withEverything,
} from "./rights-draft.ts";
import { useRightsText } from "./use-rights-text.ts";

type RightsMatrixProps = {
  offer: RightsOffer;
  role: Role;
  held: readonly string[];
  onChange: (held: string[]) => void;
  exports: boolean;
  onExports: (exports: boolean) => void;
  /** Beside the quick choices. */
  aside?: ReactNode;
};

/** What a person may do in one account: everything, or section by section and action by action. */
export function RightsMatrix({ offer, role, held, onChange, exports, onExports, aside }: RightsMatrixProps) {
  const { t } = useTranslation(["users", "shell"]);
  const words = useRightsText();
  const scope = useId();
  const everything = held.includes(EVERYTHING);
  const locked = lockedValues(offer, held);
  const falls = fallingAway(offer, held);
  const idle = gatesNothing(offer, held);
  const mayEverything = offer.grantable.includes(EVERYTHING);
  return (
    <fieldset className={styles.matrix}>
      <legend className={styles.hidden}>{t("editor.matrix", { name: offer.name })}</legend>
      <div className={styles.scope} role="radiogroup" aria-labelledby={scope}>
        <span id={scope} className={styles.scopeTitle}>
          {t("editor.scope")}
        </span>
        <Radio
          name={scope}
          label={t("editor.everything")}
          description={t("editor.everythingNote", { role: t(`shell:roles.${role}`) })}
          checked={everything}
          disabled={!mayEverything}
          onChange={() => onChange(withEverything(offer, held, true))}
        />
        <Radio
          name={scope}
          label={t("editor.chosen")}
          checked={!everything}
          disabled={everything && !mayEverything}
          onChange={() => onChange(withEverything(offer, held, false))}
        />
      </div>
      {everything ? null : (
        <>
          <div className={styles.quick}>
            <Button size="xs" onClick={() => onChange(fromTemplate(offer, held, "look"))}>
              {t("editor.onlyRead")}
            </Button>
            <Button size="xs" disabled={held.length === locked.length} onClick={() => onChange(locked)}>
              {t("editor.clear")}
            </Button>
          </div>
          <CrmOption offer={offer} held={held} onChange={onChange} />
          <Grid offer={offer} held={held} onChange={onChange} />
          <p className={styles.hint}>{t("editor.keyboard")}</p>
        </>
      )}
      <Checkbox
        className={styles.crm ?? ""}
        label={t("editor.export")}
        description={t(everything ? "editor.exportImplied" : "editor.exportNote")}
        checked={exports || everything}
        disabled={everything || !offer.can_export}
        onChange={(event) => onExports(event.currentTarget.checked)}
      />
      <div className={styles.foot}>
        <div className={styles.notes}>
          {locked.length > 0 ? <p>{t("editor.lockedValues", { values: words.each(locked) })}</p> : null}
          {offer.grantable.length < offer.allowed.length ? <p>{t("editor.lockedOthers")}</p> : null}
          {idle.length > 0 ? <p>{t("editor.gatesNothing", { values: words.each(idle) })}</p> : null}
          {falls.length > 0 ? <p data-warn="true">{t("editor.falls", { values: words.each(falls) })}</p> : null}
        </div>
        {aside}
      </div>
    </fieldset>
  );
}

type PartProps = Pick<RightsMatrixProps, "offer" | "held" | "onChange">;

function CrmOption({ offer, held, onChange }: PartProps) {
  const { t } = useTranslation("users");
  if (!offer.allowed.includes(CRM_OPTION_PERMISSION)) return null;
  const runs = offer.allowed.includes("rfms/all");
  return (
    <Checkbox
      className={styles.crm ?? ""}
      label={t("editor.crm")}
      description={runs ? t("editor.crmNote") : `${t("editor.crmNote")}${t("editor.crmIdle")}`}
      checked={held.includes(CRM_OPTION_PERMISSION)}
      disabled={!offer.grantable.includes(CRM_OPTION_PERMISSION)}
      onChange={(event) => onChange(withCrm(held, event.currentTarget.checked))}
    />
  );
}

/** Sections down, actions across; the arrow keys move over the ticks that can be pressed. */
function Grid({ offer, held, onChange }: PartProps) {
  const { t } = useTranslation("users");
  const place = useRef<HTMLDivElement>(null);
  const id = useId();
  return (
    <div className={styles.grid} ref={place}>
      {sectionsIn(offer).map((section, row) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in the row's first column
        <div key={section} className={styles.row} role="group" aria-labelledby={`${id}-${section}`}>
          <span id={`${id}-${section}`} className={styles.rowTitle}>
            {t(`rights.section.${section}`)}
            {opensCrm(offer, held, section) ? <small>{t("editor.fromCrm")}</small> : null}
          </span>
          {PAGE_ACTIONS.map((action, column) => {
            const cell = cellOf(offer, held, section, action);
            if (cell === null) return <span key={action} aria-hidden />;
            const name = t("rights.actionOf", {
              section: t(`rights.section.${section}`),
              action: t(`rights.action.${action}`),
            });
            return (
              <Checkbox
                key={action}
                label={t(`rights.action.${action}`)}
                aria-label={name}
                title={cell.from === "all" || cell.from === "write" ? t(`editor.from.${cell.from}`) : undefined}
                data-row={row}
                data-column={column}
                data-implied={cell.from !== undefined}
                checked={cell.ticked}
                disabled={cell.locked}
                onKeyDown={(event) => move(event, place.current)}
                onChange={() => onChange(pressed(offer, held, section, action))}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

const STEPS: Record<string, [row: number, column: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Of a row or column: eight sections, five actions. */
const LAST = 8;

function move(event: KeyboardEvent, grid: HTMLElement | null): void {
  const step = STEPS[event.key];
  const { target } = event;
  if (step === undefined || grid === null || !(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  let row = Number(target.dataset.row);
  let column = Number(target.dataset.column);
  for (;;) {
    row += step[0];
    column += step[1];
    if (row < 0 || column < 0 || row > LAST || column > LAST) return;
    const next = grid.querySelector<HTMLInputElement>(`input[data-row="${row}"][data-column="${column}"]`);
    if (next !== null && !next.disabled) {
      next.focus();
      return;
    }
  }
}
