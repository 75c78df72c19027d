import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { isWritten, previewQuestion } from "@okaeri/contract/campaigns/actions/mail/question";
import { parseTarget } from "@okaeri/domain/segments/target";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../../../ui/Card.tsx";
import { ErrorState } from "../../../../ui/ErrorState.tsx";
import { Tag } from "../../../../ui/Tag.tsx";
import { useSearchWords } from "../../../../ui/use-search-words.ts";
import { guestSearchQuery, mailPreviewQuery, type PreviewQuestion } from "../../campaigns.api.ts";
import text from "../../text.module.css";
import { inWording } from "../../variants/variant-key.ts";
import type { EditorPreviewProps } from "../kind.ts";
import { CouponExample } from "./CouponExample.tsx";
import { MailPaper, type PaperLook, PaperLookChoice } from "./MailPaper.tsx";
import { MailSize } from "./MailSize.tsx";
import { blocksOfActions } from "./mail-draft.ts";
import { OmittedParts } from "./OmittedParts.tsx";
import styles from "./preview.module.css";

/** The mail as a real guest of the segment reads it; any other guest can be chosen. */
export function MailPreview({
  target,
  occasions,
  purpose,
  period,
  actions: all,
  examples,
  variantKeyOf,
  guest,
  onGuest,
}: EditorPreviewProps) {
  const { t } = useTranslation("campaigns");
  const [look, setLook] = useState<PaperLook>({ width: "phone", dark: false });
  const actions = inWording(all, variantKeyOf);
  const written = isWritten(actions);
  const askable = written && target !== undefined && parseTarget(target).ok;
  const question = askable ? previewQuestion({ target, occasions, purpose, period }, actions, guest) : undefined;
  const [asked] = useDebouncedValue(JSON.stringify(question), 400);
  const preview = useQuery(mailPreviewQuery(asked === undefined ? undefined : (JSON.parse(asked) as PreviewQuestion)));
  const shown = written ? preview.data : undefined;
  return (
    <Card title={t("preview.title")} aside={<PaperLookChoice look={look} onChange={setLook} />}>
      <GuestPicker examples={examples} guest={guest} shown={shown?.customer?.name} onPick={onGuest} />
      {preview.isError && written ? (
        <ErrorState message={preview.error.message} onRetry={() => void preview.refetch()} />
      ) : shown === undefined ? (
        <p className={text.quiet} role="status">
          {t(askable ? "preview.loading" : written ? "preview.needsTarget" : "preview.needsWords")}
        </p>
      ) : (
        <>
          {shown.problems.length > 0 ? (
            <ul className={styles.previewProblems} role="alert">
              {shown.problems.map((problem) => (
                <li key={`${problem.field} ${problem.message}`}>
                  <Tag kind="warning">{t("preview.problem")}</Tag> {problem.message}
                </li>
              ))}
            </ul>
          ) : null}
          {shown.customer === null ? <p className={text.quiet}>{t("preview.nobody")}</p> : null}
          <CouponExample shown={shown} />
          <OmittedParts shown={shown} blocks={blocksOfActions(actions)} />
          <MailPaper mail={shown} look={look} />
          <MailSize html={shown.html} />
        </>
      )}
    </Card>
  );
}

type GuestPickerProps = {
  examples: EditorPreviewProps["examples"];
  guest: number | null;
  shown: string | undefined;
  onPick: (id: number | null) => void;
};

/** Guests of the segment first; typing looks through all of them. */
function GuestPicker({ examples, guest, shown, onPick }: GuestPickerProps) {
  const { t } = useTranslation("campaigns");
  const [words, setWords] = useState("");
  const [picked, setPicked] = useState<{ id: number; name: string }>();
  const { asked, areOld } = useSearchWords(words.trim(), 300);
  const found = useQuery(guestSearchQuery(asked));
  const old = areOld(found);
  const searching = words.trim() !== "" && words !== picked?.name;
  const guests = searching ? (old ? [] : (found.data?.items ?? [])) : examples;
  const all = [...(picked && !guests.some(({ id }) => id === picked.id) ? [picked] : []), ...guests];
  return (
    <Select
      className={styles.guest ?? ""}
      label={t("preview.guest")}
      placeholder={shown ?? t("preview.guestHint")}
      aria-busy={searching && old}
      searchable
      clearable
      value={guest === null ? null : String(guest)}
      searchValue={words}
      onSearchChange={setWords}
      data={all.map(({ id, name }) => ({ value: String(id), label: name }))}
      // The server has searched already, by kana, mail and member number too.
      filter={({ options }) => options}
      nothingFoundMessage={t(old || found.isFetching ? "preview.searching" : "preview.notFound")}
      onChange={(value) => {
        const chosen = all.find(({ id }) => String(id) === value);
        setPicked(chosen);
        onPick(chosen?.id ?? null);
      }}
    />
  );
}
