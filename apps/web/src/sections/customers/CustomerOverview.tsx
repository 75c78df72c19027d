import { countryName } from "@okaeri/domain/customers/country-name";
import { useQuery } from "@tanstack/react-query";
import dayjs from "dayjs";
import { useTranslation } from "react-i18next";
import { useProgrammeLabel } from "../../parts/accounts/use-programme-label.ts";
import { ExpiringPoints, PointDebt } from "../../parts/points/points-left.tsx";
import { AppLink } from "../../shell/AppLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { CopyText } from "../../ui/CopyText.tsx";
import { formatCount } from "../../ui/format.ts";
import { KeyValueList, type SummaryItem } from "../../ui/SummaryStrip.tsx";
import { DateText } from "../../ui/values.tsx";
import { ConsentLedger } from "./ConsentLedger.tsx";
import { CustomerNotes } from "./CustomerNotes.tsx";
import styles from "./CustomerOverview.module.css";
import { CustomerRank } from "./CustomerRank.tsx";
import { CustomerScores } from "./CustomerScores.tsx";
import { type CustomerDetail, customerDetailQuery, customerSiteQuery } from "./customers.api.ts";
import { MergedCustomers } from "./MergedCustomers.tsx";
import { SuppressionCard } from "./SuppressionCard.tsx";

/** Who the guest is, how they rate, what their points are worth and what they agreed to. */
export function CustomerOverview({ id }: { id: number }) {
  const { data: customer } = useQuery(customerDetailQuery(id));
  if (customer === undefined) return null;
  const mayEdit = customer.page_actions.includes("edit");
  return (
    <div className={styles.overview}>
      <div className={styles.side}>
        <ProfileCard customer={customer} />
        <CustomerNotes id={id} mayEdit={mayEdit} />
      </div>
      <div className={styles.side}>
        <CustomerRank customer={customer} />
        <CustomerScores customer={customer} />
        <PointsCard customer={customer} />
        <SuppressionCard id={id} mayEdit={mayEdit} />
        <ConsentLedger id={id} mayEdit={mayEdit} />
        <MergedCustomers customer={customer} />
      </div>
    </div>
  );
}

function ProfileCard({ customer }: { customer: CustomerDetail }) {
  const { t, i18n } = useTranslation(["customers", "ui"]);
  const named = useProgrammeLabel();
  const { data: site } = useQuery(customerSiteQuery());
  const none = t("ui:none");
  const { gender, birthday, nationality } = customer;
  const age = birthday && site ? dayjs(site.today).diff(birthday, "year") : undefined;
  const typed = [customer.name_typed, customer.name_kana_typed].filter((text) => text !== null);
  const items: SummaryItem[] = [
    ...(typed.length === 0 ? [] : [{ label: t("profile.typed"), value: typed.join(t("ui:filter.separator")) }]),
    {
      label: t("profile.member"),
      value: customer.member_number ? <CopyText value={customer.member_number} /> : none,
    },
    {
      label: t("profile.mail"),
      value: customer.email ? <CopyText value={customer.email} /> : none,
      note:
        customer.email_typed === null
          ? t(`mailState.${customer.mail_state}`)
          : t("profile.mailUnreachable", { typed: customer.email_typed }),
    },
    {
      label: t("profile.tel"),
      value: customer.tel ? <CopyText value={customer.tel} /> : none,
      note: customer.tel_typed === null ? undefined : t("profile.telTyped", { typed: customer.tel_typed }),
    },
    { label: t("profile.line"), value: t(`lineState.${customer.line_state}`) },
    { label: t("profile.postcode"), value: customer.postcode ?? none },
    { label: t("profile.address"), value: customer.address ?? none },
    {
      label: t("profile.birthday"),
      value: <DateText value={birthday} />,
      note: age === undefined ? undefined : t("profile.age", { n: age }),
    },
    { label: t("profile.gender"), value: isGender(gender) ? t(`gender.${gender}`) : none },
    { label: t("profile.nationality"), value: nationality ? countryName(nationality, i18n.language) : none },
    { label: t("profile.language"), value: t(`language.${customer.language}`) },
    {
      label: t("profile.types"),
      value:
        customer.customer_types.length === 0
          ? none
          : customer.customer_types.map((one) => one.name).join(t("ui:filter.separator")),
    },
    { label: named(t("profile.firstStay")), value: <DateText value={customer.first_stay_on} /> },
    { label: t("profile.createdAt"), value: <DateText value={customer.created_at} withTime /> },
    { label: t("profile.notes"), value: customer.notes ?? none },
  ];
  return (
    <Card title={t("profile.title")}>
      <KeyValueList items={items} />
    </Card>
  );
}

function isGender(value: string | null): value is "male" | "female" | "other" {
  return value === "male" || value === "female" || value === "other";
}

function PointsCard({ customer }: { customer: CustomerDetail }) {
  const { t } = useTranslation(["customers", "ui"]);
  const named = useProgrammeLabel();
  return (
    <Card
      title={named(t("points.title"))}
      note={formatCount(customer.point_balance, "points")}
      aside={<AppLink to={`/customers/${customer.id}/grant-points`}>{t("points.history")}</AppLink>}
    >
      <PointDebt debt={customer.point_debt} size="small" />
      <ExpiringPoints expiring={customer.expiring_points} size="small" />
    </Card>
  );
}
