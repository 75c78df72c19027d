import { Button, Checkbox, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { formatNumber } from "../../../ui/format.ts";
import { Tag } from "../../../ui/Tag.tsx";
import { companyAccountsQuery } from "../accounts.api.ts";
import styles from "./groups.module.css";
import { rowsToChoose, withTicked } from "./member-tree.ts";

type MemberChooserProps = {
  id: string;
  companyId: number;
  chosen: readonly number[];
  /** Account id → what is wrong with it; `all` = with the choice as a whole. */
  errors: ReadonlyMap<number | "all", string>;
  onChange: (ids: number[]) => void;
};

/** The accounts of one client in their hierarchy, to tick; the search keeps what lies above a find. */
export function MemberChooser({ id, companyId, chosen, errors, onChange }: MemberChooserProps) {
  const { t } = useTranslation(["accountGroups", "ui"]);
  const [words, setWords] = useState("");
  const query = useQuery(companyAccountsQuery(companyId));
  if (query.isError) return <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />;
  const accounts = query.data ?? [];
  const ticked = new Set(chosen);
  const rows = rowsToChoose(accounts, ticked, words);
  const choosable = rows.filter((row) => !row.context).map((row) => row.account.id);
  const all = choosable.length > 0 && choosable.every((one) => ticked.has(one));
  const set = (ids: number[], on: boolean) => onChange(withTicked(accounts, chosen, ids, on));
  const problem = errors.get("all");
  return (
    <fieldset className={styles.chooser} aria-busy={query.isPending}>
      <legend className={styles.legend}>{t("field.members")}</legend>
      <div className={styles.narrow}>
        <TextInput
          id={id}
          type="search"
          aria-label={t("members.search")}
          placeholder={t("members.search")}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={words}
          maxLength={200}
          autoComplete="off"
          error={problem}
          onKeyDown={keepFromSubmitting}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Button disabled={choosable.length === 0} onClick={() => set(choosable, !all)}>
          {t(all ? "members.none" : "members.all")}
        </Button>
        <span className={styles.count} role="status">
          {t("members.chosen", { n: formatNumber(chosen.length) })}
        </span>
      </div>
      {query.isPending ? (
        <span className={styles.waiting} />
      ) : rows.length === 0 ? (
        <p className={styles.quiet}>{t(words.trim() === "" ? "members.nobody" : "members.notFound", { words })}</p>
      ) : (
        <ul className={styles.tree} aria-label={t("field.members")}>
          {rows.map(({ account, context }) => (
            <li key={account.id} style={{ paddingInlineStart: `${8 + Math.min(account.depth, 6) * 24}px` }}>
              {context ? (
                <span className={styles.context}>{account.name}</span>
              ) : (
                <Checkbox
                  // The server names a member by its place in the choice; its line in the summary leads here.
                  id={ticked.has(account.id) ? `${id}-${chosen.indexOf(account.id)}` : `${id}-of-${account.id}`}
                  checked={ticked.has(account.id)}
                  error={errors.get(account.id)}
                  label={
                    <span className={styles.member}>
                      {account.name}
                      <small>{account.code}</small>
                      {account.active_status === "inactive" ? <Tag>{t("ui:activeStatus.inactive")}</Tag> : null}
                    </span>
                  }
                  onChange={(event) => set([account.id], event.currentTarget.checked)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}

/** Enter in the search looks; it must not save the group. */
function keepFromSubmitting(event: KeyboardEvent) {
  if (event.key === "Enter") event.preventDefault();
}
