/** Calendar days of the carrier, in South African time. */
const carrierDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Johannesburg' });

/** `YYYY-MM-DD` of a time in Johannesburg. */
export const carrierDayOf = (at: Date): string => carrierDay.format(at);
