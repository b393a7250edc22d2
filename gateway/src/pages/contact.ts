/** Contacts: names, telephone numbers and addresses as links. */
import type { Party } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';

/** The links alone; nothing where no contact is set. */
export function contactLinks({ phone, email }: Omit<Party, 'name'>): Html | undefined {
  if (phone === null && email === null) return undefined;
  return html`<span class="contact">${phone === null ? undefined : html`<a href="${phoneUrl(phone)}">${phone}</a>`}
${email === null ? undefined : html`<a href="mailto:${email}">${email}</a>`}</span>`;
}

/** One link for the head of a page: the telephone, else the mail. */
export const callLink = ({ phone, email }: Party): Html | undefined =>
  contactLinks({ phone, email: phone === null ? email : null });

/** RFC 3966: a telephone number in a link has no blanks. */
export const phoneUrl = (phone: string): string => `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
