import { Button, TextInput } from "@mantine/core";
import { IconSearch, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { EndNotices } from "../../parts/accounts/EndNotices.tsx";
import { useGo } from "../../shell/navigation.ts";
import { useNoRight } from "../../shell/no-right.ts";
import { menuQuery } from "../../shell/use-may.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatDateWithWeekday } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { BeginCampaign } from "./BeginCampaign.tsx";
import { CustomerSearchResults } from "./CustomerSearchResults.tsx";
import { HomeComingRuns } from "./HomeComingRuns.tsx";
import type { HomeSearch } from "./home.api.ts";
import styles from "./home.module.css";
import { LatestResults } from "./LatestResults.tsx";
import { LedgerNotice } from "./LedgerNotice.tsx";
import { OpenUses } from "./OpenUses.tsx";
import { RunningLow } from "./RunningLow.tsx";
import { WaitingGrants } from "./WaitingGrants.tsx";

/** The front desk: a greeting, the day, and any customer within reach (product §3, home). */
export function HomePage({ search }: { search: HomeSearch }) {
  const { t } = useTranslation("home");
  const noRight = useNoRight();
  const { data: profile } = useQuery(api.auth.profile.queryOptions({ staleTime: 60_000 }));
  const { data: site } = useQuery(api.site.brand.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  const { data: menu } = useQuery(menuQuery());
  const customers = menu?.find((entry) => entry.section === "customers");
  const mayCampaigns = menu?.some(({ section, disabled }) => section === "campaigns" && !disabled) ?? false;
  return (
    <>
      <PageHeader
        title={profile ? t("greeting", { name: profile.name }) : t("greetingNoName")}
        count={site ? <time dateTime={site.today}>{formatDateWithWeekday(site.today)}</time> : undefined}
      />
      <EndNotices />
      <LedgerNotice />
      <WaitingGrants enabled={customers !== undefined && !customers.disabled} />
      <OpenUses enabled={customers !== undefined && !customers.disabled} />
      <BeginCampaign />
      <RunningLow enabled={mayCampaigns} />
      {site ? <HomeComingRuns enabled={mayCampaigns} today={site.today} /> : null}
      <LatestResults enabled={mayCampaigns} />
      {customers?.disabled ? (
        <EmptyState sentence={noRight} icon={<IconUsers size={24} aria-hidden />} />
      ) : (
        <>
          <CustomerSearchBox search={search} />
          <CustomerSearchResults search={search} enabled={customers !== undefined} />
        </>
      )}
    </>
  );
}

function CustomerSearchBox({ search }: { search: HomeSearch }) {
  const { t } = useTranslation("home");
  const go = useGo();
  const input = useRef<HTMLInputElement>(null);
  const { q = "", focus } = search;
  useEffect(() => {
    if (focus === "search") input.current?.focus();
  }, [focus]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = input.current?.value.trim() ?? "";
    void go("/", { q: words });
  };
  return (
    <search>
      {/* The key brings the box in step with the URL when Back or the header's search changed it. */}
      <form className={styles.search} onSubmit={submit} key={q}>
        <TextInput
          ref={input}
          type="search"
          size="md"
          defaultValue={q}
          maxLength={200}
          autoComplete="off"
          aria-label={t("search")}
          placeholder={t("searchHint")}
          leftSection={<IconSearch size={18} aria-hidden />}
        />
        <Button type="submit" variant="filled" size="md">
          {t("submit")}
        </Button>
      </form>
    </search>
  );
}
