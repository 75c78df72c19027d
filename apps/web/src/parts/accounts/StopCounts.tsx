import { Skeleton } from "@mantine/core";
import type { OptionType } from "@okaeri/domain/permissions/plan-options";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, client } from "../../api/client.ts";

/** An account, with the options that end where the account itself goes on; or a whole client. */
type Whose = { account: number; options?: readonly OptionType[] } | { client: number };

const askedOf = (whose: Whose) =>
  "client" in whose
    ? client.clients.stops({ id: whose.client })
    : client.accounts.stops({ id: whose.account, ...(whose.options ? { option_types: [...whose.options] } : {}) });

/** In a question before something ends: what stops with it, and whose data stays. It is counted when the question is asked. */
export function StopCounts({ of: whose }: { of: Whose }) {
  const { t } = useTranslation("fields");
  const { data, isError } = useQuery({
    queryKey: [...api.accounts.stops.key(), whose],
    queryFn: () => askedOf(whose),
    staleTime: 0,
  });
  if (isError) return <p>{t("stops.unknown")}</p>;
  if (data === undefined) return <Skeleton height={72} aria-label={t("stops.counting")} />;
  const { accounts, guests, ...stopped } = data;
  // The account itself is what the question is about, and a client's accounts are told above.
  const beneath = "client" in whose ? 0 : Math.max(accounts - 1, 0);
  const rows = Object.entries({ beneath, ...stopped }).filter(([, count]) => count > 0);
  return (
    <>
      {rows.length > 0 ? (
        <>
          <p>{t("stops.lead")}</p>
          <ul>
            {rows.map(([what, count]) => (
              <li key={what}>{t(`stops.${what as keyof typeof stopped | "beneath"}`, { count })}</li>
            ))}
          </ul>
        </>
      ) : null}
      {guests > 0 ? <p>{t("stops.guests", { count: guests })}</p> : null}
    </>
  );
}
