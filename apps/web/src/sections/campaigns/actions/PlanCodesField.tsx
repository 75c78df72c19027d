import { TagsInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

type PlanCodesFieldProps = {
  id: string;
  label: string;
  error: string | undefined;
  value: string[];
  onChange: (codes: string[]) => void;
};

/** Plans that points or a coupon are for; none means all. */
export function PlanCodesField(props: PlanCodesFieldProps) {
  const { t } = useTranslation("campaigns");
  return (
    <TagsInput
      {...props}
      size="sm"
      maxTags={100}
      splitChars={[",", " ", "、"]}
      description={t("point.planHint")}
      clearable
      clearButtonProps={{ "aria-label": t("point.planClear") }}
    />
  );
}
