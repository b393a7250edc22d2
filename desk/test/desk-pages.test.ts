import { describe, expect, it, onTestFinished } from 'vitest';
import { answerJob, driver, jobDetail, pageOf, wholesaleFile } from './desk-answers.ts';
import { deskUnderTest, hiddenFields, tokenOf } from './desk-under-test.ts';
import { hostileText } from './examples.ts';

const token = tokenOf('dispatcher');

async function desk() {
  const under = await deskUnderTest();
  onTestFinished(() => under.app.close());
  return { ...under, asked: under.services.asked };
}

describe('the page of a job', () => {
  it('shows what every service answers', async () => {
    const { get } = await desk();
    const { body } = await get('/desk/jobs/job_01', token);
    for (const text of [
      'Ring twice.',
      '<a class="target" href="tel:+27115550101">+27 11 555 0101</a>',
      '1 Main Road, Johannesburg',
      'R\u00a01\u00a0234.50 without VAT',
      '26.20410° S, 28.04730° E',
      '<time datetime="2026-11-02T07:58:00.000Z">09:58</time>',
      '4.2 °C',
      'On time',
      'href="https://api.example.test/verify/POC-1"',
      '1 given up',
      'Road closed near the drop-off.',
    ]) {
      expect(body).toContain(text);
    }
  });

  it('shows what interrupted it, how late it is, and what is too warm', async () => {
    const { get, services } = await desk();
    const at = '2026-11-02T07:50:00.000Z';
    const { tracking } = jobDetail;
    if (!tracking) throw new Error('the example is tracked');
    answerJob(services, {
      ...jobDetail,
      status: 'exception',
      tracking: {
        ...tracking,
        sla_status: 'overdue',
        minutes_late: 12,
        out_of_range: { temperature_c: 9.1, at, since: at },
        exception: {
          reason: 'seal_broken',
          reason_detail: 'The seal is another one.',
          at,
          next_step: 'seal_check',
          next_step_detail: 'We look into it.',
        },
      },
    });
    const { body } = await get('/desk/jobs/job_01', token);
    for (const text of [
      '<strong class="mark">Overdue</strong>',
      '12 min',
      '<strong class="mark">9.1 °C</strong> since',
      '<strong class="mark">The seal is another one.</strong>',
      'The control desk looks into the seal. We look into it.',
    ]) {
      expect(body).toContain(text);
    }
  });

  it.each([
    ['tracking', 'positions and temperatures'],
    ['deliveries', 'webhooks'],
  ] as const)('says that the service of %s does not answer', async (part, words) => {
    const { get, services } = await desk();
    answerJob(services, { ...jobDetail, [part]: null });
    const answer = await get('/desk/jobs/job_01', token);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain(`the service of ${words} does not answer`);
  });

  it('escapes what tenants, couriers and drivers wrote', async () => {
    const { get, services } = await desk();
    const contact = { name: hostileText, phone: '+27 11 555 0101' };
    const note = hostileText;
    const place = { ...jobDetail.pickup, name: note, address: note, receiving_hours: note };
    answerJob(services, {
      ...jobDetail,
      ...{ note, pickup: place, dropoff: place, cost_centre: note, reference: note },
      metadata: { [hostileText]: hostileText },
      tenant: { id: 'ten_demo', name: hostileText },
      pickup_contact: contact,
      dropoff_contact: contact,
      seal: hostileText,
      timeline: [{ at: '2026-11-02T07:00:00.000Z', type: hostileText, note, seal: note }],
    });
    services.answers.set('tracking.listDrivers', () =>
      pageOf([
        { ...driver, last_name: note, documents: [{ document: note, expires_on: '2026-11-03' }] },
      ]),
    );
    services.answers.set('jobs.listIncidents', () => pageOf([]));
    const { body } = await get('/desk/jobs/job_01', token);
    expect(body.split('&lt;script&gt;').length).toBeGreaterThan(15);
    expect(body).not.toContain('<script>alert');
    expect(body).not.toContain(hostileText);
  });

  it('of a job that does not exist is a 404', async () => {
    const { get, services } = await desk();
    const refused = { code: 'job_not_found', detail: 'No job with this id or reference.' } as const;
    services.answers.set('jobs.getForDesk', () => ({ refused }));
    expect((await get('/desk/jobs/job_99', token)).statusCode).toBe(404);
  });
});

const added = [
  [
    '/desk/drivers',
    {
      first_name: 'Naledi',
      last_name: 'Example',
      document_2: 'driving_licence',
      expires_on_2: '2027-01-31',
    },
    'createDriver',
    {
      ...{ first_name: 'Naledi', last_name: 'Example' },
      documents: [{ document: 'driving_licence', expires_on: '2027-01-31' }],
    },
  ],
  [
    '/desk/vehicles',
    { registration: 'CA 1' },
    'createVehicle',
    { registration: 'CA 1', documents: [] },
  ],
] as const;

describe.each(added)('the form of %s', (path, fields, action, input) => {
  const form = `${path}/add`;

  it('sends its command and returns to the list', async () => {
    const { get, post, asked } = await desk();
    const hidden = hiddenFields((await get(path, token)).body, form);
    const answer = await post(form, token, { ...hidden, ...fields });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, path]);
    expect(asked(action)).toEqual([input]);
  });

  it('shows a refusal with what was entered', async () => {
    const { get, post, services } = await desk();
    const refused = { code: 'registration_taken', detail: 'Another vehicle has it.' } as const;
    services.answers.set(`tracking.${action}`, () => ({ refused }));
    const hidden = hiddenFields((await get(path, token)).body, form);
    const { statusCode, body } = await post(form, token, { ...hidden, ...fields });
    expect(statusCode).toBe(409);
    expect(body).toContain('Another vehicle has it.');
    for (const [name, value] of Object.entries(fields)) {
      expect(body).toMatch(new RegExp(`name="${name}"[^>]* value="${value}"`));
    }
  });

  it('sent twice is one request', async () => {
    const { get, post, services } = await desk();
    const hidden = hiddenFields((await get(path, token)).body, form);
    services.calls.length = 0;
    for (const _time of ['first', 'second']) await post(form, token, { ...hidden, ...fields });
    const [one, two] = services.callsOfPeople();
    expect(one?.meta.request).toMatch(/^[0-9a-f]{64}$/);
    expect(two?.meta.request).toBe(one?.meta.request);
  });

  it.each([
    [{ document_1: 'roadworthy' }, 'Its last day'],
    [{ expires_on_1: '2027-01-31' }, 'Which document is it?'],
    [{ document_1: 'roadworthy', expires_on_1: '2027-02-30' }, 'Its last day'],
  ])('with %o sends nothing', async (documents, fault) => {
    const { get, post, asked } = await desk();
    const hidden = hiddenFields((await get(path, token)).body, form);
    const { statusCode, body } = await post(form, token, { ...hidden, ...fields, ...documents });
    expect(statusCode).toBe(400);
    expect(body).toContain(fault);
    expect(asked(action)).toEqual([]);
  });
});

it.each([
  ['/desk/drivers', {}, '/desk/vehicles', 'The first name is missing.'],
  ['/desk/vehicles', {}, '/desk/drivers', 'A number plate has 2 to 20 characters.'],
])('the form of %s needs its entries', async (path, fields, _other, fault) => {
  const { get, post } = await desk();
  const hidden = hiddenFields((await get(path, token)).body, `${path}/add`);
  const { statusCode, body } = await post(`${path}/add`, token, { ...hidden, ...fields });
  expect([statusCode, body.includes(fault)]).toEqual([400, true]);
});

describe.each([
  ['/desk/drivers', 'drv_1', 'putDriverDocument'],
  ['/desk/vehicles', 'veh_1', 'putVehicleDocument'],
])('a new document at %s', (path, id, action) => {
  const form = `${path}/documents`;
  it('is recorded with its end', async () => {
    const { get, post, asked } = await desk();
    const hidden = hiddenFields((await get(path, token)).body, form);
    const entered = { id, document: ' roadworthy ', expires_on: '2031-01-31' };
    const { statusCode, headers } = await post(form, token, { ...hidden, ...entered });
    expect([statusCode, headers.location]).toEqual([303, path]);
    expect(asked(action)).toEqual([{ ...entered, document: 'roadworthy' }]);
  });

  it.each([
    [{ id: '' }, 'Choose the '],
    [{ document: '' }, 'Which document is it?'],
    [{ expires_on: '2031-02-30' }, 'Its last day'],
  ])('is not sent with %o', async (change, fault) => {
    const { get, post, asked } = await desk();
    const hidden = hiddenFields((await get(path, token)).body, form);
    const entered = { id, document: 'roadworthy', expires_on: '2031-01-31', ...change };
    const { statusCode, body } = await post(form, token, { ...hidden, ...entered });
    expect([statusCode, body.includes(fault)]).toEqual([400, true]);
    expect(asked(action)).toEqual([]);
  });
});

describe('the lists', () => {
  it('mark documents that expire', async () => {
    const { get } = await desk();
    const { body } = await get('/desk/drivers', token);
    expect(body).toContain('Driving licence: <strong class="mark">expires on 20 Nov 2026</strong>');
    expect((await get('/desk/vehicles', token)).body).toContain('Roadworthy: until 31 Jan 2027');
  });

  it.each([
    ['/desk/incidents?job_id=HC-0001', 'listIncidents', { job_id: 'HC-0001', limit: 50 }],
    ['/desk/drivers?starting_after=drv_1', 'listDrivers', { starting_after: 'drv_1', limit: 50 }],
    ['/desk/vehicles?starting_after=veh_1', 'listVehicles', { starting_after: 'veh_1', limit: 50 }],
    ['/desk/sites?tenant_id=ten_demo', 'listSitesForDesk', { tenant_id: 'ten_demo', limit: 50 }],
    [
      '/desk/files?dc=jhb-1&status=answered',
      'list',
      { dc: 'jhb-1', status: 'answered', limit: 50 },
    ],
    [
      '/desk/files/file_1?row_status=refused&starting_after=100',
      'get',
      { id: 'file_1', row_status: 'refused', after_row: 100 },
    ],
  ])('%s asks for what is filtered', async (path, action, input) => {
    const { get, asked } = await desk();
    expect((await get(path, token)).statusCode).toBe(200);
    expect(asked(action)).toEqual([input]);
  });

  it('page with a cursor', async () => {
    const { get, services } = await desk();
    services.answers.set('files.list', () => pageOf([wholesaleFile], true));
    const { body } = await get('/desk/files?dc=jhb-1', token);
    expect(body).toContain('href="/desk/files?dc=jhb-1&amp;starting_after=file_1">Next page');
  });
});

it('a file shows its rows and what is wrong with them', async () => {
  const { get } = await desk();
  const { body } = await get('/desk/files/file_1', token);
  expect(body).toContain('<strong>consignee</strong>: No such consignee.');
  expect(body).toContain('<strong class="mark">Refused</strong>');
  expect(body).toContain('href="/desk/jobs/job_01">HC-0001</a>');
});
