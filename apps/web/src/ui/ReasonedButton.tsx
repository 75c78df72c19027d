import { Button, type ButtonProps, Tooltip } from "@mantine/core";
import { type ReactNode, useId } from "react";
import styles from "./ReasonedButton.module.css";

type ReasonedButtonProps = Pick<ButtonProps, "variant" | "color" | "size" | "leftSection" | "loading"> & {
  /** Why it cannot be pressed, in words; undefined = it can. */
  reason: string | undefined;
  /** Name for screen readers, where the words alone do not say of what. */
  label?: string | undefined;
  onClick: () => void;
  children: ReactNode;
};

/** A button that stays in its place when it may not be pressed, and says why on hover, on focus and to screen readers. */
export function ReasonedButton({ reason, label, onClick, children, ...button }: ReasonedButtonProps) {
  const id = useId();
  if (reason === undefined) {
    return (
      <Button {...button} {...(label ? { "aria-label": label } : {})} onClick={onClick}>
        {children}
      </Button>
    );
  }
  const { leftSection, size, variant } = button;
  return (
    <Tooltip label={reason} multiline maw={320} withArrow>
      <Button
        className={styles.refused ?? ""}
        leftSection={leftSection}
        {...(size ? { size } : {})}
        {...(variant ? { "data-look": variant } : {})}
        {...(label ? { "aria-label": label } : {})}
        aria-disabled="true"
        aria-describedby={id}
      >
        {children}
        <span id={id} hidden>
          {reason}
        </span>
      </Button>
    </Tooltip>
  );
}
