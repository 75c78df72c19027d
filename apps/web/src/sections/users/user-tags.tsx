import { useTranslation } from "react-i18next";
import { Tag, type TagKind } from "../../ui/Tag.tsx";
import type { User } from "./users.api.ts";

const STATUS_KINDS: Record<User["status"], TagKind> = { pending: "warning", active: "success", inactive: "neutral" };

export function UserStatusTag({ status }: { status: User["status"] }) {
  const { t } = useTranslation("users");
  return <Tag kind={STATUS_KINDS[status]}>{t(`status.${status}`)}</Tag>;
}
