import { ActionIcon, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

type CopyTextProps = {
  value: string;
  /** Name of the button, when "copy" alone does not say what. */
  label?: string;
  /** How the value is written on screen, such as in groups. */
  shown?: string;
};

/** A code or address with a button that copies it. */
export function CopyText({ value, label, shown = value }: CopyTextProps) {
  const { t } = useTranslation("ui");
  const [state, setState] = useState<"copy" | "copied" | "failed">("copy");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setState("copied");
    } catch {
      setState("failed");
    }
    setTimeout(() => setState("copy"), 2000);
  };
  return (
    <span style={{ display: "inline-flex", alignItems: "center", gap: 4 }}>
      <span className="tnum">{shown}</span>
      <Tooltip label={t(`copy.${state}`)} {...(state === "copy" ? {} : { opened: true })}>
        <ActionIcon size={24} aria-label={label ?? t("copy.copy")} onClick={() => void copy()}>
          {state === "copied" ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      <span role="status" style={{ position: "absolute", clipPath: "inset(50%)" }}>
        {state === "copy" ? "" : t(`copy.${state}`)}
      </span>
    </span>
  );
}
