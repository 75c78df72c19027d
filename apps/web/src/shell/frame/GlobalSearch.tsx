import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { useSearchWords } from "../../ui/use-search-words.ts";
import { useGo } from "../navigation.ts";
import { useMay } from "../use-may.ts";
import { FoundCustomers } from "./FoundCustomers.tsx";
import styles from "./GlobalSearch.module.css";

const apple = /Mac|iPhone|iPad/.test(navigator.userAgent);
const SHOWN = 8;
const PAUSE_MS = 150;

/**
 * Finds a guest from anywhere and answers while one types; ⌘K or Ctrl+K puts the cursor here. Enter without a chosen guest goes to the
 * search of the home page, which shows all.
 */
export function GlobalSearch() {
  const { t } = useTranslation();
  const go = useGo();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const may = useMay("customers/read");
  const { asked: searchText, areOld } = useSearchWords(typed.trim(), PAUSE_MS);
  useFocusKey(input);
  // An answer belongs to its words: one that comes late (a race) is never shown for newer words.
  const answer = useQuery(
    api.customers.list.queryOptions({
      input: { q: searchText, size: 20 },
      enabled: may && open && searchText !== "",
      placeholderData: keepPreviousData,
      throwOnError: false,
    }),
  );
  const shown = open && searchText !== "" && typed.trim() !== "" && answer.data !== undefined;
  const old = areOld(answer);
  const people = shown ? answer.data.items.slice(0, SHOWN) : [];
  const show = (path: string, search = {}) => {
    setOpen(false);
    input.current?.blur();
    void go(path, search);
  };
  const search = (event: FormEvent) => {
    event.preventDefault();
    const guest = people[chosen];
    // The chosen guest was found with words that may have changed since.
    if (guest && !old) show(`/customers/${guest.id}`);
    else if (typed.trim() !== "") show("/", { q: typed.trim() });
  };
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") setOpen(false);
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0 || people.length === 0) return;
    event.preventDefault();
    // One place before the first guest is the box itself.
    setChosen((now) => ((now + 1 + step + people.length + 1) % (people.length + 1)) - 1);
  };
  return (
    <search className={styles.search}>
      <form onSubmit={search}>
        <input
          ref={input}
          type="search"
          name="q"
          value={typed}
          maxLength={200}
          autoComplete="off"
          role="combobox"
          aria-label={t("header.search")}
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={`${id}-found`}
          aria-activedescendant={people[chosen] ? `${id}-${chosen}` : undefined}
          placeholder={t("header.searchPlaceholder")}
          aria-keyshortcuts="Meta+K Control+K"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(-1);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={keys}
        />
        <kbd>{apple ? t("header.searchKey") : t("header.searchKeyOther")}</kbd>
      </form>
      {shown && (
        <FoundCustomers
          id={id}
          people={people}
          total={answer.data.total}
          old={old}
          chosen={chosen}
          onShow={(guest) => show(`/customers/${guest}`)}
          onAll={() => show("/", { q: typed.trim() })}
        />
      )}
    </search>
  );
}

function useFocusKey(input: React.RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener("keydown", focus);
    return () => window.removeEventListener("keydown", focus);
  }, [input]);
}
