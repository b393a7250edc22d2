/** Sites and policies of a tenant. */
import { describe, expect, it } from 'vitest';
import { tokenOf, useDesk } from './desk-under-test.ts';
import { pageOf } from './examples.ts';
import { entriesOf, textOf } from './markup.ts';
import { policiesAnswer, siteAnswer } from './portal-answers.ts';

const { get, send, post, services } = useDesk();
const admin = tokenOf('admin');
const open = (path: string) => get(path, admin);
const changed = () => services.asked('updateSite');

describe('sites of a tenant', () => {
  it('are changed in the fields alone that this person changed', async () => {
    const latitude = { page: '/sites/x_01', fields: { 'position.lat': '-26.5' } };
    const { sent } = await send(latitude);
    expect(sent.cost_centres).toBe('CC-100\nCC-200');
    const { lng } = siteAnswer('x_01', 'Own').position;
    expect(changed()).toEqual([{ id: 'x_01', position: { lat: -26.5, lng } }]);
  });

  it('keep what their page showed first when a change is refused', async () => {
    const { body } = await open('/sites/x_01');
    const { originals, ...shown } = entriesOf(body, '/sites/x_01');
    services.answer('accounts.listSites', pageOf([siteAnswer('x_01', 'Renamed meanwhile')]));
    const fields = { ...shown, originals: originals ?? '', name: '' };
    const refused = await post('/sites/x_01', admin, fields);
    expect(refused.statusCode).toBe(400);
    expect(entriesOf(refused.body, '/sites/x_01').originals).toBe(originals);
  });

  it('are shown without a form where they are shared', async () => {
    const { statusCode, body } = await open('/sites/site_3');
    expect(statusCode).toBe(200);
    expect(textOf(body)).toContain('Whose it is can change it');
    expect(body).not.toContain('action="/sites/');
  });
});

describe('policies of a tenant', () => {
  const page = '/policies';

  it('are shown by the names of services', async () => {
    const text = textOf((await open(page)).body);
    expect(text).toContain('Laboratory specimens, standard Yes No Yes No Nothing Remove');
  });

  it('have no GS1 company prefix where the entry is empty', async () => {
    const fields = { company_prefix: ' ', extension_digit: '0' };
    const { commands } = await send({ page, action: '/policies/sscc', fields });
    expect(commands[0]?.input).toEqual({ ...policiesAnswer, sscc: null });
  });
});
