/** Who may open what, written down apart from the table of pages, from which all other tests take it. */
import { expect, it } from 'vitest';
import { deskTable } from '../src/pages/index.ts';
import type { PageAccess } from '../src/route/place.ts';

const accesses: readonly (readonly [PageAccess, RegExp])[] = [
  ['signed_in', /^(page \/|form \/sign-out|\w+ \/sessions.*)$/],
  ['ops:disposition', /^form \/desk\/.*\/disposition$/],
  ['ops:dispatch', /^\w+ \/desk(\/(?!.*\/disposition$).*)?$/],
  ['jobs:read', /^(page \/jobs.*|download \/jobs(\.csv|\/{id}\/(label.*|waybill)))$/],
  ['jobs:write', /^(form \/jobs\/.*|\w+ \/(book(\/templates.*)?|routes.*|reception.*))$/],
  ['quotes:write', /^\w+ \/(book\/price|prices)$/],
  ['custody:read', /^download \/jobs\/{id}\/bundle$/],
  ['certificates:read', /^download \/jobs\/{id}\/certificate(-proof)?$/],
  ['temperature:read', /^download \/jobs\/{id}\/temperature-bundle$/],
  ['pod:read', /^download \/jobs\/{id}\/proof$/],
  ['invoices:read', /^\w+ \/(invoices|statements)(\/.*)?$/],
  ['admin:sites', /^\w+ \/(sites|policies)(\/.*)?$/],
  ['admin:users', /^\w+ \/(people|clients|keys|requests)(\/.*)?$/],
  ['audit:read', /^\w+ \/audit(\.csv)?$/],
  ['webhooks:manage', /^\w+ \/(webhooks|events|usage)(\/.*)?$/],
];

it('the desk opens each page, download and form to the scope of its part alone', () => {
  const faults = deskTable.flatMap(({ kind, path, access }) => {
    const expected = accesses.filter(([, paths]) => paths.test(`${kind} ${path}`));
    const isRight = expected.length === 1 && expected[0]?.[0] === access;
    return isRight ? [] : [`${kind} ${path} is open to ${access}, expected ${expected.join(' ')}`];
  });
  expect(faults).toEqual([]);
});
