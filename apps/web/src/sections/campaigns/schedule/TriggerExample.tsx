import type { Trigger } from "@okaeri/domain/campaigns/schedule/timing";
import { isAboutReservation } from "@okaeri/domain/campaigns/triggers/trigger";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../../api/client.ts";
import { expectedQuery } from "../../../parts/campaigns/runs/expected.ts";
import { useMay } from "../../../shell/use-may.ts";
import { formatCount, formatDayInWords, formatMoment } from "../../../ui/format.ts";
import { useAudience } from "../audience/use-audience.ts";
import { useEditor } from "../editor/editor-context.ts";
import text from "../text.module.css";
import { type DraftTrigger, readTrigger } from "./draft-when.ts";
import { dayOfGuest, momentOf, supposedDay } from "./trigger-example.ts";
import styles from "./when.module.css";

/** What it means: a day and a moment of somebody who meets the conditions, else of anybody. */
export function TriggerExample({ trigger: typed }: { trigger: DraftTrigger }) {
  const { t } = useTranslation("campaigns");
  const { today } = useEditor();
  const trigger = readTrigger(typed);
  const known = useKnownDay(typed.base);
  if (trigger === null) return null;
  const { base, offset_days: offset, time } = trigger;
  const noun = t(`when.trigger.noun.${base}`);
  const day = known?.day ?? supposedDay(base, offset, today);
  const at = momentOf(base, { day, offset, time });
  const values = { noun, day: formatDayInWords(day), at: formatMoment(at) };
  const gone = at.slice(0, 10) < today;
  return (
    <ul className={styles.examples}>
      <li>
        {known === undefined
          ? t("when.trigger.example", values)
          : t(gone ? "when.trigger.exampleGone" : "when.trigger.exampleOf", { ...values, name: known.name })}
      </li>
      <ExpectedLine trigger={trigger} />
      <li className={text.quiet}>{t("when.trigger.judged")}</li>
      {isAboutReservation(base) ? (
        <>
          <li className={text.quiet}>{t("when.trigger.moved")}</li>
          <li className={text.quiet}>{t("when.trigger.late")}</li>
        </>
      ) : null}
    </ul>
  );
}

/** How many it is expected to meet: counted of the saved campaign, as soon as what is chosen is saved. */
function ExpectedLine({ trigger }: { trigger: Trigger }) {
  const { t } = useTranslation("campaigns");
  const { record } = useEditor();
  const same = record.segments
    .flatMap(({ actions }) => actions)
    .find((action) => JSON.stringify(inOrder(action.trigger)) === JSON.stringify(inOrder(trigger)));
  const { data } = useQuery(expectedQuery(record.id, same !== undefined));
  const met = data?.triggers.find(({ action_id: id }) => id === same?.id);
  if (met === undefined) return null;
  const today = formatCount(met.today, "people");
  const week = t(`runs.basis.${met.next_7_days === null ? "unknown" : met.basis}`, {
    n: formatCount(met.next_7_days ?? 0, "people"),
  });
  return <li>{t("when.trigger.expected", { today, week })}</li>;
}

const inOrder = (trigger: Trigger | null) => trigger && Object.entries(trigger).toSorted();

/** The first guest who meets the conditions, with the day it happens to them; undefined where that cannot be known. */
function useKnownDay(base: DraftTrigger["base"]) {
  const { draft, today, current } = useEditor();
  const { query } = useAudience(draft);
  const may = useMay("customers/read");
  const example = query.data?.segments[current]?.examples[0];
  const id = example?.id ?? 0;
  const enabled = may && example !== undefined;
  const guest = useQuery(api.customers.get.queryOptions({ input: { id }, enabled, retry: false }));
  const input = { id, page: 1, size: 20 };
  const ofStays = enabled && isAboutReservation(base);
  const bookings = useQuery(api.customers.reservations.queryOptions({ input, enabled: ofStays, retry: false }));
  if (example === undefined || !guest.data || (ofStays && !bookings.data)) return undefined;
  const day = dayOfGuest(base, { guest: guest.data, bookings: bookings.data?.items ?? [] }, today);
  return day === undefined ? undefined : { name: example.name, day };
}
