import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import styles from "./auth.module.css";
import type { Credentials } from "./PasswordForm.tsx";

type DemoPanelProps = { chosen: string; onChoose: (credentials: Credentials) => void };

/** Demo installations only: one person of each role, ready to sign in. */
export function DemoPanel({ chosen, onChoose }: DemoPanelProps) {
  const { t } = useTranslation(["auth", "shell"]);
  const { data: people = [] } = useQuery(api.demo.signIns.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  if (people.length === 0) return null;
  return (
    <section className={styles.demo} aria-label={t("demo.title")}>
      <h2>{t("demo.title")}</h2>
      <p>{t("demo.lead")}</p>
      <ul>
        {people.map((person) => (
          <li key={person.login_id}>
            <button
              type="button"
              aria-pressed={chosen === person.login_id}
              onClick={() => onChoose({ userId: person.login_id, password: person.password })}
            >
              <span>
                <strong>{t(`shell:roles.${person.role}`)}</strong>
                {/* No personal names here: their rarer kanji wait for the signed-in pages' second font sheet. */}
                <small>{person.company_name}</small>
              </span>
              <code>{person.login_id}</code>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
