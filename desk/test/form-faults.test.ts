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

const unticked = { confirmed: [] };
const noDay = 'Its last day';
/** Of a driver or a vehicle that is added. */
const papers: readonly Row[] = [
  [{ document_1: 'roadworthy' }, noDay],
  [{ expires_on_1: '2027-01-31' }, 'Which document is it?'],
  [{ document_1: 'roadworthy', expires_on_1: '2027-02-30' }, noDay],
];
const renewals: readonly Row[] = [
  [{ id: '' }, 'Choose the '],
  [{ document: '' }, 'Which document is it?'],
  [{ expires_on: '2031-02-30' }, noDay],
];
const noTime = 'Enter a day and a time';
const meant: readonly Row[] = [[unticked, 'Tick that it is meant']];

type Row = readonly [changes: Fields, fault: string];
const misfits: Readonly<Record<string, readonly Row[]>> = {
  '/desk/jobs/{id}/assign': [
    [{ driver_id: '' }, 'Choose a driver.'],
    [{ vehicle_id: '' }, 'Choose a vehicle.'],
    ...meant,
  ],
  '/desk/jobs/{id}/undo-assignment': meant,
  '/desk/jobs/{id}/depart': [
    [{ at: 'yesterday' }, noTime],
    [{ at: '2026-02-30T10:00' }, noTime],
    [{ reason: ' ' }, 'Say why the desk does it.'],
  ],
  '/desk/jobs/{id}/arrive': [
    [{ eta_minutes: '' }, 'Whole minutes'],
    [{ eta_minutes: '-1' }, 'Whole minutes'],
  ],
  '/desk/jobs/{id}/collect': [
    [{ seal: 'x' }, 'A seal has 4 to 32'],
    [{ box_temperature_c: 'warm' }, 'Degrees from -90'],
    [{ box_temperature_c: '4.25' }, 'Degrees from -90'],
    [{ parcels_scanned: '1.5' }, 'Enter a whole number from 0 to 99.'],
  ],
  '/desk/jobs/{id}/fail-pickup': [
    [{ reason: ' ' }, 'Why did it fail?'],
    [unticked, 'Tick that the collection failed'],
  ],
  '/desk/jobs/{id}/scan': [
    [{ seal: 'SL-00412' }, 'That is not the expected seal.'],
    [{ location: '' }, 'Where were the parcels scanned?'],
  ],
  '/desk/jobs/{id}/deliver': [
    [{ recipient: '' }, 'Who took the parcels?'],
    [{ seal: 'SL-00412' }, 'That is not the expected seal.'],
  ],
  '/desk/jobs/{id}/fail-delivery': [[unticked, 'Tick that the parcels go back']],
  '/desk/jobs/{id}/resume': [[unticked, 'Tick that the job can go on.']],
  '/desk/jobs/{id}/change': [
    [{ 'pickup_contact.name': '', 'pickup_contact.phone': '1234' }, 'Name the contact, too.'],
    ...meant,
  ],
  '/desk/jobs/{id}/cancel': [
    [{ reason: '' }, 'Say why: the reason is on the invoice.'],
    [unticked, 'Tick that the job is cancelled'],
  ],
  '/desk/jobs/{id}/incidents': [
    [{ category: '' }, 'Choose what kind it is.'],
    [{ severity: '' }, 'Choose how grave it is.'],
  ],
  '/desk/jobs/{id}/notes': [
    [{ text: '  ' }, 'Write what the others must know.'],
    [{ text: 'x'.repeat(1_001) }, 'At most 1000 characters.'],
  ],
  '/desk/jobs/{id}/suspect-values': [[{ reason: '' }, 'Say how you know.']],
  '/desk/timeline/assign': meant,
  '/desk/timeline/undo': meant,
  '/desk/alarms/{id}/disposition': [[{ reason: ' ' }, 'Say why.']],
  '/desk/drivers/add': [[{ first_name: '' }, 'The first name is missing.'], ...papers],
  '/desk/vehicles/add': [[{ registration: '' }, 'A number plate has 2 to 20'], ...papers],
  '/desk/drivers/documents': renewals,
  '/desk/vehicles/documents': renewals,
  '/jobs/{id}': [
    [{ 'pickup_contact.phone': 'x' }, 'Enter 4 to 32 digits'],
    [{ 'pickup_contact.phone': '' }, 'Enter the number of the contact, too.'],
  ],
  '/jobs/{id}/cancel': [
    [{ reason: ' ' }, 'Say why: the reason is on the invoice.'],
    [unticked, 'Tick that the job is cancelled'],
  ],
  '/book': [
    [{ dropoff_site_id: 'x_01' }, 'Choose another site than the one of the pick-up.'],
    [{ parcels: '0' }, 'Enter a whole number from 1 to 99.'],
    [{ priority: 'soon' }, 'Choose one of the list.'],
    [{ pickup_site_id: '' }, 'Choose where to collect.'],
    [{ sku: '' }, 'Choose a service.'],
  ],
  '/book/price': [
    [{ 'pickup_contact.name': 'A' }, 'Enter the number of the contact, too.'],
    [{ 'dropoff_contact.phone': '0115550100' }, 'Name the contact, too.'],
  ],
  '/reception/{id}': [[{ barcode: ' ' }, 'Scan or type the barcode']],
  '/sites/new': [
    [{ name: '' }, 'Name the site.'],
    [{ type: 'castle' }, 'Choose one of the list.'],
    [{ 'position.lat': '91' }, 'Enter a number from -90 to 90.'],
    [{ 'position.lng': '' }, 'Enter a number from -180 to 180.'],
    [{ time_zone: '+02:00' }, 'Enter an IANA name, e.g. Africa/Johannesburg.'],
    [{ receiving_hours: '' }, 'Say when it receives'],
    [{ cost_centres: 'x'.repeat(65) }, 'At most 64 characters a line.'],
    [{ cost_centres: 'x\n'.repeat(201) }, 'At most 200 cost centres.'],
  ],
  '/sites/{id}': [[{ name: '' }, 'Name the site.']],
  '/policies': [[{ 'contact.email': 'nobody' }, 'Enter an e-mail address']],
  '/policies/sscc': ['600123', '60012345678', '60O1234'].map((company_prefix) => [
    { company_prefix },
    'A GS1 company prefix has 7 to 10 digits.',
  ]),
  '/people': [
    [{ name: '  ' }, 'Enter a name.'],
    [{ name: ['Ann', 'Ben'] }, 'Enter one text.'],
    [{ name: 'x'.repeat(121) }, 'At most 120 characters.'],
    [{ email: 'ann' }, 'Enter an e-mail address, such as name@example.com.'],
    [{ role: 'owner' }, 'Choose a role of the list.'],
  ],
  '/clients': [
    [{ name: ' ' }, 'Enter a name.'],
    [{ scopes: [] }, 'Choose at least one.'],
  ],
  '/keys': [
    [{ name: 'x'.repeat(121) }, 'At most 120'],
    [{ scopes: [] }, 'Choose at least one.'],
  ],
  '/webhooks': [
    [{ url: 'no address' }, 'Enter an address that begins with https://.'],
    [{ url: `https://a.example/${'x'.repeat(2_048)}` }, 'Enter at most 2048'],
    [{ events: [] }, 'Choose at least one.'],
  ],
  '/webhooks/{id}/status': [[{ status: 'asleep' }, 'Choose one of the two.']],
  '/webhooks/{id}/replay': [
    [{ since: '' }, 'Enter a day and a time.'],
    [{ since: 'yesterday' }, 'Enter a day and a time.'],
    [{ since: '2026-11-02' }, 'Enter a day and a time.'],
  ],
};

it.each(Object.entries(misfits))(
  '%s says what does not fit, and sends nothing',
  async (path, rows) => {
    const { place, send } = await openExample(path);
    for (const [changes, fault] of rows) {
      const { statusCode, body } = await send(changes);
      const form = formMarkup(body, place.url);
      expect([changes, statusCode]).toEqual([changes, 400]);
      expect(Object.values(faultsIn(form))).toContainEqual(expect.stringContaining(fault));
      expect(textOf(body)).toContain('Some entries need another look.');
    }
    expect(desk.services.commands()).toEqual([]);
  },
);

it.each([
  ['/clients', { scopes: 'admin:nothing' }],
  ['/keys', { scopes: 'jobs:write' }],
  ['/webhooks/{id}/replay', { since: '2026-02-31T08:00' }],
])('%s refuses %j, which a browser does not offer', async (path, changes) => {
  const { send } = await openExample(path);
  expect((await send(changes)).statusCode).toBe(400);
  expect(desk.services.commands()).toEqual([]);
});

const why = 'The service says why.';
const notOffered = 'This service is no longer offered. Choose another one.';
it.each([
  ['/people', { code: 'carrier_only', path: ['role'] }, 'role', why],
  ['/book', { code: 'unknown_sku' }, 'sku', notOffered],
  ['/book', { code: 'invalid_priority' }, 'priority', why],
  ['/book', { code: 'invalid_body', path: ['km'] }, undefined, why],
  ['/sites/new', { code: 'invalid_body' }, 'receiving_hours', why],
  ['/sites/{id}', { code: 'invalid_body' }, 'receiving_hours', why],
  ['/reception/{id}', { code: 'already_received' }, 'barcode', why],
  ['/reception/{id}', { code: 'specimen_not_expected' }, 'barcode', why],
] as const)('%s shows the refusal %j at the field %s', async (path, refused, field, words) => {
  const { place, command, send } = await openExample(path);
  const { code, path: about } = { path: undefined, ...refused };
  desk.services.answers.set(command, () => ({
    refused: { code, detail: why, ...(about && { path: [...about] }) },
  }));
  const { statusCode, body } = await send();
  expect(statusCode).toBe(errors[code].status);
  expect(faultsIn(formMarkup(body, place.url))).toEqual(field ? { [field]: words } : {});
  expect(textOf(body)).toContain(words);
});

it('a form shows what its command finds wrong at the field, tied to it', async () => {
  const { place, command, send } = await openExample('/people');
  const issue = { path: ['email'], code: 'invalid', message: 'No such domain.' };
  desk.services.answers.set(command, () => ({ invalid: [issue] }));
  const { statusCode, body } = await send();
  expect([statusCode, faultsIn(body)]).toEqual([400, { email: 'No such domain.' }]);
  expect(formMarkup(body, place.url)).toMatch(
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
