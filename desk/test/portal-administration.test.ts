import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hiddenFields, tokenOf } from './desk-under-test.ts';
import { hostileText, listOf } from './examples.ts';
import { portal } from './portal-forms.ts';
import { policiesAnswer, siteAnswer } from './portal-tenant-answers.ts';

const admin = tokenOf('admin');

describe('sites', () => {
  const fields = {
    name: 'North clinic',
    type: 'lab',
    address: '',
    phone: '',
    'position.lat': '-26.2041',
    'position.lng': '28.0473',
    time_zone: 'Africa/Johannesburg',
    receiving_hours: 'Mo-Fr 08:00-17:00',
    cost_centres: 'CC-1',
  };
  const input = {
    name: 'North clinic',
    type: 'lab',
    address: '',
    phone: null,
    position: { lat: -26.2041, lng: 28.0473 },
    time_zone: 'Africa/Johannesburg',
    receiving_hours: 'Mo-Fr 08:00-17:00',
    cost_centres: ['CC-1'],
  };

  it('are listed, a page at a time', async () => {
    const { get, services, callsTo } = await portal();
    services.answers.set('accounts.listSites', () =>
      listOf([{ ...siteAnswer('x_01', 'Own'), shared: true }], true),
    );
    const { body } = await get('/sites?starting_after=x_00', admin);
    expect(callsTo('accounts.listSites')[0]?.input).toEqual({ limit: 50, starting_after: 'x_00' });
    expect(body).toContain('href="/sites?starting_after=x_01"');
    expect(body).toContain('<td>Shared</td>');
  });

  it('are added with every field', async () => {
    const { send } = await portal();
    const { answer, commands } = await send(
      { page: '/sites/new', action: '/sites/new', fields },
      admin,
    );
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/sites']);
    expect(commands.map(({ service, action }) => [service, action])).toEqual([
      ['accounts', 'createSite'],
    ]);
    expect(commands[0]?.input).toEqual(input);
  });

  it('are changed in the fields that differ', async () => {
    const { get, send } = await portal();
    expect((await get('/sites/x_01', admin)).body).toContain('CC-100\nCC-200</textarea>');
    const { answer, commands } = await send(
      { page: '/sites/x_01', action: '/sites/x_01', fields },
      admin,
    );
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/sites']);
    expect(commands[0]).toMatchObject({ service: 'accounts', action: 'updateSite' });
    const { position: _position, receiving_hours: _hours, time_zone: _zone, ...changed } = input;
    expect(commands[0]?.input).toEqual({ id: 'x_01', ...changed });
  });

  it('are sent without what others changed meanwhile: only fields that this person changed', async () => {
    const { get, post, services } = await portal();
    const path = '/sites/x_01';
    const { body } = await get(path, admin);
    const hidden = hiddenFields(body, path);
    const shown = z.record(z.string(), z.string()).parse(JSON.parse(hidden.originals ?? ''));
    services.calls.length = 0;
    await post(path, admin, { ...hidden, ...shown, 'position.lat': '-26.5' });
    const [command] = services.callsOfPeople().filter(({ action }) => action === 'updateSite');
    const { lng } = siteAnswer('x_01', 'Own').position;
    expect(command?.input).toEqual({ id: 'x_01', position: { lat: -26.5, lng } });
  });

  it('keep what their page showed first when they are refused', async () => {
    const { get, post } = await portal();
    const path = '/sites/x_01';
    const hidden = hiddenFields((await get(path, admin)).body, path);
    const originals = JSON.stringify({ name: 'As it was' });
    const { statusCode, body } = await post(path, admin, {
      ...hidden,
      ...fields,
      name: '',
      originals,
    });
    expect(statusCode).toBe(400);
    expect(hiddenFields(body, path).originals).toBe(originals);
  });

  it('sent twice are one request', async () => {
    const { post, send, services } = await portal();
    const { hidden, commands } = await send(
      { page: '/sites/new', action: '/sites/new', fields },
      admin,
    );
    services.calls.length = 0;
    await post('/sites/new', admin, { ...hidden, ...fields });
    expect(services.callsOfPeople()[0]?.meta).toMatchObject({
      request: commands[0]?.meta.request,
      fingerprint: commands[0]?.meta.fingerprint,
    });
  });

  it.each(['/sites/new', '/sites/x_01'])(
    'show at their field why the hours of %s are refused, and keep the entries',
    async (path) => {
      const { send, services } = await portal();
      const refused = () => ({
        refused: { code: 'invalid_body' as const, detail: 'Mo-Xx is no day.' },
      });
      services.answers.set('accounts.createSite', refused);
      services.answers.set('accounts.updateSite', refused);
      const { answer } = await send({ page: path, action: path, fields }, admin);
      expect(answer.statusCode).toBe(400);
      expect(answer.body).toContain('id="e-receiving_hours">Mo-Xx is no day.');
      expect(answer.body).toContain('value="North clinic"');
      expect(answer.body).toContain('<option value="lab" selected>');
    },
  );

  it('name every field that does not fit', async () => {
    const { send } = await portal();
    const { answer, commands } = await send(
      { page: '/sites/new', action: '/sites/new', fields: { name: '', 'position.lat': 'north' } },
      admin,
    );
    expect(commands).toEqual([]);
    for (const name of ['name', 'type', 'position.lat', 'position.lng', 'receiving_hours']) {
      expect(answer.body).toContain(`id="e-${name}"`);
    }
  });

  it('that are shared are shown without a form', async () => {
    const { get } = await portal();
    const { statusCode, body } = await get('/sites/site_3', admin);
    expect(statusCode).toBe(200);
    expect(body).toContain('Whose it is can change it');
    expect(body).not.toContain('action="/sites/');
  });

  it('that are not there say so', async () => {
    const { get } = await portal();
    expect((await get('/sites/site_9', admin)).statusCode).toBe(404);
  });

  it('are escaped', async () => {
    const { get, services } = await portal();
    const hostile = {
      ...siteAnswer('x_01', hostileText),
      address: hostileText,
      phone: hostileText,
      receiving_hours: hostileText,
      cost_centres: [hostileText],
    };
    services.answers.set('accounts.listSites', () => listOf([hostile]));
    for (const path of ['/sites', '/sites/x_01', '/book']) {
      const { body } = await get(path, admin);
      expect(body).toContain('&lt;script&gt;alert');
      expect(body).not.toContain('<script>alert');
    }
  });
});

describe('policies', () => {
  const page = '/policies';

  it('are shown by the names of services', async () => {
    const { get } = await portal();
    const { body } = await get(page, admin);
    expect(body).toContain('<th scope="row">Laboratory standard</th><td>Yes</td><td>No</td>');
    expect(body).toContain('value="desk@lab.example"');
  });

  it('are there without the price book', async () => {
    const { get, services } = await portal();
    services.answers.delete('pricing.listQuotes');
    const { statusCode, body } = await get(page, admin);
    expect(statusCode).toBe(200);
    expect(body).toContain('<th scope="row">LAB-STD</th>');
    expect(body).toContain('SKU of the service');
  });

  it.each([
    [
      'defaults',
      '/policies',
      { default_cost_centre: 'CC-9', 'contact.phone': '', 'contact.email': '' },
      { ...policiesAnswer, default_cost_centre: 'CC-9', contact: null },
    ],
    [
      'the GS1 company prefix',
      '/policies/sscc',
      { company_prefix: '6001234', extension_digit: '3' },
      { ...policiesAnswer, sscc: { company_prefix: '6001234', extension_digit: 3 } },
    ],
    [
      'no GS1 company prefix',
      '/policies/sscc',
      { company_prefix: ' ', extension_digit: '0' },
      { ...policiesAnswer, sscc: null },
    ],
    [
      'the proof of a service',
      '/policies/proof',
      {
        ...{ sku: 'BLD-STAT', otp: 'yes', id_check: 'yes', signature: 'no', photo: 'no' },
        ...{ pickup_otp: 'yes', return_otp: 'no', scan: 'parcels', undeliverable: 'ask_desk' },
      },
      {
        ...policiesAnswer,
        requirements: {
          ...policiesAnswer.requirements,
          'BLD-STAT': {
            ...{ otp: true, id_check: true, signature: false, photo: false },
            ...{ pickup_otp: true, return_otp: false, scan: 'parcels', undeliverable: 'ask_desk' },
          },
        },
      },
    ],
    [
      'the proof of a service no more',
      '/policies/proof/LAB-STD/remove',
      {},
      { ...policiesAnswer, requirements: {} },
    ],
  ])('put %s and keep the rest', async (_name, action, fields, input) => {
    const { send } = await portal();
    const { answer, commands } = await send({ page, action, fields }, admin);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, page]);
    expect(commands.map((each) => [each.service, each.action])).toEqual([
      ['accounts', 'putPolicies'],
    ]);
    expect(commands[0]?.input).toEqual(input);
  });

  it('keep what was entered where a field does not fit', async () => {
    const { send } = await portal();
    const fields = {
      default_cost_centre: 'CC-9',
      'contact.phone': '0115550100',
      'contact.email': 'nobody',
    };
    const { answer, commands } = await send({ page, action: '/policies', fields }, admin);
    expect([answer.statusCode, commands]).toEqual([400, []]);
    expect(answer.body).toContain('id="e-contact.email">Enter an e-mail address');
    expect(answer.body).toContain('value="CC-9"');
  });

  it.each(['600123', '60012345678', '60O1234'])('take no prefix %s', async (company_prefix) => {
    const { send } = await portal();
    const fields = { company_prefix, extension_digit: '3' };
    const { answer, commands } = await send({ page, action: '/policies/sscc', fields }, admin);
    expect([answer.statusCode, commands]).toEqual([400, []]);
    expect(answer.body).toContain('id="e-company_prefix"');
    expect(answer.body).toContain(`value="${company_prefix}"`);
  });

  it('change nothing where they cannot be read before', async () => {
    const { get, post, services, send } = await portal();
    const { hidden } = await send({ page, action: '/policies/proof/LAB-STD/remove' }, admin);
    services.answers.set('accounts.getPolicies', () => ({ fault: 'unavailable' }));
    services.calls.length = 0;
    const answer = await post('/policies/proof/LAB-STD/remove', admin, hidden);
    expect(answer.statusCode).toBe(503);
    expect(services.calls.filter(({ action }) => action === 'putPolicies')).toEqual([]);
    expect((await get(page, admin)).statusCode).toBe(503);
  });

  it('are escaped', async () => {
    const { get, services } = await portal();
    services.answers.set('accounts.getPolicies', () => ({
      ok: {
        default_cost_centre: hostileText,
        requirements: { [hostileText]: policiesAnswer.requirements['LAB-STD'] },
        contact: { phone: hostileText, email: hostileText },
      },
    }));
    const { body } = await get(page, admin);
    expect(body.match(/&lt;script&gt;alert/g)?.length).toBeGreaterThan(3);
    expect(body).not.toContain('<script>alert');
  });

  it.each(['booker', 'viewer', 'auditor'] as const)('and sites are not for a %s', async (role) => {
    const { get } = await portal();
    for (const path of ['/sites', '/sites/new', '/sites/x_01', page]) {
      expect((await get(path, tokenOf(role))).statusCode).toBe(403);
    }
  });
});
