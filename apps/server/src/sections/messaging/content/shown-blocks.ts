import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { LANGUAGE_CODES, type LanguageCode } from "@okaeri/domain/enumerations";
import type { Variant } from "@okaeri/domain/pushes/variants";
import { parseTarget } from "@okaeri/domain/segments/target";
import { type RawBuilder, sql } from "kysely";
import { conditionSql } from "../../segments/condition-sql.ts";
import { ofReservation } from "../../stays/reported-reservation.read.ts";
import type { CompiledMail } from "./compiled-mail.ts";

/** The one that a guest reads: in their own language where there is one, else in Japanese. */
export const inLanguageOf = <Mail extends { language: LanguageCode }>(
  mails: readonly Mail[],
  language: LanguageCode,
): Mail | undefined =>
  mails.find((mail) => mail.language === language) ?? mails.find((mail) => mail.language === "ja") ?? mails[0];

type Conditional = Pick<CompiledMail, "language" | "conditions">;

/** Of the mails of an action those of one letter; all, where there is one. */
export const ofVariant = <Mail extends { variant: Variant }>(
  mails: readonly Mail[],
  assignedVariant: Variant | null,
): Mail[] => mails.filter(({ variant }) => assignedVariant === null || variant === assignedVariant);

/** SQL: the same for the letter that `assignedVariant` tells. */
export function samplesByVariant(
  mails: readonly (Conditional & { variant: Variant })[],
  assignedVariant: RawBuilder<Variant | null>,
  shown: (mails: readonly Conditional[]) => RawBuilder<number[]>,
): RawBuilder<number[]> {
  const byVariant = [...Map.groupBy(mails, ({ variant }) => variant)];
  if (byVariant.length < 2) return shown(mails);
  const cases = byVariant.map(([variant, own]) => sql`when ${variant} then ${shown(own)}`);
  return sql<number[]>`coalesce(case ${assignedVariant} ${sql.join(cases, sql` `)} end, '{}'::int[])`;
}

/**
 * SQL over customers `customer`: of the blocks that are only for some, those meant for the guest in the mail they read. Judged like a
 * segment's: where the mail goes out for a reservation's sake (`reservationId`, null where there is none), facts of the reservation are that one's.
 */
export function shownBlocks(
  mails: readonly Conditional[],
  today: CalendarDate,
  reservationId: RawBuilder<number | null> | null,
): RawBuilder<number[]> {
  const cases = LANGUAGE_CODES.flatMap((language) => {
    const conditions = inLanguageOf(mails, language)?.conditions ?? [];
    if (conditions.length === 0) return [];
    const shown = conditions.map(
      ({ seq, target }) => sql`case when ${matchesTarget(target, today, reservationId)} then ${seq}::int end`,
    );
    return [sql`when ${sql.lit(language)} then array_remove(array[${sql.join(shown)}], null)`];
  });
  if (cases.length === 0) return sql<number[]>`'{}'::int[]`;
  return sql<number[]>`coalesce(case customer.language ${sql.join(cases, sql` `)} end, '{}'::int[])`;
}

/** Conditions that are not usable mean nobody: a draft's preview may have such. */
function matchesTarget(
  target: unknown,
  today: CalendarDate,
  reservationId: RawBuilder<number | null> | null,
): RawBuilder<boolean> {
  const parsed = parseTarget(target);
  if (!parsed.ok) return sql`false`;
  const asOf = (occasion: boolean) => conditionSql(parsed.target.form, { today, shape: "row", occasion });
  if (reservationId === null) return asOf(false);
  return sql`case when ${reservationId} is null then ${asOf(false)}
    else ${ofReservation(reservationId, asOf(true))} end`;
}
