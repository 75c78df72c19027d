/** For so many days after a message or a click a booking is credited to the campaign, unless the programme says otherwise. */
export const CONVERSION_DAYS = 30;
