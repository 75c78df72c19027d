import { box, button, heading, onlyFor, text, writtenBlocks } from "@okaeri/domain/messaging/written-blocks";
import { REGULARS, SITE, template } from "./template.ts";

const english = template("en", "Everybody at Hananoyu");

export const BIRTHDAY_EN = english("誕生日のお祝い", "誕生日", {
  title: "Your birthday is coming up, {{ name }}",
  preheader: "A gift for a stay in the month of your birthday or the month after",
  blocks: writtenBlocks(
    heading("Happy birthday in advance"),
    text(
      "Dear {{ name }},\n\nYour birthday is just around the corner, and all of us send you our very best wishes.\n\nWe would be honoured to celebrate it with you at {{ facility_name }}, and have a small gift for your stay.",
    ),
    box("coupon"),
    text("A cake after dinner or flowers in your room? Mention your birthday when you book, and we will arrange it."),
    button("See available rooms", `${SITE}/en/rooms`),
    box("divider"),
    text("May the year ahead bring you much joy."),
  ),
});

export const BEFORE_ARRIVAL_EN = english("ご到着前のご案内", "ご到着前", {
  title: "We look forward to your arrival, {{ name }}",
  preheader: "Your reservation, and how to reach us",
  blocks: writtenBlocks(
    text(
      "Dear {{ name }},\n\nThank you very much for your reservation. Your stay is only a few days away, so here is everything you need.",
    ),
    box("stay"),
    heading("When you arrive"),
    text(
      "Check-in is from 15:00 to 20:00.\nPlease call us if you expect to arrive after 20:00.\nOur shuttle bus leaves the station at 14:30 and 15:30.",
    ),
    button("How to get here", `${SITE}/en/access`),
    heading("Meals and rooms"),
    text(
      "If you have allergies or food that you do not eat, please reply to this mail by 18:00 on the day before.\nBedding for children and rooms without steps can be arranged as well.",
    ),
    text("We wish you a pleasant journey."),
  ),
});

export const AFTER_STAY_EN = english("ご滞在のお礼", "お礼", {
  title: "Thank you for staying with us, {{ name }}",
  preheader: "Our thanks, and points for your next stay",
  blocks: writtenBlocks(
    heading("Thank you for your stay"),
    text(
      "Dear {{ name }},\n\nThank you very much for staying at {{ facility_name }}. We hope you had a good journey home.\n\nAs a token of our thanks you have received {{ granted_points }} points.",
    ),
    box("points"),
    text("One point is worth one yen when you pay for your next stay."),
    box("divider"),
    heading("How was it?"),
    text("Whatever you noticed, good or bad, we would be glad to hear it. It helps us to look after our guests."),
    button("Tell us about your stay", `${SITE}/en/voice`),
    text("We look forward to welcoming you again."),
  ),
});

export const SEASON_EN = english("秋のお便り", "季節", {
  title: "Autumn leaves at {{ facility_name }}",
  preheader: "Maple leaves around the open-air bath, and the dishes of the season",
  blocks: writtenBlocks(
    heading("News of the season"),
    text(
      "Dear {{ name }},\n\nMornings and evenings have turned cool, and the mountains begin to change their colours.\nThis year the leaves should be at their best from late October to the middle of November.",
    ),
    heading("Maple leaves around the bath"),
    text("From dusk until 21:00 the trees around the open-air bath are lit, and the red leaves float above the steam."),
    heading("An autumn dinner"),
    text(
      "Mushrooms steamed in a teapot, bonito on its way south, rice with chestnuts: our chef’s menu for these weeks.",
    ),
    button("See our autumn offers", `${SITE}/en/autumn`),
    onlyFor(
      REGULARS,
      text(
        "You have been our guest again and again, {{ name }}: a sweet of the season will be waiting in your room. There is no need to ask for it.",
      ),
    ),
    box("divider"),
    text("Your points can be used to pay for your stay."),
    box("points"),
  ),
});

export const LONG_TIME_EN = english("お久しぶりのお客様へ", "再訪", {
  title: "We would love to welcome you back, {{ name }}",
  preheader: "A coupon is waiting for you",
  blocks: writtenBlocks(
    heading("We hope all is well with you"),
    text(
      "Dear {{ name }},\n\nIt has been a while since your last stay at {{ facility_name }}.\nThat was on {{ last_stay_on }}.",
    ),
    text("We would be delighted to see you again, and have a coupon for your next stay."),
    box("coupon"),
    button("See available rooms", `${SITE}/en/rooms`),
    box("divider"),
    text("The points of your earlier stays are still yours to use."),
    box("points"),
    text("With warm regards from all of us."),
  ),
});
