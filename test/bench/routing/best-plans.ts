/** Best known figures that lie next to instances: `best-known.csv`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface BestKnown {
  readonly vehicles: number | undefined;
  readonly distance: number;
}

/** Columns: instance, vehicles (may be missing), distance. Empty where there is no such file. */
export async function readBestKnown(folder: string): Promise<Map<string, BestKnown>> {
  const text = await readFile(join(folder, 'best-known.csv'), 'utf8').catch(() => '');
  const [header = '', ...rows] = text.trim().split(/\r?\n/);
  const columns = header.split(',');
  const cell = (row: string, name: string): string => {
    return row.split(',')[columns.indexOf(name)] ?? '';
  };
  return new Map(
    rows.map((row) => {
      const vehicles = cell(row, 'vehicles');
      const distance = Number(cell(row, 'distance'));
      const known = { vehicles: vehicles === '' ? undefined : Number(vehicles), distance };
      return [cell(row, 'instance'), known] as const;
    }),
  );
}
