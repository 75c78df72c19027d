import { Button } from "@mantine/core";
import type { KindWithVariants } from "@okaeri/domain/campaigns/actions/further-details";
import { sharesOf, type WithVariants } from "@okaeri/domain/campaigns/variants/variants";
import type { Variant } from "@okaeri/domain/pushes/variants";
import { IconArrowsSplit2, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../../ui/Dialog.tsx";
import { FigureField } from "../../../ui/fields/FigureField.tsx";
import { ViewSwitch } from "../../../ui/ViewSwitch.tsx";
import type { FormProps } from "../actions/kind.ts";
import text from "../text.module.css";
import { useSharesSentence } from "./use-shares-sentence.ts";
import styles from "./VariantTabs.module.css";
import {
  heldIn,
  nextVariant,
  pathOfHeld,
  sharedEvenly,
  variantsOf,
  type WithOthers,
  withoutVariant,
  withShare,
  withVariant,
} from "./variants.ts";

type VariantTabsProps<Held extends WithVariants> = Pick<FormProps<WithOthers<Held>>, "at" | "rule"> & {
  kind: KindWithVariants;
  draft: WithOthers<Held>;
  /** The one that is open. */
  variant: Variant;
  onVariant: (variant: Variant) => void;
  change: (recipe: (draft: WithOthers<Held>) => WithOthers<Held>) => void;
  /** A further one begins as the one that is open, but for what cannot stand twice. */
  again?: (held: Held) => Held;
};

/** Percent that each of two goes to where they are tried first. */
const TRIED = 20;

/** 文面を比べる, クーポンを比べる: several of one kind, each for a share of the guests, and what becomes of the others. */
export function VariantTabs<Held extends WithVariants>(props: VariantTabsProps<Held>) {
  const { kind, draft, variant, onVariant, change, again, at, rule } = props;
  const { t } = useTranslation("campaigns");
  const sentence = useSharesSentence();
  const [asking, setAsking] = useState(false);
  const variants = variantsOf(draft);
  const next = nextVariant(draft);
  const add = () => {
    change((before) => withVariant(before, variant, again));
    if (next !== undefined) onVariant(next);
  };
  if (variants.length < 2)
    return (
      <Button size="compact-sm" variant="subtle" leftSection={<IconArrowsSplit2 size={14} aria-hidden />} onClick={add}>
        {t(`${kind}.variantWords.compare`)}
      </Button>
    );
  const held = heldIn<Held>(draft);
  const remove = () => {
    change((before) => withoutVariant(before, variant));
    const left = variants.find((option) => option !== variant);
    if (left !== undefined) onVariant(left);
  };
  const pathOf = (option: Variant) =>
    `${pathOfHeld(
      kind,
      held.findIndex((one) => one.variant === option),
    )}.share`;
  return (
    <fieldset className={styles.variants}>
      <legend className={styles.legend}>{t(`${kind}.variantWords.label`)}</legend>
      <div className={styles.row}>
        <ViewSwitch
          label={t(`${kind}.variantWords.label`)}
          value={variant}
          onChange={onVariant}
          // The letter alone: four of them with their kind would not stand side by side on a phone.
          views={variants.map((value) => ({ value, label: value }))}
        />
        {next === undefined ? null : (
          <Button size="compact-sm" variant="subtle" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
            {t(`${kind}.variantWords.add`)}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" onClick={() => setAsking(true)}>
          {t(`${kind}.variantWords.remove`, { variant })}
        </Button>
      </div>
      <div className={styles.shares}>
        {variants.map((option) => (
          <FigureField
            key={option}
            {...at(pathOf(option))}
            className={styles.share}
            label={t(`${kind}.variantWords.shareOf`, { variant: option })}
            value={held.find((one) => one.variant === option)?.share ?? ""}
            rule={{ ...rule("share"), required: true }}
            unit="percent"
            onChange={(share) =>
              change((before) => withShare(before, option, typeof share === "number" ? share : null))
            }
          />
        ))}
      </div>
      <p className={text.quiet} aria-live="polite">
        {sentence(kind, sharesOf(held))}
      </p>
      <div className={styles.row}>
        <Button size="compact-sm" variant="subtle" onClick={() => change((before) => sharedEvenly(before))}>
          {t("compare.even")}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => change((before) => sharedEvenly(before, TRIED * variantsOf(before).length))}
        >
          {t(`${kind}.variantWords.first`, { share: TRIED })}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t(`${kind}.variantWords.removeTitle`, { variant })}
        confirm={t(`${kind}.variantWords.remove`, { variant })}
        danger
        onConfirm={remove}
      >
        {t(`${kind}.variantWords.removeLoss`)}
      </ConfirmDialog>
    </fieldset>
  );
}
