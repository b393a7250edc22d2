/** Calendar days of the carrier, which drives in South Africa. */
const carrierDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Johannesburg' });

/** `YYYY-MM-DD` of a moment in Johannesburg. */
export const carrierDayOf = (at: Date): string => carrierDay.format(at);
