import { describe, expect, it } from "vitest";
import * as lists from "./enumerations.ts";
import { presetsOf } from "./enumerations.ts";

const byName: Record<string, unknown> = { ...lists };

describe("§4 and §9 enumerations", () => {
  it.each<[keyof typeof lists, string]>([
    ["ACTIVE_STATUSES", "active, inactive"],
    ["USER_STATUSES", "pending, active, inactive"],
    ["CAMPAIGN_STATUSES", "active, inactive, stopped"],
    ["PUSH_STATUSES", "standby, doing, done, failure"],
    ["GRANT_STATUSES", "not_granted, granted, excluded"],
    ["RESERVATION_STATUSES", "reserved, go_show"],
    ["REGISTRATION_CARD_STATUSES", "not_filled, filled"],
    ["RANK_TYPES", "auto, manual"],
    ["FAILURE_REASONS", "invalid_email, other"],
    ["CAMPAIGN_TYPES", "basic, customer_service, repeat_promotion"],
    [
      "PRESET_TYPES",
      "birthmonth_benefit, weekday_benefit, good_customer_benefit, fixed_customer_benefit, customer_defection_benefit, potential_good_customer_benefit, online_check_in_promotion, online_check_out_promotion, information, vip_treatment, birthday",
    ],
    ["ACTION_TYPES", "point, coupon, line, mail"],
    ["POINT_EXPIRATION_TYPES", "none, date, days_from_grant, days_from_last_stay"],
    ["POINT_GRANT_TYPES", "absolute, rate"],
    ["ABSOLUTE_TYPES", "action, plan"],
    ["RATE_TYPES", "action, plan"],
    ["COUPON_TYPES", "code, acquire"],
    ["TAG_TYPES", "none, important"],
    ["LINE_MESSAGE_TYPES", "text, sticker, image, video, audio, location, template"],
    ["LINE_TEMPLATE_TYPES", "buttons, confirm, carousel, image_carousel, flex"],
    ["IMAGE_ASPECT_RATIOS", "rectangle, square"],
    ["IMAGE_SIZES", "cover, contain"],
    ["STAT_UNITS", "daily, weekly, monthly"],
    ["MAIL_TEMPLATE_FEATURE_TYPES", "campaign, registration_card"],
    ["MESSAGE_JOB_TYPES", "mail"],
    ["MESSAGE_JOB_FEATURE_TYPES", "test, registration_card"],
    ["RANK_DEFINITIONS", "stay, use_price, get_point"],
    ["AUTO_SEND_TARGETS", "all, registration_card_not_filled, registration_card_unsent"],
    ["RESERVATION_SYSTEMS", "NONE, DYN_DI"],
    ["GROUP_TYPES", "individual, group"],
    ["LANGUAGE_CODES", "ja, en"],
    ["FEED_CHANNELS", "dynalution, s4"],
    ["GUEST_TYPES", "representative, companion"],
  ])("%s is %s", (name, expected) => {
    expect((byName[name] as readonly string[]).join(", ")).toBe(expected);
  });
  it("presets by campaign type", () => {
    expect(presetsOf("basic")).toHaveLength(4);
    expect(presetsOf("customer_service")).toEqual([
      "online_check_in_promotion",
      "online_check_out_promotion",
      "vip_treatment",
    ]);
    expect(presetsOf("repeat_promotion")).toHaveLength(4);
  });
});
