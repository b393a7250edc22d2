/** Boxes at the control desk: the list with its balance, the overdue ones, and the page of one. */
import { type Asset, errors } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { isOverdue } from '../src/pages/desk/fleet/boxes.ts';
import { chainWords } from '../src/pages/portal/custody-views.ts';
import { bareBinding, box } from './desk-answers.ts';
import { start, tokenOf, useDesk } from './desk-under-test.ts';
import { pageOf } from './examples.ts';
import { entriesOf, faultsIn, hrefsOf, textOf } from './markup.ts';

const { app, get, services } = useDesk();
const open = async (path: string) => (await get(path, tokenOf('dispatcher'))).body;

const days = (count: number): string =>
  new Date(Date.parse(start) - count * 86_400_000).toISOString();
const atSite = (site_id: string, placed_at: string): Partial<Asset> => ({
  ...{ vehicle_id: null, site_id, placed_at },
});

describe('the list of boxes', () => {
  it('shows where each is and how, what is in it, and what a dispatcher must notice', async () => {
    const body = await open('/desk/boxes');
    expect(textOf(body)).toContain(
      'BOX-7 In use CA 123-456 since 09:59 9.1 °C 1 job P-1 Cool box 2-8C expires on 20 Nov 2026',
    );
    for (const marked of ['9.1 °C', 'expires on 20 Nov 2026']) {
      expect(body).toContain(`<strong class="mark">${marked}</strong>`);
    }
    expect(hrefsOf(body)).toEqual(
      expect.arrayContaining(['/desk/boxes/x_01', '/desk/jobs/job_01', '/desk/boxes?place=veh_1']),
    );
  });

  it('counts all boxes by place, the most first, and filters by place, state and status', async () => {
    const there = { ...box, id: 'ast_2', ...atSite('site_9', days(1)) };
    services.answer('tracking.listAssets', pageOf([box, there, { ...there, id: 'ast_3' }]));
    const body = await open('/desk/boxes?place=site_9&state=clean&status=all');
    expect(textOf(body)).toContain('0 Overdue 2 site_9 1 CA 123-456');
    expect(body).toContain('<option value="site_9" selected>site_9 (2)</option>');
    expect(services.asked('listAssets')[0]).toMatchObject({ site_id: 'site_9', state: 'clean' });
  });

  it('shows the overdue ones alone, the longest first', async () => {
    const away = { ...box, id: 'ast_2', identifier: 'BOX-8', ...atSite('site_9', days(4)) };
    const longer = { ...away, id: 'ast_3', identifier: 'BOX-9', placed_at: days(9) };
    services.answer('tracking.listAssets', pageOf([box, away, longer]));
    const text = textOf(await open('/desk/boxes?overdue=yes'));
    expect(text).toContain('2 Overdue');
    expect(text).toMatch(/BOX-9 .*BOX-8 /);
    expect(text).not.toContain('BOX-7');
  });
});

it.each<[string, Partial<Asset>, boolean]>([
  ['in a vehicle', { placed_at: days(9) }, false],
  ['due for return', { state: 'due_for_return' }, true],
  ['at its home', { ...atSite('site_1', days(9)), home_site_id: 'site_1' }, false],
  ['at another site for three days', atSite('site_9', days(3)), false],
  ['at another site for longer', atSite('site_9', days(3.1)), true],
  ['without a home at a site for longer', { ...atSite('s', days(4)), home_site_id: null }, true],
])('a box is overdue or not: %s', (_name, change, expected) => {
  expect(isOverdue({ ...box, ...change }, new Date(start))).toBe(expected);
});

describe('the page of a box', () => {
  it('shows what is in it with who recorded it, each to be ended, and what was', async () => {
    const body = await open('/desk/boxes/x_01');
    const text = textOf(body);
    for (const words of [
      'HC-0001, parcels: 2 since 09:59, Naledi Example End HC-0001',
      'Probe P-1 since 09:59, Naledi Example End Probe P-1',
      'Central Laboratory Mon, 2 Nov 2026, 09:59 Naledi Example Mon, 2 Nov 2026, 09:59 The control desk',
    ]) {
      expect(text).toContain(words);
    }
    expect(new Set(hrefsOf(body, /^HC-0001$/))).toEqual(new Set(['/desk/jobs/job_01']));
  });

  it('shows what it stands in and what stands in it, and offers what it may be put into', async () => {
    const crate = { ...box, id: 'ast_2', identifier: 'CRATE-2', kind: 'tote' as const };
    const logger = { ...box, id: 'ast_3', identifier: 'LOG-3', kind: 'logger' as const };
    services.answer('tracking.listAssets', pageOf([box, crate, logger]));
    const nested = { ...box, in_asset_id: 'ast_2', asset_ids: ['ast_3', 'ast_gone'] };
    services.answer('tracking.getAsset', nested);
    const place = { ...bareBinding, kind: 'place' as const, in_asset_id: 'ast_2' };
    services.answer('tracking.listBindings', pageOf([place]));
    const body = await open('/desk/boxes/x_01');
    const text = textOf(body);
    for (const words of [
      'Cool box, in CRATE-2, CA 123-456',
      'In CRATE-2 since 09:59, Naledi Example End In CRATE-2',
      'Stands in it LOG-3 Logger ast_gone',
    ]) {
      expect(text).toContain(words);
    }
    expect(hrefsOf(body, /^LOG-3$/)).toEqual(['/desk/boxes/ast_3']);
    expect(body).toContain('<option value="ast_2">CRATE-2, Tote</option>');
    expect(body).not.toContain('<option value="ast_3">');
  });

  it('lists files of loggers with who uploaded them and what followed, and no empty list', async () => {
    expect(textOf(await open('/desk/boxes/x_01'))).toContain(
      'export.csv LOG-7 Mon, 5 Jan 2026, 10:00 The control desk 1 Mon, 2 Nov 2026, 09:59 to Mon, 2 Nov 2026, 09:59 HC-0001 In range',
    );
    services.answer('tracking.listLoggerFiles', pageOf([]));
    expect(textOf(await open('/desk/boxes/x_01'))).not.toContain('Logger files');
  });

  it('names a job that is gone by its id, and offers a home that is not listed', async () => {
    services.answers.delete('jobs.locateForDesk');
    services.answer('tracking.getAsset', { ...box, home_site_id: 'site_gone' });
    const body = await open('/desk/boxes/x_01');
    expect(textOf(body)).toContain('job_01, parcels: 2');
    expect(body).toContain('<option value="site_gone" selected>site_gone</option>');
  });
});

describe('consumables', () => {
  it('are listed with the balances of sites and people, by kind and site', async () => {
    const body = await open('/desk/consumables?kind=cool_pack&site_id=site_9');
    const text = textOf(body);
    for (const words of [
      'Central Laboratory 0 12 0 0 0',
      'Naledi Example 0 12 0 0 0',
      'Cool packs 12 Central Laboratory Mon, 2 Nov 2026, 09:59 Naledi Example HC-0001',
    ]) {
      expect(text).toContain(words);
    }
    expect(services.asked('listHandOuts')).toMatchObject([
      { kind: 'cool_pack', site_id: 'site_9' },
    ]);
  });
});

describe('the file of a logger', () => {
  const path = '/desk/boxes/x_01/logger-files';
  const content = 'Date,Time,°C\r\n2026-11-02,10:00,4.5\r\n';
  /** Sends the form with a file as a browser does; its bytes are those that the logger wrote. */
  async function upload(bytes: string | Uint8Array<ArrayBuffer>, cut?: number) {
    const entries = new FormData();
    for (const [name, value] of Object.entries(entriesOf(await open('/desk/boxes/x_01'), path))) {
      if (name !== 'content') entries.append(name, String(value));
    }
    entries.set('device_id', 'P-1');
    entries.append('content', new File([bytes], 'export.csv'));
    const body = new Response(entries);
    return app.inject({
      ...{ method: 'POST', url: path, body: Buffer.from(await body.bytes()).subarray(0, cut) },
      headers: {
        ...{ origin: 'https://desk.example.test', cookie: '__Host-session=token-dispatcher' },
        'content-type': body.headers.get('content-type') ?? '',
      },
    });
  }

  it.each([
    ['UTF-8', Buffer.from(content)],
    ['UTF-16', Buffer.from(`\ufeff${content}`, 'utf16le')],
    ['one byte a character', Buffer.from(content, 'latin1')],
  ])('reaches its command as it is in %s, and its page says what it told', async (_name, bytes) => {
    const { statusCode, body } = await upload(bytes);
    expect(statusCode).toBe(200);
    expect(textOf(body)).toContain('HC-0001 In range');
    expect(services.asked('uploadLoggerFile')).toMatchObject([
      { device_id: 'P-1', content, name: 'export.csv' },
    ]);
  });

  it.each([
    ['wrong_box', undefined, 'content', 'Logger P-1 was not in BOX-7.'],
    ['invalid_body', ['columns'], 'columns', 'The column of the date holds none.'],
    ['invalid_body', ['date_order'], 'date_order', 'No date of the file tells.'],
  ] as const)('refused with %s at %j says so at its field', async (code, at, field, detail) => {
    services.answers.set('tracking.uploadLoggerFile', () => ({
      refused: { code, detail, ...(at && { path: [...at] }) },
    }));
    const { statusCode, body } = await upload(content);
    expect([statusCode, faultsIn(body)]).toEqual([
      errors[code].status,
      { [`file-${field}`]: detail },
    ]);
  });

  it('is refused where it is too large or cut off, and nothing is sent', async () => {
    expect((await upload('x'.repeat(1_100_000))).statusCode).toBe(413);
    expect((await upload(content, -9)).statusCode).toBe(400);
    expect(services.commands()).toEqual([]);
  });
});

const of = { asset_id: 'ast_1', identifier: 'BOX-7', change: 'begun' };
it.each([
  [{ ...of, binding: 'parcels', parcels: 2 }, 'Put in box BOX-7, parcels: 2'],
  [{ ...of, change: 'ended', binding: 'probe', device_id: 'P' }, 'Probe P taken out of box BOX-7'],
  [{ ...of, binding: 'place', vehicle_id: 'veh_1' }, 'Box BOX-7 put in a vehicle'],
  [{ ...of, binding: 'place', site_id: 's', change: 'ended' }, 'Box BOX-7 taken from a site'],
  [{ ...of, binding: 'parcels', parcels: 2, into: 'C-1' }, 'Put in box BOX-7 in C-1, parcels: 2'],
  [{ ...of, binding: 'place', vehicle_id: 'veh_1', into: 'C-1' }, 'Box BOX-7 put in C-1'],
  [{ ...of, binding: 'place', into: 'C-1', change: 'ended' }, 'Box BOX-7 taken out of C-1'],
])('an event of the chain with %j says: %s', (details, words) => {
  expect(chainWords({ type: 'bound', details })).toBe(words);
});

it.each([
  [{ transfer: 'take' }, 'Transferred'],
  [{ transfer: 'take', units: 'CAGE-1 BAG-2' }, 'Transferred, with CAGE-1, BAG-2'],
])('a change of holder with %j says: %s', (details, words) => {
  expect(chainWords({ type: 'transferred', details })).toBe(words);
});
