import { PRESET_NAMES } from "@okaeri/domain/campaigns/presets/names";

/** Words of presets, and of the page where a campaign begins. */
export const presetTexts = {
  preset: PRESET_NAMES.en,
  begin: {
    lead: "Choose what comes closest: you get a draft with its guests and content, and can change all of it.",
    loading: "Loading the presets",
    group: {
      basic: "Grant points with each stay",
      customer_service: "Look after guests around their stay",
      repeat_promotion: "Bring guests back",
    },
    today: "Means {{n}} today",
    lastStays: "{{n}} whose last stay it means",
    counting: "Counting guests",
    uncounted: "The guests could not be counted",
    making: "Making the draft",
    lacks: "What it needs first",
    setUp: "Set up",
    blank: "Start from blank",
    blankOf: "Start from blank: {{type}}",
    blankText: {
      basic: "Decide yourself which stays earn how many points.",
      customer_service: "Decide yourself who gets what, and when.",
      repeat_promotion: "Decide yourself who gets what.",
    },
    forGuests: "For {{n}}",
    selectedUncounted: "For the guests you chose",
    selectedNote: "Whichever you choose, these guests are whom it means first.",
    selectedDrop: "Do without these guests",
    otherGuests: "A campaign for each stay cannot ask for the guests you chose.",
  },
};
