import type { KindName } from "@okaeri/contract/campaigns/actions/kinds";
import {
  type AudienceStep,
  OMISSION_REASONS,
  STEP_OF_REASON,
} from "@okaeri/contract/campaigns/audience/audience-steps";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { useTranslation } from "react-i18next";
import { Funnel, type FunnelStep } from "../../../ui/Funnel.tsx";
import { formatNumber } from "../../../ui/format.ts";
import { ALL_KINDS, kindOf } from "../actions/kinds.ts";
import type { Audience, SegmentAudience } from "../campaigns.api.ts";

type AudienceFunnelProps = {
  counted: Audience["all"];
  types: readonly KindName[];
  /** The segment counted, where it is one; all of them stand under its first step. */
  segment?: SegmentAudience | undefined;
  all?: readonly SegmentAudience[] | undefined;
  /** Other segments come before. */
  parted: boolean;
  opened?: { step: AudienceStep | undefined; toggle: (step: AudienceStep) => void } | undefined;
};

/** For a message all steps of sending, with what each takes away; without one, whom the benefits are for. */
export function AudienceFunnel({ counted, types, segment, all, parted, opened }: AudienceFunnelProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const joined = (parts: string[]) => parts.join(t("condition.separator")) || undefined;
  const lost = (step: AudienceStep) =>
    joined(
      OMISSION_REASONS.filter((reason) => STEP_OF_REASON[reason] === step && counted.reasons[reason] > 0).map(
        (reason) => t(`audience.reason.${reason}`, { n: formatNumber(counted.reasons[reason]) }),
      ),
    );
  const several = all !== undefined && all.length > 1;
  const step = (key: AudienceStep, note: string | undefined): FunnelStep => ({
    label: t(key === "matched" && several ? "audience.matchedTwice" : `audience.${key}`),
    value: counted[key],
    note,
    highlight: key === "will_receive",
    ...(opened ? { open: { isOpen: opened.step === key, toggle: () => opened.toggle(key) } } : {}),
  });
  const inSegment = (at: number, count: number) => t("audience.ofSegment", { n: at + 1, count });
  const matched = step("matched", several ? joined(all.map((one, at) => inSegment(at, one.matched))) : undefined);
  const taken = counted.taken_by.map((one) => t("audience.takenBy", { n: one.segment + 1, count: one.count }));
  const begin = parted ? [matched, step("not_earlier", joined(taken))] : [matched];
  // Most campaigns are compared with nobody.
  const comparing =
    counted.reasons.standing_control + counted.reasons.control_group > 0 ? (["not_control"] as const) : [];
  const sending = ["consented", "reachable", "not_capped", ...comparing, "will_receive"] as const;
  const steps = types.some(isMessage)
    ? [...begin, ...sending.map((key) => step(key, lost(key)))]
    : [
        ...begin,
        ...(segment === undefined ? [] : types).flatMap((type) => {
          const { review, reaches } = kindOf(type);
          return review?.stepWords && segment
            ? [{ label: review.stepWords(t), value: reaches(segment), highlight: true }]
            : [];
        }),
      ];
  return <Funnel steps={steps} unit="people" />;
}

type BenefitFunnelProps = { counted: SegmentAudience; types: readonly KindName[] };

/** What each kind says beside the count of who matches. */
export function BenefitFunnel({ counted, types }: BenefitFunnelProps) {
  const hasMessage = types.some(isMessage);
  return ALL_KINDS.map(({ type, review }) =>
    review?.AudienceNote && types.includes(type) ? (
      <review.AudienceNote key={type} counted={counted} hasMessage={hasMessage} />
    ) : null,
  );
}
