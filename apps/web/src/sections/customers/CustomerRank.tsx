import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { useProgrammeLabel } from "../../parts/accounts/use-programme-label.ts";
import { RankTag } from "../../parts/ranks/RankTag.tsx";
import { notify } from "../../shell/toasts.tsx";
import { Card } from "../../ui/Card.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { formatDate } from "../../ui/format.ts";
import { Tag } from "../../ui/Tag.tsx";
import { CustomerRankHistory } from "./CustomerRankHistory.tsx";
import { type CustomerDetail, type GuestRank, rankOfGuestChanged, rankOfGuestQuery } from "./customers.api.ts";
import styles from "./customers.module.css";
import { EndRankDialog } from "./EndRankDialog.tsx";
import { GiveRankDialog } from "./GiveRankDialog.tsx";
import { RankProgressText } from "./RankProgressText.tsx";

/** Which rank the guest holds and why, and what staff can do about it. */
export function CustomerRank({ customer }: { customer: CustomerDetail }) {
  const { t } = useTranslation("guestRank");
  const named = useProgrammeLabel();
  const { data: rank, isError, error, refetch } = useQuery(rankOfGuestQuery(customer.id));
  if (isError) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (rank === undefined) return null;
  const { held, given, earned } = rank;
  return (
    <Card
      title={named(t("title"))}
      note={
        held && (
          <span className={styles.since}>
            {held.expiration_date ? t("until", { date: formatDate(held.expiration_date) }) : t("open")}
          </span>
        )
      }
      aside={
        held && (
          <span className={styles.tags}>
            <RankTag rank={held} />
            {held.rank_type === "manual" ? <Tag kind="neutral">{t("byHand")}</Tag> : null}
          </span>
        )
      }
    >
      {held === null ? <p className={styles.quiet}>{t("none")}</p> : null}
      {given ? (
        <>
          <p>
            {given.given_by === null
              ? t("givenByNobody", { date: formatDate(given.since_date) })
              : t("given", { date: formatDate(given.since_date), name: given.given_by })}
            <br />
            {t("reason", { remarks: given.remarks })}
          </p>
          <p className={styles.quiet}>{earned ? t("earned", { name: earned.name }) : t("earnedNone")}</p>
        </>
      ) : null}
      <RankProgressText rank={rank} />
      <Acts customer={customer} rank={rank} />
      <CustomerRankHistory rank={rank} />
    </Card>
  );
}

function Acts({ customer, rank }: { customer: CustomerDetail; rank: GuestRank }) {
  const { t } = useTranslation("guestRank");
  const [open, setOpen] = useState<"give" | "end" | "undo">();
  if (!rank.page_actions.includes("edit")) return null;
  const { id } = customer;
  const close = () => setOpen(undefined);
  const undo = async () => {
    try {
      await client.ranks.undoGiven({ id, version: rank.version });
      notify("success", t("act.undone"));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
    await rankOfGuestChanged();
    close();
  };
  return (
    <div className={styles.noteButtons}>
      {rank.undoable ? (
        <Button size="xs" onClick={() => setOpen("undo")}>
          {t("act.undo")}
        </Button>
      ) : null}
      {rank.given ? (
        <Button size="xs" onClick={() => setOpen("end")}>
          {t("act.end")}
        </Button>
      ) : null}
      {rank.tiers.length > 0 ? (
        <Button size="xs" onClick={() => setOpen("give")}>
          {t(rank.given ? "act.change" : "act.give")}
        </Button>
      ) : null}
      {open === "give" ? <GiveRankDialog id={id} rank={rank} onClose={close} /> : null}
      {open === "end" ? <EndRankDialog id={id} rank={rank} onClose={close} /> : null}
      <ConfirmDialog
        opened={open === "undo"}
        onClose={close}
        title={t("act.undoTitle")}
        confirm={t("act.undo")}
        onConfirm={undo}
      >
        {t("act.undoText", { name: customer.name })}
      </ConfirmDialog>
    </div>
  );
}
