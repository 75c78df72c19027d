import { useTranslation } from "react-i18next";
import { workingAccount } from "../../api/account.ts";
import { ExportMenu } from "../../parts/lists/ExportMenu.tsx";
import { formatDate } from "../../ui/format.ts";
import type { Picture } from "../../ui/pictures/picture.ts";
import { rfmNameOf } from "./rfm-name.ts";
import type { Rfm } from "./rfms.api.ts";

type RfmFileProps = {
  rfm: Rfm;
  file: "heatmap" | "scores" | "groups" | "movement";
  title: string;
  query?: { from?: string; to?: string };
  /** The figures drawn; left out where the card shows no picture. */
  draw?: Picture["draw"] | undefined;
  /** Of which day or days the picture is; else that of the scores. */
  when?: string;
};

/** Takes the figures of one card out as a file and as a picture; nothing while nobody has scores. */
export function RfmFile({ rfm, file, title, query = {}, draw, when }: RfmFileProps) {
  const { t } = useTranslation(["rfms", "ui"]);
  if (rfm.customers_scored === 0) return null;
  const day = when ?? (rfm.scored_on === null ? undefined : t("facts.scoredOnDay", { day: formatDate(rfm.scored_on) }));
  return (
    <ExportMenu
      path={`/api/rfms/${rfm.id}/${file}.csv`}
      query={{ ...query, account_id: workingAccount() }}
      title={title}
      {...(draw ? { picture: { title, notes: [rfmNameOf(rfm, t), ...(day ? [day] : [])], draw } } : {})}
    />
  );
}
