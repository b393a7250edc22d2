import { describe, expect, it } from 'vitest';
import { pricingTest } from './app.ts';
import { book, toYaml } from './book.ts';

const app = pricingTest();

const importing = (yaml: string) =>
  app.call('importPriceBook', { yaml }, { tenant: 'ten_carrier' });
const bookRefusal = async (yaml: string) => {
  const reply = await importing(yaml);
  return 'refused' in reply ? reply.refused : reply;
};
const faulty = (detail: RegExp) => ({
  code: 'invalid_body',
  detail: expect.stringMatching(detail),
});

const current = async () => {
  const rows = await app.sql('select version from pricing.price_book where current');
  return rows.map(({ version }) => version);
};
const dearer = book.skus.map((sku) => ({ ...sku, price_cents: sku.price_cents + 100 }));
const priceNow = async () => (await app.as('ten_a').price({ sku: 'HOS-STD' })).amount_cents;

describe('a price book is imported', () => {
  it('sets the current prices from then on', async () => {
    await importing(toYaml());
    expect(await priceNow()).toBe(21_500);
    expect(await importing(toYaml({ version: '2026-12', skus: dearer }))).toEqual({
      ok: { price_book_version: '2026-12', skus: 4 },
    });
    expect(await priceNow()).toBe(21_600);
    expect(await app.as('ten_a').currentVersion({})).toEqual({
      price_book_version: '2026-12',
    });
  });

  it('changes nothing for an equal book in another layout', async () => {
    const yaml = toYaml({ version: '2027-01' });
    await importing(yaml);
    const reply = await importing(
      `# the same again\n${yaml.replace('unit: per job', 'unit:  "per job"')}`,
    );
    expect(reply).toEqual({ ok: { price_book_version: '2027-01', skus: 4 } });
    expect(await current()).toEqual(['2027-01']);
  });

  it('makes an earlier version current again', async () => {
    for (const version of ['2027-02', '2027-03', '2027-02']) {
      await importing(toYaml({ version }));
      expect(await current()).toEqual([version]);
    }
  });

  it('makes one of several concurrent versions current', async () => {
    const versions = ['2027-04', '2027-05', '2027-06', '2027-07'];
    await Promise.all(versions.map((version) => importing(toYaml({ version }))));
    expect(await current()).toHaveLength(1);
    expect(versions).toContain((await current())[0]);
  });

  it('accepts a book without upgrades, temperatures and UN numbers', async () => {
    const terse = toYaml({ version: '2027-08' }).replaceAll(
      / +(stat_upgrade: null|un_number: "")\n/g,
      '',
    );
    expect(await importing(terse)).toMatchObject({ ok: { skus: 4 } });
  });
});

describe('a price book is refused', () => {
  it('refuses a stored version with other content', async () => {
    await importing(toYaml({ version: '2028-01' }));
    expect(await bookRefusal(toYaml({ version: '2028-01', skus: dearer }))).toEqual(
      faulty(/^Price book 2028-01 is in store with other content: /),
    );
  });

  it.each<[string, [from: string, to: string], RegExp]>([
    [
      'a price of a fraction',
      ['price_cents: 18501', 'price_cents: 185.01'],
      /SKU LAB-STD price_cents: /,
    ],
    ['a missing price', ['price_cents: 39500', ''], /SKU LAB-STAT price_cents: /],
    [
      'a misspelt field',
      ['delivery: false', 'delivery: false\n    colour: red'],
      /SKU SUP-BOX .*colour/,
    ],
    ['a misspelt proof', ['otp: false', 'opt: false'], /SKU LAB-STD requirements/],
    ['an SLA of nothing', ['stat: 60', 'stat: 0'], /SKU LAB-STAT sla_minutes.stat: /],
    ['an SLA left out', ['critical: 120', ''], /SKU LAB-STD sla_minutes.critical: /],
    ['a SKU without a code', ['sku: HOS-STD', 'sku: hos std'], /SKU number 3 sku: /],
    ['an unknown family', ['family: hospital', 'family: hotel'], /SKU HOS-STD family: /],
    [
      'an unknown class',
      ['temperature_class: ambient', 'temperature_class: warm'],
      /SKU LAB-STD temperature_class: /,
    ],
    ['no version', ['version: 2026-11', ''], /version: /],
    ['a version that is no month', ['version: 2026-11', 'version: latest'], /version: /],
    ['another currency', ['currency: ZAR', 'currency: EUR'], /currency: /],
    ['VAT of a fraction', ['vat_percent: 15', 'vat_percent: 15.5'], /vat_percent: /],
    ['a key twice', ['currency: ZAR', 'currency: ZAR\ncurrency: ZAR'], /Map keys must be unique/],
  ])('refuses a book with %s', async (_, [from, to], detail) => {
    const yaml = toYaml().replace(from, to);
    expect(yaml).not.toBe(toYaml());
    expect(await bookRefusal(yaml)).toEqual(faulty(detail));
  });

  it.each([
    ['nothing', ''],
    ['a list', '- a\n- b'],
    ['broken YAML', 'skus: [\n  {'],
    ['SKUs that are none', "version: '2026-11'\ncurrency: ZAR\nvat_percent: 15\nskus: [1, null]"],
    [
      'a bomb of aliases',
      [
        'a: &a [x,x,x]',
        ...Array.from({ length: 12 }, (_, n) => `b${n}: &b${n} [*a,*a,*a,*a,*a,*a,*a,*a,*a]`),
        'c: [*b0,*b1,*b2]',
      ].join('\n'),
    ],
  ])('refuses %s instead of a book', async (_, yaml) => {
    expect(await bookRefusal(yaml)).toEqual(faulty(/^Price book: /));
  });

  it('names five faults of many in its refusal', async () => {
    const yaml = toYaml().replaceAll('unit: per', 'unit: 1 #').replaceAll('family: ', 'family: x');
    expect(await bookRefusal(yaml)).toEqual(faulty(/^Price book: ([^;]+; ){4}[^;]+$/));
  });
});
