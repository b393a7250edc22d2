/** The price of a job, reckoned from what the page of the price book says and from nothing else. */
export interface Trip {
  sku: string;
  km: number;
  timing: string;
  parcels: number;
  priority: string;
}

export interface HandPrice {
  sku: string;
  amount_cents: number;
  vat_cents: number;
  sla_minutes: number;
}

export interface PricePage {
  skus: readonly string[];
  timings: readonly string[];
  priceOf(trip: Trip): HandPrice;
}

export function readPricePage(markdown: string): PricePage {
  const timings = rowsAfter(markdown, 'How a price is reckoned');
  const skus = rowsAfter(markdown, 'Prices');
  const windows = rowsAfter(markdown, 'Service windows');
  const [, extraParcel = ''] = /For each parcel after the first.*?(\d+\.\d\d)/.exec(markdown) ?? [];
  const [, vatPercent = ''] = /VAT: (\d+) %/.exec(markdown) ?? [];
  const priceOf = ({ sku, km, timing, parcels, priority }: Trip): HandPrice => {
    const upgrade = priority === 'stat' ? get(skus, sku)['at stat'] : '';
    const priced = upgrade || sku;
    const row = get(skus, priced);
    const beyond = Math.max(0, km - Number(row['km included']));
    const amount =
      nearest(cents(row.price) * Number(get(timings, timing).factor)) +
      nearest(beyond * cents(row['per km beyond'])) +
      (parcels - 1) * cents(extraParcel);
    const vat = nearest((amount * Number(vatPercent)) / 100);
    const sla_minutes = Number(get(windows, priced)[priority]);
    return { sku: priced, amount_cents: amount, vat_cents: vat, sla_minutes };
  };
  return { skus: [...skus.keys()], timings: [...timings.keys()], priceOf };
}

const cents = (rand = ''): number => Math.round(Number(rand) * 100);
/** Halves up; a product of decimals may be off by less than a millionth. */
const nearest = (amount: number): number => Math.floor(amount + 0.5 + 1e-6);

type Row = Readonly<Record<string, string>>;

function get(rows: ReadonlyMap<string, Row>, name: string): Row {
  const row = rows.get(name);
  if (!row) throw new Error(`the page has no row ${name}`);
  return row;
}

/** The table below a heading, by its first column. */
function rowsAfter(markdown: string, heading: string): Map<string, Row> {
  const [, section = ''] = markdown.split(`## ${heading}\n`);
  const lines = section.split('\n## ')[0]?.split('\n') ?? [];
  const [head = [], , ...rows] = lines.filter((line) => line.startsWith('|')).map(cellsOf);
  return new Map(
    rows.map((cells) => [
      cells[0] ?? '',
      Object.fromEntries(head.map((name, i) => [name, cells[i] ?? ''])),
    ]),
  );
}

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.replaceAll('`', '').trim());
