/** Barcode readers and a writer of the machine (Debian's packages), each of another origin. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aptInstall } from './apt.ts';

const packages = ['zbar-tools', 'dmtx-utils', 'zxing-cpp-tools', 'zint', 'poppler-utils'];

const isThere = (command: string): boolean => spawnSync(command, ['--help']).error === undefined;

export const canReadBarcodes = (): boolean =>
  ['zbarimg', 'dmtxread', 'ZXingReader', 'zint', 'pdftoppm'].every(isThere);

/** False when they cannot be installed here. */
export const installBarcodeReaders = async (): Promise<boolean> =>
  (await aptInstall(...packages)) && canReadBarcodes();

/** Texts that a reader finds in a picture, one per barcode; may contain group separators. */
export type ReadBarcodes = (file: string) => Promise<string[]>;

/** Code 128. */
export const readWithZbar: ReadBarcodes = async (file) =>
  linesOf(await outputOf('zbarimg', ['--quiet', '--raw', '--nodbus', file]));

/** DataMatrix. */
export const readWithDmtx: ReadBarcodes = async (file) =>
  linesOf(
    await outputOf('dmtxread', ['--newline', '--stop-after=1', '--milliseconds=20000', file]),
  );

/**
 * Code 128 and DataMatrix. Without its search in smaller copies: there release 1.4 fails an
 * assertion of its own when it compares two sightings of a code.
 */
export const readWithZxing: ReadBarcodes = async (file) => {
  const found = linesOf(await outputOf('ZXingReader', ['-noscale', '-norotate', '-1', file]));
  return found.flatMap((line) => /"(.*)"$/.exec(line)?.[1] ?? []);
};

/** A symbol as PNG, modules of 4 pixels, by zint: `symbology` is its number there. */
export const writeWithZint = (
  file: string,
  { symbology, data, isGs1 = false }: { symbology: number; data: string; isGs1?: boolean },
): Promise<string> => {
  const kind = [`--barcode=${symbology}`, ...(isGs1 ? ['--gs1'] : [])];
  return outputOf('zint', [
    ...kind,
    '--scale=2',
    '--vwhitesp=10',
    '--whitesp=20',
    `--output=${file}`,
    `--data=${data}`,
  ]);
};

/**
 * Pages of a PDF as PNG by poppler, in the resolution of a label printer, 203 dpi: their files, in
 * order.
 */
export async function renderPdf(pdf: Uint8Array, folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'document.pdf');
  await writeFile(file, pdf);
  await outputOf('pdftoppm', ['-png', '-r', '203', '-gray', file, join(folder, 'page')]);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.png'));
  return names.toSorted().map((name) => join(folder, name));
}

const linesOf = (output: string): string[] => output.split('\n').filter(Boolean);

/** A reader that finds no code exits with a code other than 0. */
function outputOf(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, args, (error, stdout) => {
      if (error?.code === 'ENOENT') reject(error);
      else resolve(stdout);
    });
  });
}
