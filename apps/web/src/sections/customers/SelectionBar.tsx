import { Button, Menu } from "@mantine/core";
import { customerList } from "@okaeri/contract/lists/customers";
import { IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { workingAccount } from "../../api/account.ts";
import { toAppError } from "../../api/app-error.ts";
import { api, client } from "../../api/client.ts";
import { filtersIn } from "../../api/list-input.ts";
import { queryClient } from "../../api/query-client.ts";
import { ExportMenu } from "../../parts/lists/ExportMenu.tsx";
import { useNoRight } from "../../shell/no-right.ts";
import { notify } from "../../shell/toasts.tsx";
import { useMay } from "../../shell/use-may.ts";
import { formatCount } from "../../ui/format.ts";
import { ReasonedButton } from "../../ui/ReasonedButton.tsx";
import type { CustomerSearch, FilterOptions } from "./customers.api.ts";
import styles from "./SelectionBar.module.css";
import { useCampaignFor } from "./use-campaign-for.ts";
import type { Selection } from "./use-selection.ts";

type SelectionBarProps = {
  search: CustomerSearch;
  selection: Selection | undefined;
  /** How many the conditions find. */
  total: number;
  types: FilterOptions["customer_types"];
  onChoose: (selection: Selection | undefined) => void;
};
type Done = { id: number; added: number; text: string };

/** How many guests are chosen, and what can be done with them. */
export function SelectionBar({ search, selection, total, types, onChoose }: SelectionBarProps) {
  const { t } = useTranslation("customers");
  const noRight = useNoRight();
  const mayEdit = useMay("customers/edit");
  const campaign = useCampaignFor(search, total);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<Done>();
  const conditions = filtersIn(customerList, search);
  const count = selection?.kind === "picked" ? selection.ids.length : total;
  const work = async (act: () => Promise<Done | undefined>) => {
    setBusy(true);
    try {
      setDone(await act());
      const keys = [api.customers.list.key(), api.customers.get.key()];
      await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    } catch (error) {
      const { fields, message } = toAppError(error);
      notify("error", fields.selection ?? message);
    } finally {
      setBusy(false);
    }
  };
  const addType = (type: { id: number; name: string }) =>
    work(async () => {
      const chosen = selection?.kind === "picked" ? { ids: [...selection.ids] } : { conditions };
      const done = await client.customers.addType({ selection: chosen, customer_type_id: type.id });
      const { id, added, had, omitted: left } = done;
      onChoose(undefined);
      const people = (n: number) => formatCount(n, "people");
      // The conditions are evaluated again at the act: they may match others than when they were counted.
      const found = added + had;
      const isOther = selection?.kind === "all" && found !== total;
      const text = [
        t("select.added", { name: type.name, added: people(added) }),
        had > 0 ? t("select.had", { had: people(had) }) : "",
        left > 0 ? t("select.omitted", { left: people(left) }) : "",
        isOther ? t("select.changed", { shown: people(total), found: people(found) }) : "",
      ].join("");
      return { id, added, text };
    });
  const undo = ({ id, added }: Done) =>
    work(async () => {
      const { removed } = await client.customers.undoAddType({ id });
      const gone = added - removed;
      const rest = gone > 0 ? t("select.goneBefore", { gone: formatCount(gone, "people") }) : "";
      notify("success", `${t("select.undone", { removed: formatCount(removed, "people") })}${rest}`);
      return undefined;
    });
  return (
    <div className={styles.selection} data-open={selection !== undefined || done !== undefined}>
      <p role="status">{selection ? t("select.count", { count: formatCount(count, "people") }) : (done?.text ?? "")}</p>
      {done && !selection ? (
        <Button size="xs" loading={busy} onClick={() => void undo(done)}>
          {t("select.undo")}
        </Button>
      ) : null}
      {selection ? (
        <>
          {selection.kind === "picked" && total > count ? (
            <Button size="xs" variant="subtle" onClick={() => onChoose({ kind: "all" })}>
              {t("select.all", { count: formatCount(total, "people") })}
            </Button>
          ) : null}
          {mayEdit && types.length > 0 ? (
            <Menu position="bottom-start">
              <Menu.Target>
                <Button size="xs" loading={busy} rightSection={<IconChevronDown size={14} aria-hidden />}>
                  {t("select.addType")}
                </Button>
              </Menu.Target>
              <Menu.Dropdown aria-label={t("select.addType")}>
                {types.map((type) => (
                  <Menu.Item key={type.id} onClick={() => void addType(type)}>
                    {type.name}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          ) : (
            <ReasonedButton size="xs" reason={mayEdit ? t("select.noType") : noRight} onClick={() => {}}>
              {t("select.addType")}
            </ReasonedButton>
          )}
          <ReasonedButton
            size="xs"
            reason={campaign.reason(selection)}
            loading={campaign.busy}
            onClick={() => void campaign.start(selection)}
          >
            {t("select.campaign")}
          </ReasonedButton>
          <ExportMenu
            path="/api/customers/export.csv"
            query={{
              ...(selection.kind === "picked" ? { ids: selection.ids.join(",") } : conditions),
              sort: search.sort,
              account_id: workingAccount(),
            }}
            people="customers"
            title={t("select.guests")}
          />
          <Button size="xs" variant="subtle" onClick={() => onChoose(undefined)}>
            {t("select.none")}
          </Button>
        </>
      ) : null}
    </div>
  );
}
