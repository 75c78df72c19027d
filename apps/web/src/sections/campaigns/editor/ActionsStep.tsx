import { Button } from "@mantine/core";
import { MAX_ACTIONS } from "@okaeri/domain/campaigns/readiness";
import { IconCoins, IconMail, IconTicket } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Card } from "../../../ui/Card.tsx";
import { ConditionSummary } from "../ConditionSummary.tsx";
import styles from "../campaigns.module.css";
import { CouponForm } from "./CouponForm.tsx";
import { type DraftAction, type DraftSegment, newCoupon, newMail, newPoint, withSegment } from "./draft.ts";
import { fieldId } from "./draft-problems.ts";
import { useEditor } from "./editor-context.ts";
import { MailForm } from "./MailForm.tsx";
import { MailPreview } from "./MailPreview.tsx";
import { PointForm } from "./PointForm.tsx";
import { toTarget } from "./target-tree.ts";

/** ③ What each segment gets: points, a coupon, a mail; the mail beside it as a real guest reads it. */
export function ActionsStep() {
  const { t } = useTranslation("campaigns");
  const { draft, current } = useEditor();
  const shown = draft.segments[current]?.actions.some(({ type }) => type === "mail")
    ? current
    : draft.segments.findIndex(({ actions }) => actions.some(({ type }) => type === "mail"));
  const segments = draft.segments.map((segment, index) => (
    <SegmentActions key={segment.key} segment={segment} index={index} />
  ));
  if (shown < 0) return <div className={styles.stack}>{segments}</div>;
  return (
    <div className={styles.columnsEven}>
      <div className={styles.stack}>{segments}</div>
      <aside className={styles.side} aria-label={t("preview.title")}>
        <MailPreview index={shown} />
      </aside>
    </div>
  );
}

function SegmentActions({ segment, index }: { segment: DraftSegment; index: number }) {
  const { t } = useTranslation("campaigns");
  const { draft, change, errorAt, setCurrent } = useEditor();
  const path = `segments.${index}.actions`;
  const setActions = (recipe: (actions: DraftAction[]) => DraftAction[]) =>
    change((before) => withSegment(before, index, (old) => ({ ...old, actions: recipe(old.actions) })));
  const hasMail = segment.actions.some(({ type }) => type === "mail");
  const hasPoint = segment.actions.some(({ type }) => type === "point");
  const hasCoupon = segment.actions.some(({ type }) => type === "coupon");
  const full = segment.actions.length >= MAX_ACTIONS;
  // A send grants once to everybody; an always-on campaign may grant differently per plan.
  const morePoints = !full && (!hasPoint || draft.type !== "repeat_promotion");
  return (
    <section
      id={fieldId(path)}
      tabIndex={-1}
      className={styles.stack}
      aria-label={t("problem.inSegment", { n: index + 1, label: t("step.actions") })}
      onFocusCapture={() => setCurrent(index)}
    >
      <Card title={t("segment.title", { n: index + 1 })} note={t("action.forWhom")}>
        <ConditionSummary node={toTarget(segment.target)} />
        <div className={styles.actionButtons}>
          {morePoints ? (
            <Button
              leftSection={<IconCoins size={16} aria-hidden />}
              onClick={() => setActions((actions) => [...actions, newPoint()])}
            >
              {t(hasPoint ? "action.addAnotherPoint" : "action.addPoint")}
            </Button>
          ) : null}
          {!full && !hasCoupon && draft.type !== "basic" ? (
            <Button
              leftSection={<IconTicket size={16} aria-hidden />}
              onClick={() => setActions((actions) => [...actions, newCoupon()])}
            >
              {t("action.addCoupon")}
            </Button>
          ) : null}
          {!full && !hasMail && draft.type !== "basic" ? (
            <Button
              leftSection={<IconMail size={16} aria-hidden />}
              onClick={() => setActions((actions) => [...actions, newMail()])}
            >
              {t("action.addMail")}
            </Button>
          ) : null}
        </div>
        {draft.type === "basic" ? <p className={styles.quiet}>{t("action.onlyPoints")}</p> : null}
        {errorAt(path) ? (
          <p className={styles.error} role="alert">
            {errorAt(path)}
          </p>
        ) : null}
      </Card>
      {segment.actions.map((action, at) => {
        const place = { segment: index, action: at, path: `${path}.${at}` };
        const remove = () => setActions((actions) => actions.filter((_, position) => position !== at));
        if (action.type === "point")
          return <PointForm key={action.key} point={action.point} place={place} onRemove={remove} />;
        if (action.type === "coupon")
          return <CouponForm key={action.key} coupon={action.coupon} place={place} onRemove={remove} />;
        return <MailForm key={action.key} mail={action.mail} place={place} onRemove={remove} />;
      })}
    </section>
  );
}
