import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { GuestLine } from "../../parts/customers/GuestLine.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { useSearchWords } from "../../ui/use-search-words.ts";
import styles from "./AlikeCustomers.module.css";
import type { CustomerValues } from "./customer-values.ts";

const PAUSE_MS = 400;

/** Possible duplicates of the guest, shown while one types (debounced), so that nobody is entered twice. */
export function AlikeCustomers({ values, own }: { values: CustomerValues; own: number | undefined }) {
  const { t } = useTranslation(["customers", "ui"]);
  const { name, name_kana, member_number, email, tel } = values;
  const typed = JSON.stringify({ name, name_kana, member_number, email, tel });
  const { asked: search, areOld } = useSearchWords(typed, PAUSE_MS);
  const given = Object.entries(JSON.parse(search) as Record<string, string>).filter(([, text]) => text.trim() !== "");
  const answer = useQuery(
    api.customers.alike.queryOptions({
      input: { ...Object.fromEntries(given), ...(own === undefined ? {} : { except: own }) },
      enabled: given.length > 0,
      placeholderData: keepPreviousData,
      // Half-typed kana or an address too long are reported at their field when the form is saved.
      throwOnError: false,
      retry: false,
    }),
  );
  const people = given.length === 0 ? [] : (answer.data?.items ?? []);
  return (
    <div role="status" aria-busy={areOld(answer)}>
      {people.length > 0 ? (
        <div className={styles.alike}>
          <strong>{t("alike.title")}</strong>
          <ul>
            {people.map((one) => (
              <li key={one.id}>
                <AppLink to={`/customers/${one.id}`}>{one.name}</AppLink>{" "}
                <small>
                  <GuestLine guest={one} /> (
                  {one.reasons.map((reason) => t(`alike.${reason}`)).join(t("ui:filter.separator"))})
                </small>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}
