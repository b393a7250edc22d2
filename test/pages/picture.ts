/** Pictures of parts of pages, compared with those that are committed. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/**
 * Pixels differ from this share of black to white on (OKLab), pictures when more than `most` px of a
 * square of `windowSize` px do. Measured: the same page drawn twice as large and halved, so with
 * another anti-aliasing of every letter, differs in at most 65; another red of a text in 76, another
 * tint in 220. The colour of a line of 1 px stays below.
 */
const tolerance = { threshold: 0.03, windowSize: 16, most: 70 };

/** Where those that differ are written. */
const found = join(import.meta.dirname, '../../.svc/pictures');

/** Flat areas with letters are a third smaller without filters and alpha channel. */
const smallest = { colorType: 2, filterType: 0, deflateStrategy: 0, deflateLevel: 9 } as const;

interface Picture {
  /** Folder of the committed ones. */
  folder: string;
  name: string;
  actual: Buffer;
}

/** What is wrong with it, and where to look; undefined where it is as committed. */
export async function differenceOf({ folder, name, actual }: Picture): Promise<string | undefined> {
  const own = PNG.sync.read(actual);
  const kept = join(folder, `${name}.png`);
  if (process.env.SVC_SCREENSHOTS === '1') {
    await mkdir(folder, { recursive: true });
    await writeFile(kept, PNG.sync.write(own, smallest));
    return undefined;
  }
  const committed = PNG.sync.read(await readFile(kept));
  const { width, height } = committed;
  const isSameSize = own.width === width && own.height === height;
  const diff = new PNG({ width, height });
  const { most, ...options } = tolerance;
  const count = isSameSize
    ? pixelmatch(committed.data, own.data, diff.data, width, height, options)
    : Number.POSITIVE_INFINITY;
  if (count <= most) return undefined;
  await mkdir(found, { recursive: true });
  const target = join(found, name);
  await writeFile(`${target}.png`, actual);
  if (isSameSize) await writeFile(`${target}-difference.png`, PNG.sync.write(diff));
  const what = isSameSize
    ? `${count} px of a square differ`
    : `${own.width} × ${own.height} px instead of ${width} × ${height}`;
  return `${name}: ${what}, see ${target}.png`;
}
