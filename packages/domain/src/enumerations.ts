// Every enumeration of specification §4 and §9, spelled and ordered as there. Roles and page actions live in permissions/.

export const ACTIVE_STATUSES = ["active", "inactive"] as const;
export type ActiveStatus = (typeof ACTIVE_STATUSES)[number];

export const USER_STATUSES = ["pending", "active", "inactive"] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

export const CAMPAIGN_STATUSES = ["active", "inactive", "stopped"] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

export const PUSH_STATUSES = ["standby", "doing", "done", "failure"] as const;
export type PushStatus = (typeof PUSH_STATUSES)[number];

export const GRANT_STATUSES = ["not_granted", "granted", "excluded"] as const;
export type GrantStatus = (typeof GRANT_STATUSES)[number];

/** How the guest came: booked, or walked in. */
export const RESERVATION_STATUSES = ["reserved", "go_show"] as const;
export type ReservationStatus = (typeof RESERVATION_STATUSES)[number];

export const REGISTRATION_CARD_STATUSES = ["not_filled", "filled"] as const;
export type RegistrationCardStatus = (typeof REGISTRATION_CARD_STATUSES)[number];

export const RANK_TYPES = ["auto", "manual"] as const;
export type RankType = (typeof RANK_TYPES)[number];

export const FAILURE_REASONS = ["invalid_email", "other"] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

export const CAMPAIGN_TYPES = ["basic", "customer_service", "repeat_promotion"] as const;
export type CampaignType = (typeof CAMPAIGN_TYPES)[number];

export const PRESET_TYPES = [
  "birthmonth_benefit",
  "weekday_benefit",
  "good_customer_benefit",
  "fixed_customer_benefit",
  "customer_defection_benefit",
  "potential_good_customer_benefit",
  "online_check_in_promotion",
  "online_check_out_promotion",
  "information",
  "vip_treatment",
  "birthday",
] as const;
export type PresetType = (typeof PRESET_TYPES)[number];

/** The campaign type each preset belongs to. */
export const CAMPAIGN_TYPE_OF_PRESET = {
  birthmonth_benefit: "basic",
  weekday_benefit: "basic",
  good_customer_benefit: "basic",
  fixed_customer_benefit: "basic",
  customer_defection_benefit: "repeat_promotion",
  potential_good_customer_benefit: "repeat_promotion",
  online_check_in_promotion: "customer_service",
  online_check_out_promotion: "customer_service",
  information: "repeat_promotion",
  vip_treatment: "customer_service",
  birthday: "repeat_promotion",
} as const satisfies Record<PresetType, CampaignType>;

/** The presets a campaign of that type may start from. */
export function presetsOf(type: CampaignType): PresetType[] {
  return PRESET_TYPES.filter((preset) => CAMPAIGN_TYPE_OF_PRESET[preset] === type);
}

export const ACTION_TYPES = ["point", "coupon", "line", "mail"] as const;
export type ActionType = (typeof ACTION_TYPES)[number];

export const POINT_EXPIRATION_TYPES = ["none", "date", "days_from_grant", "days_from_last_stay"] as const;
export type PointExpirationType = (typeof POINT_EXPIRATION_TYPES)[number];
export const POINT_REQUEST_STATES = ["waiting", "approved", "rejected", "lapsed"] as const;

export const POINT_GRANT_TYPES = ["absolute", "rate"] as const;
export type PointGrantType = (typeof POINT_GRANT_TYPES)[number];

/** Coupon.discount_type: the same two words as point grants. */
export const DISCOUNT_TYPES = ["absolute", "rate"] as const;
export type DiscountType = (typeof DISCOUNT_TYPES)[number];

export const ABSOLUTE_TYPES = ["action", "plan"] as const;
export type AbsoluteType = (typeof ABSOLUTE_TYPES)[number];

export const RATE_TYPES = ["action", "plan"] as const;
export type RateType = (typeof RATE_TYPES)[number];

export const COUPON_TYPES = ["code", "acquire"] as const;
export type CouponType = (typeof COUPON_TYPES)[number];

export const TAG_TYPES = ["none", "important"] as const;
export type TagType = (typeof TAG_TYPES)[number];

export const LINE_MESSAGE_TYPES = ["text", "sticker", "image", "video", "audio", "location", "template"] as const;
export type LineMessageType = (typeof LINE_MESSAGE_TYPES)[number];

export const LINE_TEMPLATE_TYPES = ["buttons", "confirm", "carousel", "image_carousel", "flex"] as const;
export type LineTemplateType = (typeof LINE_TEMPLATE_TYPES)[number];

export const IMAGE_ASPECT_RATIOS = ["rectangle", "square"] as const;
export type ImageAspectRatio = (typeof IMAGE_ASPECT_RATIOS)[number];

export const IMAGE_SIZES = ["cover", "contain"] as const;
export type ImageSize = (typeof IMAGE_SIZES)[number];

export const STAT_UNITS = ["daily", "weekly", "monthly"] as const;
export type StatUnit = (typeof STAT_UNITS)[number];

export const MAIL_TEMPLATE_FEATURE_TYPES = ["campaign", "registration_card"] as const;
export type MailTemplateFeatureType = (typeof MAIL_TEMPLATE_FEATURE_TYPES)[number];

export const MESSAGE_JOB_TYPES = ["mail"] as const;
export type MessageJobType = (typeof MESSAGE_JOB_TYPES)[number];

export const MESSAGE_JOB_FEATURE_TYPES = ["test", "registration_card"] as const;
export type MessageJobFeatureType = (typeof MESSAGE_JOB_FEATURE_TYPES)[number];

export const RANK_DEFINITIONS = ["stay", "use_price", "get_point"] as const;
export type RankDefinition = (typeof RANK_DEFINITIONS)[number];

export const AUTO_SEND_TARGETS = ["all", "registration_card_not_filled", "registration_card_unsent"] as const;
export type AutoSendTarget = (typeof AUTO_SEND_TARGETS)[number];

export const RESERVATION_SYSTEMS = ["NONE", "DYN_DI"] as const;
export type ReservationSystem = (typeof RESERVATION_SYSTEMS)[number];

export const GROUP_TYPES = ["individual", "group"] as const;
export type GroupType = (typeof GROUP_TYPES)[number];

export const LANGUAGE_CODES = ["ja", "en"] as const;
export type LanguageCode = (typeof LANGUAGE_CODES)[number];

export const FEED_CHANNELS = ["dynalution", "s4"] as const;
export type FeedChannel = (typeof FEED_CHANNELS)[number];

export const GUEST_TYPES = ["representative", "companion"] as const;
export type GuestType = (typeof GUEST_TYPES)[number];

// Values the specification has no word for; each has a column of its own.

/** What makes codes of reservations and stays one range: files and the plain feed share one, each system has its own. */
export const CODE_SPACES = ["none", ...FEED_CHANNELS] as const;
export type CodeSpace = (typeof CODE_SPACES)[number];

export const GENDERS = ["male", "female", "other"] as const;
export type Gender = (typeof GENDERS)[number];

/** Where a stay stands, from its dates (product rules: cancelled, in house and checked out are derived). */
export const STAY_STATES = ["reserved", "in_house", "checked_out", "cancelled", "no_show"] as const;
export type StayState = (typeof STAY_STATES)[number];
