import { useTranslation } from "react-i18next";

type Guest = {
  name_kana: string | null;
  member_number: string | null;
  tel: string | null;
  email: string | null;
};

/** What distinguishes guests of one name, in one line beneath it: reading, member number, telephone and mail. */
export function GuestLine({ guest }: { guest: Guest }) {
  const { t } = useTranslation("merges");
  const { name_kana, member_number, tel, email } = guest;
  return (
    <>{[name_kana, member_number && t("member", { number: member_number }), tel, email].filter(Boolean).join(" ")}</>
  );
}
