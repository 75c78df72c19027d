import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { useGo } from "../../shell/navigation.ts";
import { notify } from "../../shell/toasts.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { formatCount } from "../../ui/format.ts";
import { EvaluateNow } from "./EvaluationNotice.tsx";
import { type Rank, rankListQuery, ranksChanged } from "./ranks.api.ts";

/** What the person may do with the definition; deleting names what would be lost. */
export function RankActions({ rank }: { rank: Rank }) {
  const { t } = useTranslation("ranks");
  const go = useGo();
  const cache = useQueryClient();
  const [asking, setAsking] = useState(false);
  const holders = rank.details.reduce((sum, { count }) => sum + count, 0);
  const remove = async () => {
    try {
      await client.ranks.remove({ id: rank.id, version: rank.version, lose_ranks: true });
      ranksChanged();
      await cache.refetchQueries({ queryKey: rankListQuery().queryKey });
      notify("success", t("deleted"));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  return (
    <>
      {rank.page_actions.includes("delete") ? (
        <Button color="danger" onClick={() => setAsking(true)}>
          {t("delete")}
        </Button>
      ) : null}
      <EvaluateNow rank={rank} />
      {rank.page_actions.includes("edit") ? (
        <Button
          variant="filled"
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => void go(`/ranks/${rank.id}/edit`)}
        >
          {t("edit")}
        </Button>
      ) : null}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("deleteTitle")}
        confirm={t("deleteConfirm")}
        danger
        onConfirm={remove}
      >
        <p>{t("deleteLost", { n: formatCount(holders, "people") })}</p>
        <p>{t("deleteInstead")}</p>
      </ConfirmDialog>
    </>
  );
}
