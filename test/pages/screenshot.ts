import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { View } from './page-view.ts';

const folder = join(import.meta.dirname, '../../docs/screenshots');

/**
 * For the documentation; only when asked for, for no two are the same. Pictures of all states go
 * where `SVC_SCREENSHOTS` says.
 */
export async function takeScreenshot(
  { page }: Pick<View, 'page'>,
  name: string,
  kind: 'documentation' | 'all' = 'documentation',
): Promise<void> {
  const wanted = process.env.SVC_SCREENSHOTS ?? '';
  if (wanted === '' || (wanted === '1' && kind === 'all')) return;
  if (kind === 'documentation') await page.emulateMedia({ colorScheme: 'light' });
  const target = kind === 'all' ? wanted : folder;
  await mkdir(target, { recursive: true });
  const path = join(target, `${name}.png`);
  await page.screenshot({ path, scale: 'css', fullPage: kind === 'all' });
}

/** A page of a document, rendered: for the documentation, when asked for. */
export async function keepPicture(path: string | undefined, name: string): Promise<void> {
  if (process.env.SVC_SCREENSHOTS && path) await copyFile(path, join(folder, `${name}.png`));
}
