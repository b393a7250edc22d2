import { newTenant, refused } from '@svc/kit/testing/service-test';
import { describe, expect, it, vi } from 'vitest';
import { orderOf, partnerTest } from './app.ts';

const app = partnerTest();

const at = (time: string) => `2026-11-02T${time}:00Z`;
type Row = readonly [code: string, quantity: unknown, time: string];
const asJson = { media_type: 'application/json' } as const;
const asCsv = { media_type: 'text/csv', site_id: 'ph-0', mode: 'delta' } as const;

async function fed(mode: 'full' | 'delta', rows: readonly Row[]) {
  const items = rows.map(([item_code, quantity, time]) => ({
    item_code,
    quantity,
    updated_at: at(time),
  }));
  const { reply } = await app.feed(JSON.stringify({ site_id: 'ph-0', mode, items }), asJson);
  if (!('ok' in reply)) throw new Error(JSON.stringify(reply));
  return reply.ok;
}
/** Stock of A1, B1 and C1 according to a quote. */
async function stock(tenant = app.tenant) {
  const items = ['A1', 'B1', 'C1'].map((item_code) => ({ item_code, quantity: 1 }));
  const quote = await app.as(tenant).quote(orderOf({ order_ref: 'ASKING', items }));
  return quote.items.map(({ available }) => available);
}
const refusedWith = (code: string) => ({ reply: refused(code), isLeft: false });

describe('a stock feed', () => {
  it('is unknown where none was sent', async () => {
    expect(await stock()).toEqual([null, null, null]);
  });

  it('in delta mode merges with the stock', async () => {
    await fed('delta', [
      ['A1', 5, '07:00'],
      ['B1', 6, '07:00'],
    ]);
    await fed('delta', [['B1', 2, '07:30']]);
    expect(await stock()).toEqual([5, 2, null]);
  });

  it('in full mode replaces the stock, with zero for what it omits', async () => {
    await fed('delta', [
      ['A1', 5, '07:00'],
      ['B1', 6, '07:00'],
    ]);
    await fed('full', [['A1', 4, '07:30']]);
    expect(await stock()).toEqual([4, 0, 0]);
  });

  it.each(['delta', 'full'] as const)('in %s mode does not override newer rows', async (mode) => {
    await fed('full', [
      ['A1', 5, '07:30'],
      ['B1', 6, '07:20'],
    ]);
    await fed(mode, [
      ['A1', 1, '07:10'],
      ['B1', 1, '07:20'],
      ['C1', 1, '07:00'],
    ]);
    expect(await stock()).toEqual([5, 6, 0]);
  });

  it('in full mode lists again what it left out before', async () => {
    await fed('full', [['A1', 5, '07:00']]);
    await fed('full', [['B1', 6, '07:10']]);
    expect(await stock()).toEqual([0, 6, 0]);
    await fed('full', [
      ['A1', 5, '07:00'],
      ['C1', 7, '07:20'],
    ]);
    expect(await stock()).toEqual([5, 0, 7]);
  });

  it('that is full and empty is refused until confirmed, and then empties the stock', async () => {
    await fed('full', [['A1', 5, '07:00']]);
    const header = 'item_code,quantity,updated_at\n';
    const json = { site_id: 'ph-0', mode: 'full', items: [] };
    for (const [body, as] of [
      [header, { ...asCsv, mode: 'full' }],
      [JSON.stringify(json), asJson],
    ] as const) {
      const { reply } = await app.feed(body, as);
      expect(reply).toEqual(refused('invalid_body', 'confirm_empty'));
    }
    expect(await stock()).toEqual([5, 0, 0]);
    const confirmed = JSON.stringify({ ...json, confirm_empty: true });
    expect((await app.feed(confirmed, asJson)).reply).toHaveProperty('ok');
    expect(await stock()).toEqual([0, 0, 0]);
    await fed('full', [['A1', 5, '07:40']]);
    const query = { ...asCsv, mode: 'full', confirm_empty: true } as const;
    expect((await app.feed(header, query)).reply).toHaveProperty('ok');
  });

  it('belongs to its tenant alone', async () => {
    await fed('full', [['A1', 5, '07:00']]);
    expect(await stock(newTenant())).toEqual([null, null, null]);
  });

  it('accepts good rows and names the bad ones', async () => {
    const answer = await fed('full', [
      ['A1', 5, '07:00'],
      ['B1', -1, '07:00'],
      ['C1', 1.5, '07:00'],
      ['two words', 1, '07:00'],
      ['D1', 1, '09:00'],
      ['A1', 9, '07:00'],
      ['', 'many', ''],
    ]);
    expect(answer).toMatchObject({
      object: 'stock_feed',
      accepted: 1,
      rejected: 6,
      errors: [
        { row: 2, code: 'negative_quantity' },
        { row: 3, code: 'invalid_quantity' },
        { row: 4, code: 'invalid_item_code' },
        { row: 5, code: 'invalid_updated_at' },
        { row: 6, code: 'duplicate_item_code' },
        { row: 7, code: 'invalid_item_code' },
      ],
    });
    expect(await stock()).toEqual([5, 0, 0]);
  });

  it('keeps the stock that a bad row of a full feed names', async () => {
    await fed('full', [['B1', 6, '07:00']]);
    await fed('full', [
      ['A1', 5, '07:30'],
      ['B1', -1, '07:30'],
    ]);
    expect(await stock()).toEqual([5, 6, 0]);
  });
});

describe('a stock feed as CSV', () => {
  it('has its columns in any order, with BOM, quotes and further columns', async () => {
    const csv = `\ufeff"quantity",Shelf,ITEM_CODE,updated_at\r\n5,top,"A1",${at('07:00')}\r\n\r\n-1,,B1,${at('07:00')}\r\n`;
    const { reply, isLeft } = await app.feed(csv, asCsv);
    expect(reply).toMatchObject({
      ok: { accepted: 1, errors: [{ row: 2, code: 'negative_quantity' }] },
    });
    expect(isLeft).toBe(false);
    expect(await stock()).toEqual([5, null, null]);
  });

  const header = 'item_code,quantity,updated_at\n';
  const row = `A1,1,${at('07:00')}\n`;
  it.each<[string, string, string | Uint8Array, object]>([
    ['invalid_body', 'no site', header + row, { site_id: undefined }],
    ['invalid_body', 'no mode', header + row, { mode: undefined }],
    ['invalid_body', 'no header', row, {}],
    ['invalid_body', 'a column twice', `item_code,${header}A1,${row}`, {}],
    ['invalid_body', 'nothing at all', ' ', {}],
    ['invalid_body', 'a quote that is never closed', `${header}"A1,1`, {}],
    ['invalid_body', 'a row that is short', `${header}A1,1\n`, {}],
    ['invalid_body', 'a line without end', `${header}${'x'.repeat(20_000)}`, {}],
    ['invalid_body', 'UTF-16', Buffer.from(header + row, 'utf16le'), {}],
    ['invalid_body', 'a line of nothing but columns', `${header}${','.repeat(20_000)}`, {}],
    [
      'invalid_body',
      'more columns than a feed can use',
      `${header.trim()}${',x'.repeat(60)}\n`,
      {},
    ],
    ['payload_too_large', 'too many rows', header + row.repeat(10_001), {}],
    ['unknown_site', 'a site that is none', header + row, { site_id: 'absent' }],
    ['medicine_name_not_allowed', 'names', `item_code,quantity,updated_at,Product Name\n`, {}],
    ['patient_data_not_allowed', 'patients', `item_code,quantity,updated_at,Patient-ID\n`, {}],
  ])('is refused with %s for %s', async (code, _, csv, fields) => {
    expect(await app.feed(csv, { ...asCsv, ...fields })).toEqual(refusedWith(code));
  });
});

describe('a stock feed as JSON', () => {
  const row = { item_code: 'A1', quantity: 1, updated_at: at('07:00') };
  const feed = { site_id: 'ph-0', mode: 'full', items: [row] };
  it.each<[string, string, unknown]>([
    ['invalid_body', 'a list', [feed]],
    ['invalid_body', 'another mode', { ...feed, mode: 'some' }],
    ['invalid_body', 'rows that are none', { ...feed, items: [row, 7] }],
    ['payload_too_large', 'too many rows', { ...feed, items: Array(10_001).fill(row) }],
    ['medicine_name_not_allowed', 'names', { ...feed, items: [{ ...row, brandName: 'x' }] }],
    ['patient_data_not_allowed', 'patients', { ...feed, items: [{ ...row, dob: 'x' }] }],
  ])('is refused with %s for %s', async (code, _, sent) => {
    expect(await app.feed(JSON.stringify(sent), asJson)).toEqual(refusedWith(code));
    expect(await stock()).toEqual([null, null, null]);
  });

  it.each<[string, unknown, readonly PropertyKey[]]>([
    ['of its own', { ...feed, site: 'ph-0' }, ['site']],
    ['of a row', { ...feed, items: [{ ...row, qty: 2 }] }, ['items', 0, 'qty']],
  ])('is refused for an unknown field %s', async (_, sent, path) => {
    expect(await app.feed(JSON.stringify(sent), asJson)).toMatchObject({
      reply: { invalid: [{ code: 'unknown_field', path }] },
    });
    expect(await stock()).toEqual([null, null, null]);
  });

  const name = (text: string) => JSON.stringify(feed).replace('"items"', `${text}:1,"items"`);
  it.each([
    ['a name twice', name('"mode"'), '/mode'],
    ['a name that reaches into prototypes', name('"__proto__"'), '/__proto__'],
    ['33 levels', name(`"x":${'['.repeat(32)}${']'.repeat(32)},"y"`), '32 levels'],
  ])('is parsed as strictly as a body: %s', async (_, sent, said) => {
    expect(await app.feed(sent, asJson)).toMatchObject({
      reply: refused('invalid_body', said),
    });
  });

  const mebibytes = 10 * 1_048_576;
  it.each([
    [
      'five million levels',
      'invalid_body',
      `${'['.repeat(mebibytes / 2)}${']'.repeat(mebibytes / 2)}`,
    ],
    [
      'a million names',
      'payload_too_large',
      `{${Array.from({ length: 900_000 }, (_, i) => `"k${i}":1`)}}`,
    ],
    ['three million rows', 'payload_too_large', `{"items":[${'{},'.repeat(mebibytes / 3)}{}]}`],
    [
      'a million fields of a row',
      'payload_too_large',
      `{"items":[{${'"a":1,'.repeat(mebibytes / 6)}"a":1}]}`,
    ],
  ])('of 10 MiB is refused before it is parsed: %s', async (_, code, sent) => {
    const before = process.memoryUsage.rss();
    const parse = vi.spyOn(JSON, 'parse');
    const reply = await app.feed(sent, asJson);
    const parsed = parse.mock.calls.map(([text]) => text.length);
    parse.mockRestore();
    expect(reply).toEqual(refusedWith(code));
    expect(Math.max(0, ...parsed), 'characters').toBeLessThan(1_048_576);
    expect((process.memoryUsage.rss() - before) / 1_048_576, 'MiB more').toBeLessThan(120);
  });

  it('is refused when it is not JSON', async () => {
    expect(await app.feed('{"items":', asJson)).toEqual(refusedWith('invalid_json'));
  });
});
