/** Head of a stop: where it is, and the ways there by navigation and telephone. */
import type { RunStop } from './api-answers.ts';
import type { StoredJob } from './database.ts';
import { element } from './dom.ts';

type Contact = StoredJob['pickup_contact'];

const callLink = (who: string, number: string): HTMLElement =>
  element('a', { href: telLink(number), class: 'wide' }, `Call ${who}`);

/** RFC 3966: a telephone number in a link has no blanks. */
const telLink = (number: string): string => `tel:${number.replaceAll(/[^\d+]/g, '')}`;

/** Address and hours of a door; its links, with those of the contacts that jobs name. */
export function stopHead(
  { name, address, phone, position, receiving_hours }: RunStop,
  contacts: readonly Contact[],
): Node[] {
  const people = contacts.filter((contact) => contact !== null);
  const calls = new Map(people.map((contact) => [contact.phone, contact.name]));
  if (phone !== null) calls.set(phone, name);
  const navigate = position
    ? [element('a', { href: mapLink(position), class: 'wide' }, `Navigate to ${name}`)]
    : [];
  return [
    element('p', {}, address),
    ...(receiving_hours === '' ? [] : [element('p', {}, `Open: ${receiving_hours}`)]),
    element(
      'div',
      { class: 'links' },
      ...navigate,
      ...[...calls].map(([number, who]) => callLink(who, number)),
    ),
  ];
}

/** Link to the device's own navigation: RFC 5870, and Apple's scheme where that is unknown. */
const mapLink = ({ lat, lng }: NonNullable<RunStop['position']>): string =>
  /iPhone|iPad|Macintosh/.test(navigator.userAgent)
    ? `maps:?daddr=${lat},${lng}`
    : `geo:${lat},${lng}?q=${lat},${lng}`;
