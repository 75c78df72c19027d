import { useTranslation } from "react-i18next";
import { Tag } from "../../ui/Tag.tsx";
import type { ImportBatch } from "./imports.api.ts";

const kinds = {
  uploading: "warning",
  uploaded: "warning",
  queued: "info",
  running: "info",
  done: "success",
  cancelled: "neutral",
  failed: "danger",
  undoing: "info",
  undone: "neutral",
} as const;

export function StateTag({ state }: { state: ImportBatch["state"] }) {
  const { t } = useTranslation("imports");
  return <Tag kind={kinds[state]}>{t(`state.${state}`)}</Tag>;
}
