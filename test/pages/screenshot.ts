import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { View } from './viewing.ts';

const folder = join(import.meta.dirname, '../../docs/screenshots');

/** For the documentation; only when asked for, for no two are the same. */
export async function takeScreenshot({ page }: View, name: string): Promise<void> {
  if (process.env.SVC_SCREENSHOTS !== '1') return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), scale: 'css' });
}
