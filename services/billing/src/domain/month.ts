/** Months as accountants in Johannesburg count them, written `YYYY-MM`. */

/** South Africa has kept UTC+2 all year since 1944. */
const offsetMs = 2 * 3_600_000;
/** Grace period before a month is invoiced: events from just before midnight may arrive late. */
const graceMs = 2 * 3_600_000;

const local = (at: Date): string => new Date(at.getTime() + offsetMs).toISOString();

/** The calendar month of an instant, in Johannesburg time. */
export const monthOf = (at: Date): string => local(at).slice(0, 7);

/** `YYYY-MM-DD` in Johannesburg. */
export const dayOf = (at: Date): string => local(at).slice(0, 10);

export const nextMonth = (month: string): string => shifted(month, 1);
export const previousMonth = (month: string): string => shifted(month, -1);

/** The last month that is over: it is invoiced two hours after its end, on the 1st. */
export const lastClosedMonth = (now: Date): string =>
  previousMonth(monthOf(new Date(now.getTime() - graceMs)));

/** When the drafts of a month are due to become invoices. */
export const invoicingTime = (month: string): Date =>
  new Date(Date.parse(`${nextMonth(month)}-01T00:00:00Z`) - offsetMs + graceMs);

function shifted(month: string, by: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}
