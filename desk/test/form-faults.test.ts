/** Entries that do not fit, and refusals of services: each is shown at its field, in words. */
import { errors } from '@svc/contracts';
import { expect, it } from 'vitest';
import { deskTable } from '../src/pages/index.ts';
import { type Fields, openDesk, useDesk } from './desk-under-test.ts';
import { formExamples } from './form-examples.ts';
import { openForm } from './form-on-page.ts';
import { faultsIn, formMarkup, textOf } from './markup.ts';

const desk = useDesk();

async function openExample(path: string) {
  const example = formExamples.find((each) => each.path === path);
  if (!example) throw new Error(`there is no example of ${path}`);
  return openForm(desk, example);
}

/** Fields that the markup of a form says are required. */
const requiredIn = (form: string): string[] =>
  [...form.matchAll(/<(?:input|select|textarea)\b[^>]* name="([^"]*)"[^>]* required\b/g)].map(
    ([, name = '']) => name,
  );

it.each(formExamples.map((each) => [each.path, each] as const))(
  '%s is refused where a field that it requires is left empty, and sends nothing',
  async (_path, example) => {
    const { shownAt, form, send } = await openForm(desk, example);
    for (const name of requiredIn(form)) {
      const isBox = form.includes(`name="${name}" type="checkbox"`);
      const { statusCode, body } = await send({ [name]: isBox ? [] : ' ' });
      expect([name, statusCode]).toEqual([name, 400]);
      expect(Object.values(faultsIn(formMarkup(body, shownAt))).join()).not.toBe('');
      expect(textOf(body)).toContain('Some entries need another look.');
    }
    expect(desk.services.commands()).toEqual([]);
  },
);

type Row = readonly [changes: Fields, fault: string];
const noDay = 'Its last day';
/** Of a driver or a vehicle that is added. */
const papers: readonly Row[] = [
  [{ document_1: 'roadworthy' }, noDay],
  [{ expires_on_1: '2027-01-31' }, 'Which document is it?'],
  [{ document_1: 'roadworthy', expires_on_1: '2027-02-30' }, noDay],
];
const misfits: Readonly<Record<string, readonly Row[]>> = {
  '/desk/hold': [[{ reason: ' ' }, 'Say why it failed.']],
  '/desk/message': [[{ text: ' ' }, 'Write the message.']],
  '/desk/jobs/{id}/depart': [[{ at: '2026-02-30T10:00' }, 'Enter a day and a time']],
  '/desk/jobs/{id}/collect': [
    [{ seal: 'x' }, 'A seal has 4 to 32'],
    [{ box_temperature_c: '4.25' }, 'Degrees from -90'],
    [{ parcels_scanned: '1.5' }, 'Enter a whole number from 0 to 99.'],
  ],
  '/desk/jobs/{id}/scan': [[{ seal: 'SL-00412' }, 'That is not the expected seal.']],
  '/desk/jobs/{id}/deliver': [[{ seal: 'SL-00412' }, 'That is not the expected seal.']],
  '/desk/jobs/{id}/change': [
    [{ 'pickup_contact.name': '', 'pickup_contact.phone': '1234' }, 'Name the contact, too.'],
  ],
  '/desk/jobs/{id}/messages': [
    [{ text: ' ' }, 'Write the message.'],
    [{ text: 'x'.repeat(501) }, 'At most 500 characters.'],
    [{ text: 'one\u202etwo' }, 'Holds characters that are no text.'],
  ],
  '/desk/jobs/{id}/notes': [[{ text: 'x'.repeat(1_001) }, 'At most 1000 characters.']],
  '/desk/boxes/{id}/logger-files': [
    [{ content: 'PK\u0003\u0004\u0000' }, 'This is no text file: export it as CSV or text.'],
    [{ content: 'x'.repeat(256_001) }, 'At most 256000 characters.'],
    [{ columns: '1' }, 'Enter two or three numbers, e.g. 1 2 3.'],
    [{ time_zone: '+02:00' }, 'A zone by its name'],
  ],
  '/desk/drivers/add': papers,
  '/desk/vehicles/add': papers,
  '/desk/drivers/{id}/update': [
    [{ phone: '555' }, 'Enter a number, e.g. 082 555 0123'],
    [{ base_position: '28, -260' }, 'Enter latitude and longitude'],
    [{ base_position: '' }, 'Enter latitude and longitude'],
    [{ base_name: '' }, 'Name the place, too.'],
  ],
  '/desk/drivers/{id}/week': [
    [{ tue_from: '8' }, 'Enter a time, e.g. 08:00.'],
    [{ tue_from: '08:00' }, 'Enter both times'],
  ],
  '/desk/drivers/{id}/exceptions': [
    [{ date: '2026-02-30' }, 'Enter a day'],
    [{ to: '' }, 'Enter both times'],
  ],
  '/desk/vehicles/{id}/update': [[{ room_frozen: '1.5' }, 'Enter a whole number from 0 to 999.']],
  '/desk/boxes/add': [
    [{ identifier: 'BOX 7' }, 'What is printed on it'],
    [{ hold_hours: '0' }, 'Enter a whole number from 1 to 240.'],
  ],
  '/desk/consumables/add': [[{ count: '-2' }, 'Enter a whole number from 1 to 9999.']],
  '/desk/telemetry/devices': [
    [{ device_id: 'probe 7' }, 'Letters, digits'],
    [{ calibrated_until: '2027-02-30' }, 'Enter a day'],
  ],
  '/desk/telemetry/add': [[{ format: 'odometer' }, 'Choose one of the list.']],
  '/desk/drivers/documents': [[{ expires_on: '2031-02-30' }, noDay]],
  '/desk/vehicles/documents': [[{ expires_on: '2031-02-30' }, noDay]],
  '/jobs/{id}': [
    [{ 'pickup_contact.phone': 'x' }, 'Enter 4 to 32 digits'],
    [{ 'pickup_contact.phone': '' }, 'Enter the number of the contact, too.'],
  ],
  '/book': [
    [{ dropoff_site_id: 'Own clinic' }, 'Choose another site than the one of the pick-up.'],
    [{ parcels: '0' }, 'Enter a whole number from 1 to 99.'],
    [{ priority: 'soon' }, 'Choose one of the list.'],
    [{ dry_ice_kg: '201' }, 'Enter a number from 0.1 to 200.'],
    [{ 'dropoff_contact.name': 'A' }, 'Enter the number of the contact, too.'],
    [{ 'dropoff_contact.phone': '0115550100' }, 'Name the contact, too.'],
  ],
  '/book/price': [[{ pickup_site_id: '' }, 'Choose where to collect.']],
  '/book/templates': [[{ name: '' }, 'Name the template.']],
  '/routes': [
    [{ days: [] }, 'Choose at least one day.'],
    [{ stops: 'Own clinic at eight' }, 'Write the site, a comma and the window'],
    [{ ends_on: '2027-02-30' }, 'Enter a day'],
    [{ dry_ice_kg: '201' }, 'Enter a number from 0.1 to 200.'],
  ],
  '/sites/new': [
    [{ type: 'castle' }, 'Choose one of the list.'],
    [{ 'position.lat': '91' }, 'Enter a number from -90 to 90.'],
    [{ time_zone: '+02:00' }, 'Enter an IANA name, e.g. Africa/Johannesburg.'],
    [{ cost_centres: 'x'.repeat(65) }, 'At most 64 characters a line.'],
    [{ cost_centres: 'x\n'.repeat(201) }, 'At most 200 cost centres.'],
  ],
  '/policies': [[{ 'contact.email': 'nobody' }, 'Enter an e-mail address']],
  '/policies/sscc': ['600123', '60012345678', '60O1234'].map((company_prefix) => [
    { company_prefix },
    'A GS1 company prefix has 7 to 10 digits.',
  ]),
  '/policies/profiles': [
    [{ name: 'dry_ice' }, 'Small letters, digits and _'],
    [{ name: 'x_01' }, 'There is a profile of this name: change it.'],
    [{ min_c: '3.25' }, 'Enter a number from -200 to 100.'],
    [{ min_c: '7.5' }, 'Must be above the lowest.'],
    [{ absolute_min_c: '3.1' }, 'Must not be above the lowest of the range.'],
    [{ absolute_max_c: '7' }, 'Must not be below the highest of the range.'],
  ],
  '/people': [
    [{ name: ['Ann', 'Ben'] }, 'Enter one text.'],
    [{ name: 'x'.repeat(121) }, 'At most 120 characters.'],
    [{ role: 'owner' }, 'Choose a role of the list.'],
  ],
  '/clients': [[{ scopes: [] }, 'Choose at least one.']],
  '/keys': [[{ scopes: [] }, 'Choose at least one.']],
  '/webhooks': [
    [{ url: 'no address' }, 'Enter an address that begins with https://.'],
    [{ events: [] }, 'Choose at least one.'],
  ],
  '/webhooks/{id}/status': [[{ status: 'asleep' }, 'Choose one of the two.']],
  '/webhooks/{id}/replay': [[{ since: '2026-11-02' }, 'Enter a day and a time.']],
};

it.each(Object.entries(misfits))(
  '%s says what does not fit, and sends nothing',
  async (...each) => {
    const [path, rows] = each;
    const { shownAt, send } = await openExample(path);
    for (const [changes, fault] of rows) {
      const { statusCode, body } = await send(changes);
      expect([changes, statusCode]).toEqual([changes, 400]);
      const faults = Object.values(faultsIn(formMarkup(body, shownAt)));
      expect(faults).toContainEqual(expect.stringContaining(fault));
    }
    expect(desk.services.commands()).toEqual([]);
  },
);

it.each([
  ['/clients', { scopes: 'admin:nothing' }],
  ['/keys', { scopes: 'jobs:write' }],
  ['/desk/jobs/{id}/messages', { ready: 'Something else' }],
  ['/webhooks/{id}/replay', { since: '2026-02-31T08:00' }],
])('%s refuses %j, which a browser does not offer', async (path, changes) => {
  const { send } = await openExample(path);
  expect((await send(changes)).statusCode).toBe(400);
  expect(desk.services.commands()).toEqual([]);
});

const why = 'The service says why.';
const notOffered = 'This service is no longer offered. Choose another one.';
const elsewhere = 'It is recorded elsewhere at that time. Tick this to end that binding.';
it.each([
  ['/people', { code: 'carrier_only', path: ['role'] }, 'role', why],
  ['/book', { code: 'unknown_sku' }, 'sku', notOffered],
  ['/book', { code: 'invalid_priority' }, 'priority', why],
  ['/book/price', { code: 'invalid_body', path: ['km'] }, undefined, why],
  ['/routes', { code: 'unknown_profile' }, 'temperature_profile', why],
  ['/sites/new', { code: 'invalid_body' }, 'receiving_hours', why],
  ['/sites/{id}', { code: 'invalid_body' }, 'receiving_hours', why],
  ['/desk/boxes/add', { code: 'identifier_taken' }, 'identifier', why],
  ['/desk/consumables/add', { code: 'invalid_time' }, 'new-at', why],
  ['/desk/boxes/{id}/site', { code: 'box_in_use' }, 'site-replace', elsewhere],
  ['/desk/boxes/{id}/unit', { code: 'asset_nested' }, 'unit-in_asset_id', why],
  ['/reception/{id}', { code: 'already_received' }, 'barcode', why],
  ['/reception/{id}', { code: 'specimen_not_expected' }, 'barcode', why],
] as const)('%s shows the refusal %j at the field %s', async (path, refused, field, words) => {
  const { shownAt, command, send } = await openExample(path);
  const { code, path: about } = { path: undefined, ...refused };
  desk.services.answers.set(command, () => ({
    refused: { code, detail: why, ...(about && { path: [...about] }) },
  }));
  const { statusCode, body } = await send();
  expect(statusCode).toBe(errors[code].status);
  expect(faultsIn(formMarkup(body, shownAt))).toEqual(field ? { [field]: words } : {});
  expect(textOf(body)).toContain(words);
});

it('a form shows what its command finds wrong at the field, tied to it', async () => {
  const { shownAt, command, send } = await openExample('/people');
  const issue = { path: ['email'], code: 'invalid', message: 'No such domain.' };
  desk.services.answers.set(command, () => ({ invalid: [issue] }));
  const { statusCode, body } = await send();
  expect([statusCode, faultsIn(body)]).toEqual([400, { email: 'No such domain.' }]);
  expect(formMarkup(body, shownAt)).toMatch(
    /<input id="f-email"[^>]* required aria-invalid="true" aria-describedby="[^"]*e-email"/,
  );
});

it('a form leads to its page as it was, with the query', async () => {
  const query = '?status=failed';
  const page = `/webhooks/x_01${query}`;
  const fields = { status: 'active' };
  const { answer } = await desk.send({ page, action: `/webhooks/x_01/status${query}`, fields });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, page]);
});

it('a form needs its home in the table', async () => {
  const table = deskTable.filter(({ kind, path }) => kind !== 'page' || path !== '/people');
  await expect(openDesk({ table }).app.ready()).rejects.toThrow('no page has the path /people');
});
