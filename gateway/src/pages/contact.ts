/** Contacts: names, telephone numbers and addresses as links. */
import type { Party } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';

/** The links alone; nothing where no contact is set. */
export function contactLinks({ phone, email }: Omit<Party, 'name'>): Html | undefined {
  if (phone === null && email === null) return undefined;
  return html`<span class="contact">${phone === null ? undefined : phoneLink(phone)}
${email === null ? undefined : html`<a href="mailto:${email}">${email}</a>`}</span>`;
}

/** RFC 3966: a telephone number in a link has no blanks. */
const phoneLink = (phone: string): Html =>
  html`<a href="tel:${phone.replaceAll(/[^+\d]/g, '')}">${phone}</a>`;
