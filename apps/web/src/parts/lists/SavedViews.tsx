import { Menu } from "@mantine/core";
import { isRange, type List, type ListSearch } from "@okaeri/contract/lists/list";
import { IconBookmark, IconDots, IconHome, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { client } from "../../api/client.ts";
import { notify } from "../../shell/toasts.tsx";
import columnStyles from "../../ui/ColumnChoice.module.css";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { SavedViewDialog } from "./SavedViewDialog.tsx";
import styles from "./SavedViews.module.css";
import {
  hasMenuEntry,
  isViewUnchanged,
  nameOfList,
  type SavedView,
  savedViewsQuery,
  viewSettings,
  viewsChanged,
} from "./saved-views.ts";

export type SavedViewsProps<L extends List> = {
  list: L;
  search: ListSearch<L>;
  /** The columns as an address says them; a list without columns has none. */
  hide?: string | undefined;
  /** What the conditions are called. */
  filters: Partial<Record<string, { label: string } | undefined>>;
  onOpen: (state: ListSearch<L>, replace?: boolean) => void;
};

type ViewAction = { act: "edit" | "remove" | "unshare"; view: SavedView };

/** The saved views of a list, to choose from and to tend. A list without any has no such row. */
export function SavedViews<L extends List>({ list, search, hide, filters, onOpen }: SavedViewsProps<L>) {
  const { t } = useTranslation("views");
  const { data } = useQuery(savedViewsQuery(list));
  const [pending, setPending] = useState<ViewAction>();
  const views = data?.items ?? [];
  const shown = viewSettings(list, search, hide);
  const open = (view: SavedView, replace = false) =>
    onOpen({ ...view.search, view: view.id } as ListSearch<L>, replace);
  useFirstView(list, search, views, (view) => open(view, true));
  const current = views.find((view) => view.id === search.view);
  const changed = current !== undefined && !isViewUnchanged(list, current, shown);
  if (views.length === 0) return null;
  const overwrite = async ({ id, version, name, is_shared, is_default }: SavedView) => {
    const section = nameOfList(list);
    try {
      const input = { section, id, version, name, is_shared, is_default, search: shown };
      viewsChanged(list, await client.savedViews.update(input));
      notify("success", t("done.update", { name }));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  const close = () => setPending(undefined);
  return (
    <nav className={styles.views} aria-label={t("label")}>
      <ul className={styles.list}>
        {views.map((view) => (
          <li key={view.id}>
            <button
              type="button"
              className={styles.view}
              aria-current={view === current}
              {...(view.owner_name === null ? {} : { title: t("sharedBy", { name: view.owner_name }) })}
              onClick={() => open(view)}
            >
              {view.is_default ? <IconHome size={14} aria-label={t("opening")} /> : null}
              {view.name}
              {view.is_shared ? <IconUsers size={14} aria-label={t("shared")} /> : null}
              {view === current && changed ? <span className={styles.quiet}>{t("changed")}</span> : null}
            </button>
          </li>
        ))}
      </ul>
      {current && (changed || current.page_actions.length > 0) ? (
        <ViewActs
          view={current}
          changed={changed}
          onBack={() => open(current)}
          onOverwrite={() => void overwrite(current)}
          onAsk={(act) => setPending({ act, view: current })}
        />
      ) : null}
      {current && current.dropped.length > 0 ? (
        <p role="status" className={styles.note}>
          {t("dropped", {
            names: namesOf(list, current.dropped, filters, t("part", { returnObjects: true })).join(t("separator")),
          })}
        </p>
      ) : null}
      {pending?.act === "edit" ? (
        <SavedViewDialog list={list} view={pending.view} search={pending.view.search} onClose={close} />
      ) : null}
      <ConfirmAct list={list} pending={pending?.act === "edit" ? undefined : pending} onClose={close} />
    </nav>
  );
}

/** Gives what the list shows a name. */
export function SaveView<L extends List>({ list, search, hide, onOpen }: Omit<SavedViewsProps<L>, "filters">) {
  const { t } = useTranslation("views");
  const [isOpen, setIsOpen] = useState(false);
  const viewSearch = viewSettings(list, search, hide);
  return (
    <>
      <button type="button" className={columnStyles.button} title={t("saveHint")} onClick={() => setIsOpen(true)}>
        <IconBookmark size={14} aria-hidden />
        {t("save")}
      </button>
      {isOpen ? (
        <SavedViewDialog
          list={list}
          search={viewSearch}
          onClose={() => setIsOpen(false)}
          onSaved={(view) => onOpen({ ...view.search, view: view.id } as ListSearch<L>)}
        />
      ) : null}
    </>
  );
}

type ViewActsProps = {
  view: SavedView;
  changed: boolean;
  onBack: () => void;
  onOverwrite: () => void;
  onAsk: (act: ViewAction["act"]) => void;
};

function ViewActs({ view, changed, onBack, onOverwrite, onAsk }: ViewActsProps) {
  const { t } = useTranslation("views");
  const may = (action: string) => view.page_actions.includes(action);
  const label = t("acts", { name: view.name });
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={styles.acts} aria-label={label}>
          <IconDots size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {may("edit") && (changed || view.dropped.length > 0) ? (
          <Menu.Item onClick={onOverwrite}>{t("overwrite")}</Menu.Item>
        ) : null}
        {changed ? <Menu.Item onClick={onBack}>{t("back")}</Menu.Item> : null}
        {may("edit") ? <Menu.Item onClick={() => onAsk("edit")}>{t("edit")}</Menu.Item> : null}
        {may("delete") ? <Menu.Item onClick={() => onAsk("remove")}>{t("remove")}</Menu.Item> : null}
        {may("unshare") ? <Menu.Item onClick={() => onAsk("unshare")}>{t("unshare")}</Menu.Item> : null}
      </Menu.Dropdown>
    </Menu>
  );
}

function ConfirmAct({ list, pending, onClose }: { list: List; pending: ViewAction | undefined; onClose: () => void }) {
  const { t } = useTranslation("views");
  const act = pending?.act === "unshare" ? "unshare" : "remove";
  const { id = 0, name = "", is_shared = false, owner_name } = pending?.view ?? {};
  const run = async () => {
    try {
      viewsChanged(list, await client.savedViews[act]({ section: nameOfList(list), id }));
      notify("success", t(`done.${act}`, { name }));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  return (
    <ConfirmDialog
      opened={pending !== undefined}
      onClose={onClose}
      title={t(`${act}Title`, { name })}
      confirm={t(act)}
      danger={act === "remove"}
      onConfirm={run}
    >
      {act === "unshare" ? t("unshareText", { name: owner_name }) : t("removeText")}
      {act === "remove" && is_shared ? ` ${t("removeShared")}` : null}
    </ConfirmDialog>
  );
}

/** Opened from the menu, a list shows the view that its person wants there; by any other way what the address says. */
function useFirstView<L extends List>(
  list: L,
  search: ListSearch<L>,
  views: SavedView[],
  open: (view: SavedView) => void,
): void {
  const arrival = useLocation({ select: ({ state }) => (state.fromMenu ? (state.__TSR_key ?? "menu") : undefined) });
  const first = views.find((view) => view.is_default);
  const untouched = Object.values(search).every((value) => value === undefined);
  const due = arrival !== undefined && untouched && hasMenuEntry(list) ? first : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each arrival
  useEffect(() => {
    if (due) open(due);
  }, [arrival, due?.id]);
}

/** Conditions by what they are called on the page. */
function namesOf(
  list: List,
  parameters: readonly string[],
  filters: SavedViewsProps<List>["filters"],
  parts: Record<string, string>,
): string[] {
  const named = parameters.map((parameter) => {
    const found = Object.entries(list.filters).find(([name, filter]) =>
      isRange(filter) ? [filter.from, filter.to].includes(parameter) : name === parameter,
    );
    return filters[found?.[0] ?? ""]?.label ?? parts[parameter] ?? parts.other ?? "";
  });
  return [...new Set(named)];
}
