import type { BlockKind } from "@okaeri/domain/messaging/mail-blocks";
import {
  IconAlignLeft,
  IconBed,
  IconCoins,
  IconHandClick,
  IconHeading,
  IconMinus,
  IconPhoto,
  IconTicket,
} from "@tabler/icons-react";
import type { ComponentType } from "react";

export const KIND_ICONS: Record<BlockKind, ComponentType<{ size: number; "aria-hidden": boolean }>> = {
  heading: IconHeading,
  text: IconAlignLeft,
  url: IconHandClick,
  image: IconPhoto,
  divider: IconMinus,
  coupon: IconTicket,
  points: IconCoins,
  stay: IconBed,
};
