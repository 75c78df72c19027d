import { addDays, calendarDate } from "@okaeri/domain/calendar-date";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { calendarQuery } from "../../parts/campaigns/runs/calendar.ts";
import { useCounted } from "../../parts/campaigns/runs/expected.ts";
import { calendarLineKey, comingOf, missedOf } from "../../parts/campaigns/runs/lines.ts";
import { useRunWords } from "../../parts/campaigns/runs/run-words.ts";
import { AppLink } from "../../shell/AppLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { formatDayInWords, formatMoment, tokyoDay } from "../../ui/format.ts";
import { NoticeList } from "../../ui/NoticeList.tsx";
import styles from "./home.module.css";

/** Days back in which a run that did not go out is named, and days ahead that are looked at. */
const MISSED_DAYS = 7;
const AHEAD_DAYS = 31;

/** The next that goes out by itself, and what lately did not. */
export function HomeComingRuns({ enabled, today }: { enabled: boolean; today: string }) {
  const { t } = useTranslation(["home", "campaigns", "ui"]);
  const words = useRunWords();
  const day = calendarDate(today);
  const query = calendarQuery(addDays(day, -MISSED_DAYS), addDays(day, AHEAD_DAYS), enabled);
  const { data } = useQuery({ ...query, throwOnError: false });
  const next = comingOf(data?.items ?? []).map(({ key }) => key);
  const shown = (data?.items ?? []).filter((item) => next.includes(calendarLineKey(item)));
  const coming = comingOf(useCounted(shown));
  if (data === undefined) return null;
  const missed = missedOf(data.items);
  const name = (line: { campaign_name: string }) => line.campaign_name || t("campaigns:edit.unnamed");
  return (
    <>
      {missed.length === 0 ? null : (
        <NoticeList
          title={t("missed.title", { count: missed.length })}
          text={t("missed.text")}
          lines={missed.map((line) => ({
            key: line.key,
            line: (
              <AppLink to={`/campaigns/${line.campaign_id}`}>
                {t("missed.run", {
                  at: formatMoment(line.at),
                  name: name(line),
                })}
              </AppLink>
            ),
          }))}
          more={(count) => t("missed.more", { count })}
        />
      )}
      {coming.length === 0 ? null : (
        <div className={styles.coming}>
          <Card
            title={t("coming.title")}
            aside={
              <AppLink to="/campaigns" search={{ show: "calendar" }}>
                {t("coming.calendar")}
              </AppLink>
            }
          >
            <ol>
              {coming.map((line) => (
                <li key={line.key}>
                  <span>
                    {formatDayInWords(tokyoDay(line.at))} {words.when(line)}
                  </span>
                  <AppLink to={`/campaigns/${line.campaign_id}`}>{name(line)}</AppLink>
                  <span className="num">{words.who(line)}</span>
                </li>
              ))}
            </ol>
          </Card>
        </div>
      )}
    </>
  );
}
