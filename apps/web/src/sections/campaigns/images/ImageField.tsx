import { Button } from "@mantine/core";
import { IMAGE_TYPES, imagePath, MAX_IMAGE_BYTES } from "@okaeri/contract/image-limits";
import { BLOCK_LENGTHS } from "@okaeri/domain/messaging/mail-blocks";
import { IconPhotoOff } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type ClipboardEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { client } from "../../../api/client.ts";
import { FileDrop } from "../../../ui/FileDrop.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import styles from "./ImageField.module.css";

/** `image`: the hash of a stored picture; null while there is none. */
export type ImageValue = { image: string | null; alt: string };
type ImageFieldProps = ImageValue & {
  onChange: (picture: ImageValue) => void;
  errors?: { image?: string | undefined; alt?: string | undefined };
  reading?: boolean;
};

/** A picture by choosing, dropping or pasting, and the words that stand for it where it is not shown. */
export function ImageField({ image, alt, onChange, errors = {}, reading = false }: ImageFieldProps) {
  const { t } = useTranslation("images");
  const id = useId();
  const [refused, setRefused] = useState<string>();
  const [replacing, setReplacing] = useState(false);
  // What was typed while the picture was on its way counts.
  const latestAlt = useRef(alt);
  latestAlt.current = alt;
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const body = new Blob([await file.arrayBuffer()], { type: file.type });
      return client.images.upload({ body });
    },
    onSuccess: ({ hash }) => {
      setReplacing(false);
      onChange({ image: hash, alt: latestAlt.current });
    },
    onError: (error) => {
      const { fields, message } = toAppError(error);
      setRefused(fields.image ?? message);
    },
    throwOnError: false,
  });
  const take = (file: File) => {
    if (reading || upload.isPending) return;
    const taken = IMAGE_TYPES.some((type) => type === file.type);
    const problem = !taken ? t("wrongType") : file.size > MAX_IMAGE_BYTES ? t("tooLarge") : undefined;
    setRefused(problem);
    if (problem === undefined) upload.mutate(file);
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files].find(({ type }) => type.startsWith("image/"));
    if (!pasted) return;
    event.preventDefault();
    take(pasted);
  };
  const showsDrop = !reading && (image === null || replacing);
  return (
    <fieldset className={styles.field} onPaste={paste}>
      <legend className={styles.legend}>{t("label")}</legend>
      {image === null ? null : <Shown key={image} image={image} alt={alt} />}
      {showsDrop ? (
        <FileDrop
          label={t("choose")}
          accept={IMAGE_TYPES.join()}
          hint={t("hint")}
          error={refused ?? errors.image}
          disabled={upload.isPending}
          onFile={take}
        />
      ) : null}
      <p className={styles.status} role="status">
        {upload.isPending ? t("uploading") : ""}
      </p>
      {image === null || reading ? null : (
        <div className={styles.acts}>
          <Button
            size="xs"
            disabled={upload.isPending}
            onClick={() => {
              setRefused(undefined);
              setReplacing(!replacing);
            }}
          >
            {replacing ? t("keep") : t("replace")}
          </Button>
          <Button size="xs" disabled={upload.isPending} onClick={() => onChange({ image: null, alt })}>
            {t("remove")}
          </Button>
        </div>
      )}
      <TextField
        id={`${id}-alt`}
        label={t("alt")}
        help={t("altHelp")}
        value={alt}
        rule={{ max: BLOCK_LENGTHS.alt }}
        error={errors.alt}
        reading={reading}
        onChange={(next) => onChange({ image, alt: next })}
      />
    </fieldset>
  );
}

/** The picture, or that it is no longer there. */
function Shown({ image, alt }: { image: string; alt: string }) {
  const { t } = useTranslation("images");
  const [gone, setGone] = useState(false);
  if (gone)
    return (
      <p className={styles.gone} role="alert">
        <IconPhotoOff size={18} aria-hidden /> {t("gone")}
      </p>
    );
  return <img className={styles.picture} src={imagePath(image)} alt={alt} onError={() => setGone(true)} />;
}
