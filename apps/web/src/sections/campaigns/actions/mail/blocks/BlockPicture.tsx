import type { MailDetailBlock } from "@okaeri/contract/campaigns/actions/mail/mail";
import { ImageField } from "../../../images/ImageField.tsx";
import { useMailEditing } from "../mail-editing.ts";

type BlockPictureProps = { block: MailDetailBlock; at: number; onChange: (part: Partial<MailDetailBlock>) => void };

/** A picture, and the words that stand for it where it is not shown. */
export function BlockPicture({ block: { image, alt }, at, onChange }: BlockPictureProps) {
  const { field } = useMailEditing();
  const picture = field(`blocks.${at}.image`);
  return (
    <div id={picture.id} tabIndex={-1}>
      <ImageField
        image={image}
        alt={alt}
        errors={{ image: picture.error, alt: field(`blocks.${at}.alt`).error }}
        onChange={(next) => onChange({ image: next.image, alt: next.alt })}
      />
    </div>
  );
}
